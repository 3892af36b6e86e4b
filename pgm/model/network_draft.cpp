#include <pgm/model/network_draft.hpp>

namespace pgm {

std::optional<VariableId> NetworkDraft::find(std::string_view variable) const {
    const auto found = by_name.find(variable);
    if (found == by_name.end()) return std::nullopt;
    return found->second;
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

Location NetworkDraft::recall(Place place) const {
    return {.file = files[place.file], .line = place.line, .column = place.column};
}

}  // namespace pgm
