#include <pgm/model/network_draft.hpp>

namespace pgm {

std::optional<VariableId> NetworkDraft::find(std::string_view variable) const {
    return names.find(variable, name_of());
}

void NetworkDraft::add(VariableDraft&& variable) {
    variables.push_back(std::move(variable));
    try {
        names.add(VariableId(size() - 1), name_of());  // keeps the first of two
    } catch (...) {
        variables.pop_back();
        throw;
    }
}

void NetworkDraft::reserve(std::size_t count) {
    variables.reserve(count);
    names.reserve(count, name_of());
}

FamilyDraft& NetworkDraft::family(std::string_view child) {
    if (const auto found = family_of.find(child); found != family_of.end()) return families[found->second];
    FamilyDraft family;
    family.child = child;
    families.push_back(std::move(family));
    try {
        family_of.emplace(child, families.size() - 1);
    } catch (...) {
        families.pop_back();
        throw;
    }
    return families.back();
}

Place NetworkDraft::remember(const Location& location) {
    // Nearly always the file is the last one seen, so the search from the back ends at once.
    std::size_t file = files.size();
    while (file > 0 && files[file - 1] != location.file) --file;
    if (file == 0) {
        files.push_back(location.file);
        file = files.size();
    }
    return {static_cast<std::uint32_t>(file - 1), location.line, location.column};
}

Location NetworkDraft::place_of_variable(VariableId variable) const {
    const VariableDraft& draft = variables[variable.index()];
    Location location = places ? places->variable(variable) : recall(draft.place);
    location.variable = draft.variable.name();
    return location;
}

Location NetworkDraft::place_of_family(VariableId child) const {
    const VariableDraft& draft = variables[child.index()];
    if (!draft.cpd) return place_of_variable(child);
    Location location = places ? places->cpd(child) : recall(draft.cpd_place);
    location.variable = draft.variable.name();
    return location;
}

Location NetworkDraft::place_of_row(VariableId child, std::size_t row) const {
    const VariableDraft& draft = variables[child.index()];
    if (!places && row >= draft.row_places.size()) return place_of_family(child);
    Location location = places ? places->row(child, row) : draft.row_places[row];
    location.variable = draft.variable.name();
    return location;
}

Location NetworkDraft::recall(Place place) const {
    return {.file = files[place.file], .line = place.line, .column = place.column};
}

}  // namespace pgm
