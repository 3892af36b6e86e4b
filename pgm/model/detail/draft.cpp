#include <pgm/model/detail/draft.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace pgm::detail {

void NamedFamily::clear() {
    parents.clear();
    rows.clear();
    flat.reset();
    flat_parent_order.reset();
    otherwise.reset();
}

std::optional<VariableId> Draft::find(std::string_view variable) const {
    return names.find(variable, name_of());
}

VariableId Draft::add(Variable&& variable) {
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

void Draft::set_cpd(VariableId child, Cpd&& given) {
    if (Cpd* const before = cpd(child)) {
        *before = std::move(given);
        return;
    }
    cpd_of.resize(size());
    if (cpds.size() == cpds.capacity()) cpds.reserve(std::max(size(), 2 * cpds.size()));
    cpds.push_back(std::move(given));
    cpd_of[child.index()] = static_cast<std::uint32_t>(cpds.size());
}

bool Draft::has_cpds_in_order() const {
    if (cpds.size() != size()) return false;
    for (std::size_t i = 0; i < size(); ++i)
        if (cpd_of[i] != i + 1) return false;
    return true;
}

NamedFamily& Draft::family(std::string_view child) {
    if (const auto found = family_of.find(child); found != family_of.end())
        return families[found->second];
    NamedFamily family;
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

const NamedFamily* Draft::named_family(VariableId child) const {
    if (families.empty()) return nullptr;
    const std::string& child_name = variables[child.index()].name();
    const auto found = family_of.find(child_name);
    if (found == family_of.end() || find(child_name) != child) return nullptr;
    return &families[found->second];
}

bool Draft::is_continuous(VariableId variable) const {
    if (const Cpd* const given = cpd(variable)) return pgm::is_continuous(*given);
    const NamedFamily* const named = named_family(variable);
    return named != nullptr && named->has_rows() && !variables[variable.index()].is_discrete();
}

std::vector<VariableId> Draft::without_distribution() const {
    std::vector<char> is_written(size(), 0);
    for (const WrittenFamily& family : written)
        if (const std::optional<VariableId> child = find(family.child.text))
            is_written[child->index()] = 1;
    std::vector<VariableId> without;
    for (std::size_t v = 0; v < size(); ++v) {
        const NamedFamily* const named = named_family(VariableId(v));
        if (!is_written[v] && !has_cpd(VariableId(v)) && !(named && named->has_rows()))
            without.emplace_back(v);
    }
    return without;
}

std::optional<std::size_t> Draft::cells(std::span<const VariableId> members) const {
    std::optional<std::size_t> cells = 1;
    for (const VariableId member : members)
        if (cells) cells = checked_mul(*cells, variable(member).cardinality());
    return cells;
}

Scope Draft::scope(std::span<const VariableId> members) const {
    std::vector<std::size_t> cardinalities;
    for (const VariableId member : members) cardinalities.push_back(variable(member).cardinality());
    return Scope({members.begin(), members.end()}, std::move(cardinalities));
}

void Draft::unknown(std::size_t place, std::string message, std::string_view unknown_name,
                    const std::function<std::vector<std::string>()>& known) {
    constexpr std::size_t most_suggestions = 10;
    error(place, std::move(message),
          suggestions_++ < most_suggestions ? did_you_mean(unknown_name, known()) : std::string());
}

std::optional<VariableId> Draft::require(const WrittenName& given) {
    const std::optional<VariableId> found = find(given.text);
    if (!found)
        unknown(given.offset, "there is no variable " + in_quotes(given.text), given.text,
                [&] { return names_of(variables); });
    return found;
}

std::string Draft::first_on_line(std::size_t place) const {
    const std::size_t line = locate(place).line;
    return line == 0 ? "" : ", first on line " + std::to_string(line);
}

/// Problems without a place ("... and 5 more") come last.
std::vector<Problem> Draft::list_of_problems() const {
    std::vector<Problem> list = problems.to_vector();
    const auto order = [](const Problem& problem) {
        const Location& location = problem.location;
        return std::tuple(location.line == 0, location.line, location.column);
    };
    if (source.locate) std::ranges::stable_sort(list, {}, order);
    return list;
}

VariablePlaces& Draft::places_of(VariableId variable) {
    if (variable.index() >= places.size()) places.resize(size());
    return places[variable.index()];
}

std::size_t Draft::add_place(Location location) {
    locations.push_back(std::move(location));
    return no_place - locations.size();
}

Location Draft::locate(std::size_t place) const {
    if (place == no_place) return {};
    const std::size_t from_end = no_place - place;
    if (from_end <= locations.size()) return locations[from_end - 1];
    return source.locate ? source.locate(place) : Location();
}

Location Draft::named(Location location, VariableId id) const {
    location.variable = variable(id).name();
    return location;
}

Location Draft::location_of_variable(VariableId id) const {
    return named(locate(id.index() < places.size() ? places[id.index()].variable : no_place), id);
}

Location Draft::location_of_family(VariableId child) const {
    const NamedFamily* const family = named_family(child);
    const NamedFamily::Row* const row = family == nullptr       ? nullptr
                                        : !family->rows.empty() ? &family->rows.front()
                                        : family->otherwise     ? &*family->otherwise
                                                                : nullptr;
    if (row && row->location.column > 0) return named(row->location, child);
    const std::size_t place =
        child.index() < places.size() ? places[child.index()].distribution : no_place;
    return has_cpd(child) && place != no_place ? named(locate(place), child)
                                               : location_of_variable(child);
}

/// That of its distribution where rows have none of their own.
std::size_t Draft::place_of_row(VariableId child, std::size_t row) const {
    if (child.index() >= places.size()) return no_place;
    const VariablePlaces& found = places[child.index()];
    return row < found.rows.size() ? found.begin + found.rows[row] : found.distribution;
}

Location Draft::location_of_row(VariableId child, std::size_t row) const {
    const bool has_rows = child.index() < places.size() && row < places[child.index()].rows.size();
    return has_rows ? named(locate(place_of_row(child, row)), child) : location_of_family(child);
}

Cpd undecided(VariableId decision, std::size_t alternatives, const Scope& known) {
    std::vector<NoisyMaxCpd::Link> links;
    for (std::size_t i = 0; i < known.size(); ++i)
        links.push_back(
            {known.variables()[i], std::vector<std::vector<double>>(known.cardinalities()[i])});
    const std::vector<double> leak(alternatives, 1 / static_cast<double>(alternatives));
    return NoisyMaxCpd(decision, links, leak);
}

}  // namespace pgm::detail
