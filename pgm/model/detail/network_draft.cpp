#include <pgm/model/detail/network_draft.hpp>

#include <algorithm>
#include <utility>

namespace pgm::detail {

void FamilyDraft::clear() {
    parents.clear();
    rows.clear();
    flat.reset();
    flat_parent_order.reset();
    otherwise.reset();
}

std::optional<VariableId> NetworkDraft::find(std::string_view variable) const {
    return names.find(variable, name_of());
}

VariableId NetworkDraft::add(Variable&& variable) {
    constexpr std::size_t first_room = 8;  // saves small networks several reallocations
    if (variables.empty()) variables.reserve(first_room);
    variables.push_back(std::move(variable));
    try {
        return names.add(VariableId(size() - 1), name_of());  // keeps the first of two
    } catch (...) {
        variables.pop_back();
        throw;
    }
}

void NetworkDraft::set_cpd(VariableId child, Cpd&& given) {
    if (Cpd* const before = cpd(child)) {
        *before = std::move(given);
        return;
    }
    cpd_of.resize(size());
    if (cpds.size() == cpds.capacity()) cpds.reserve(std::max(size(), 2 * cpds.size()));
    cpds.push_back(std::move(given));
    cpd_of[child.index()] = static_cast<std::uint32_t>(cpds.size());
}

bool NetworkDraft::has_cpds_in_order() const {
    if (cpds.size() != size()) return false;
    for (std::size_t i = 0; i < size(); ++i)
        if (cpd_of[i] != i + 1) return false;
    return true;
}

FamilyDraft& NetworkDraft::family(std::string_view child) {
    if (const auto found = family_of.find(child); found != family_of.end())
        return families[found->second];
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

PackedLocation NetworkDraft::packed(const Location& location) {
    std::uint32_t file = 0;
    if (!location.file.empty()) {
        // Nearly always this is the file of the previous location.
        if (files.empty() || files.back() != location.file) files.push_back(location.file);
        file = static_cast<std::uint32_t>(files.size());
    }
    return {file, location.line, location.column};
}

const FamilyDraft* NetworkDraft::named_family(VariableId child) const {
    if (families.empty()) return nullptr;
    const std::string& child_name = variables[child.index()].name();
    const auto found = family_of.find(child_name);
    if (found == family_of.end() || find(child_name) != child) return nullptr;
    return &families[found->second];
}

bool NetworkDraft::is_continuous(VariableId variable) const {
    if (const Cpd* const given = cpd(variable)) return pgm::is_continuous(*given);
    const FamilyDraft* const named = named_family(variable);
    return named != nullptr && named->has_rows() && !variables[variable.index()].is_discrete();
}

void NetworkDraft::set_variable_location(VariableId variable, const Location& where) {
    if (where.line == 0 && where.file.empty()) return;
    given_locations.resize(size());
    given_locations[variable.index()].variable = packed(where);
}

void NetworkDraft::set_cpd_location(VariableId child, const Location& where,
                                    std::vector<Location>&& rows) {
    if (where.line == 0 && where.file.empty() && rows.empty() && given_locations.empty()) return;
    given_locations.resize(size());
    given_locations[child.index()].cpd = packed(where);
    given_locations[child.index()].rows = std::move(rows);
}

Location NetworkDraft::location_of_variable(VariableId variable) const {
    const bool is_given = variable.index() < given_locations.size();
    Location location = locations  ? locations->variable(variable)
                        : is_given ? unpacked(given_locations[variable.index()].variable)
                                   : Location();
    location.variable = variables[variable.index()].name();
    return location;
}

Location NetworkDraft::location_of_family(VariableId child) const {
    const FamilyDraft* const named = named_family(child);
    if (named && !named->rows.empty() && named->rows.front().location.column > 0) {
        Location location = named->rows.front().location;
        location.variable = variables[child.index()].name();
        return location;
    }
    if (!cpd(child)) return location_of_variable(child);
    const bool is_given = child.index() < given_locations.size();
    Location location = locations  ? locations->cpd(child)
                        : is_given ? unpacked(given_locations[child.index()].cpd)
                                   : Location();
    location.variable = variables[child.index()].name();
    return location;
}

Location NetworkDraft::location_of_row(VariableId child, std::size_t row) const {
    const bool is_given =
        child.index() < given_locations.size() && row < given_locations[child.index()].rows.size();
    if (!locations && !is_given) return location_of_family(child);
    Location location =
        locations ? locations->row(child, row) : given_locations[child.index()].rows[row];
    location.variable = variables[child.index()].name();
    return location;
}

Location NetworkDraft::unpacked(PackedLocation packed_location) const {
    return {.file = packed_location.file == 0 ? std::string() : files[packed_location.file - 1],
            .line = packed_location.line,
            .column = packed_location.column};
}

}  // namespace pgm::detail
