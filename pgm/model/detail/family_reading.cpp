#include <pgm/model/detail/family_reading.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace pgm::detail {
namespace {

/// A list, none being empty, that has numbers beside its lists, or null.
const NumberList* list_with_numbers_beside_lists(const std::vector<NumberList>& lists) {
    for (std::size_t i = 0; i < lists.size(); ++i) {
        std::size_t end = lists[i].first;  // of those so far; lists within them begin before it
        for (std::size_t j = i + 1; j < lists.size() && lists[j].first < lists[i].end; ++j) {
            if (lists[j].first > end) return &lists[i];
            end = std::max(end, lists[j].end);
        }
        if (end != lists[i].first && end != lists[i].end) return &lists[i];
    }
    return nullptr;
}

}  // namespace

void FamilyLimits::require_few_parents(VariableId child, std::size_t parents,
                                       std::size_t place) const {
    if (parents <= limits_.max_parents) return;
    throw TooLargeError("variable " + in_quotes(draft_.variable(child).name()) + " has " +
                            std::to_string(parents) + " parents; the limit is " +
                            std::to_string(limits_.max_parents),
                        location(child, place), "raise Limits::max_parents");
}

std::size_t FamilyLimits::cells_of_table(const FamilyText& family, std::optional<std::size_t> cells,
                                         std::size_t place) const {
    if (cells && *cells <= limits_.max_table_cells) return *cells;
    throw TooLargeError("the table " + family.family() + " needs " +
                            (cells ? std::to_string(*cells) : "more than 2^64") +
                            " cells; the limit is " + std::to_string(limits_.max_table_cells),
                        location(family.child(), place),
                        "give it fewer parents or states, or raise Limits::max_table_cells");
}

bool FamilyLimits::add(const FamilyText& family, std::size_t cells, std::size_t place) {
    if (cells_ > limits_.max_model_cells) return false;
    cells_ = checked_add(cells_, cells).value_or(static_cast<std::size_t>(-1));
    if (cells_ <= limits_.max_model_cells) return true;
    throw TooLargeError(
        "the tables of the network need more than " + std::to_string(limits_.max_model_cells) +
            " cells together; the table of " + in_quotes(draft_.variable(family.child()).name()) +
            " is the first beyond that limit",
        location(family.child(), place), "raise Limits::max_model_cells");
}

void FamilyLimits::add_filled(const FamilyText& family, std::size_t cells, std::size_t place) {
    filled_ += cells;
    if (filled_ <= limits_.max_filled_cells) return;
    throw TooLargeError("the tables without numbers up to " + family.family() + " have more than " +
                            std::to_string(limits_.max_filled_cells) + " cells together, the limit",
                        location(family.child(), place),
                        "give the variables fewer parents, or raise Limits::max_filled_cells");
}

void FamilyReading::read_all() {
    for (WrittenFamily& family : draft_.written) {
        read(family);
        family.distribution = WrittenUniform{};  // the numbers are never in memory twice
    }
    draft_.written.clear();
}

void FamilyReading::read(WrittenFamily& family) {
    const std::optional<VariableId> child = draft_.require(family.child);
    if (!child) return;
    VariablePlaces& places = draft_.places_of(*child);
    if (places.distribution != no_place)
        return draft_.error(family.offset, "the distribution of " + in_quotes(family.child.text) +
                                               " is given twice" +
                                               draft_.first_on_line(places.distribution));
    places.distribution = family.offset;
    std::optional<Cpd> cpd;
    if (const std::optional<Family> found = find_family(*child, family))
        cpd = read(*found, family.distribution);
    draft_.set_cpd(*child, cpd ? *std::move(cpd) : stand_in(*child));
}

std::optional<Cpd> FamilyReading::read(const Family& family, WrittenDistribution& distribution) {
    if (variable(family.child).kind() == Variable::Kind::decision)
        return decided(family, distribution);
    try {
        return std::visit([&](auto& given) { return cpd_of(family, given); }, distribution);
    } catch (const ArgumentError& error) {
        draft_.error(family.place, text_of(family) + ": " + error.message());
        return std::nullopt;
    }
}

/// A decision is not drawn, so that numbers are left out.
std::optional<Cpd> FamilyReading::decided(const Family& family, const WrittenDistribution& given) {
    if (!variable(family.child).is_discrete()) return std::nullopt;  // which is reported
    if (!std::holds_alternative<WrittenUniform>(given))
        draft_.report(Problem::Severity::warning, family.place,
                      "the numbers of the decision " + in_quotes(variable(family.child).name()) +
                          " were left out: its alternatives are chosen, not drawn");
    for (const VariableId parent : family.parents) {
        if (variable(parent).is_discrete()) continue;
        draft_.error(family.place, "the decision " + in_quotes(variable(family.child).name()) +
                                       " knows " + in_quotes(variable(parent).name()) +
                                       ", which has no states");
        return std::nullopt;
    }
    return undecided(family.child, variable(family.child).cardinality(),
                     draft_.scope(family.parents));
}

Cpd FamilyReading::stand_in(VariableId child) const {
    const std::size_t states = variable(child).cardinality();
    if (states == 0) return LinearGaussianCpd(child, Scope(), {}, {{0, {}, 1}});
    return TableCpd(Scope({child}, {states}),
                    std::vector<double>(states, 1.0 / static_cast<double>(states)));
}

/// The family with ids; nothing, after reports, unless all of it can be used.
std::optional<FoundFamily> FamilyReading::find_family(VariableId child,
                                                      const WrittenFamily& family) {
    limits_.require_few_parents(child, family.parents.size(), family.offset);
    Family found{child, {}, family.offset};
    bool complete = true;
    std::vector<std::pair<VariableId, std::size_t>> seen;
    for (const WrittenName& name : family.parents) {
        const std::optional<VariableId> parent = draft_.require(name);
        complete = complete && parent && parent != child;
        if (parent == child)
            draft_.error(name.offset,
                         "variable " + in_quotes(name.text) + " is given as its own parent");
        if (!parent) continue;
        found.parents.push_back(*parent);
        seen.emplace_back(*parent, name.offset);
    }
    std::ranges::sort(seen);
    for (std::size_t i = 1; i < seen.size(); ++i) {
        if (seen[i].first != seen[i - 1].first) continue;
        draft_.error(seen[i].second,
                     "parent " + in_quotes(variable(seen[i].first).name()) + " is named twice");
        complete = false;
    }
    return complete ? std::optional(std::move(found)) : std::nullopt;
}

std::vector<VariableId> FamilyReading::those(std::span<const VariableId> variables,
                                             bool discrete) const {
    std::vector<VariableId> found;
    std::ranges::copy_if(variables, std::back_inserter(found),
                         [&](VariableId id) { return variable(id).is_discrete() == discrete; });
    return found;
}

FamilyText FamilyReading::named(const Family& family) const {
    return FamilyText(draft_.variables, family.child, family.parents);
}

/// The number of cells of a table over these variables. Throws TooLargeError beyond the limits.
std::size_t FamilyReading::cells_of(const Family& family, std::span<const VariableId> members) {
    return limits_.cells_of_table(named(family), draft_.cells(members), family.place);
}

/// True if a table can be the distribution: all members of the family are discrete.
bool FamilyReading::is_table(const Family& family) {
    const auto refuse = [&](VariableId id) {
        draft_.error(family.place,
                     "the table of " + text_of(family) + " needs states, and " +
                         in_quotes(variable(id).name()) + " has none",
                     "cut it into intervals in the program that wrote the file");
        return false;
    };
    if (!variable(family.child).is_discrete()) return refuse(family.child);
    for (const VariableId parent : family.parents)
        if (!variable(parent).is_discrete()) return refuse(parent);
    return true;
}

void FamilyReading::report_count(const Family& family, std::size_t found, std::size_t expected) {
    draft_.error(family.place, text_of(family) + " needs " + counted(expected, "number") +
                                   ", found " + std::to_string(found));
}

bool FamilyReading::has_shape(const Family& family, const std::vector<NumberList>& lists,
                              std::span<const std::size_t> cardinalities) {
    // A number may have brackets of its own.
    const auto fits = [&](const NumberList& list) {
        const std::size_t length = list.end - list.first;
        std::size_t cells = 1;
        bool found = length == cells;
        for (std::size_t i = cardinalities.size(); i-- > 0 && !found;) {
            cells *= cardinalities[i];
            found = length == cells && list.first % cells == 0;
        }
        return found;
    };
    const auto wrong = std::ranges::find_if_not(lists, fits);
    const auto refuse = [&](std::size_t offset, const std::string& what) {
        draft_.error(offset, text_of(family) + what, "check the brackets of the numbers");
        return false;
    };
    if (wrong != lists.end())
        return refuse(wrong->offset,
                      " has a list of " + std::to_string(wrong->end - wrong->first) +
                          " here, which is no row, nor all rows of a state of a parent");
    const NumberList* const mixed = list_with_numbers_beside_lists(lists);
    return !mixed || refuse(mixed->offset, " has numbers beside lists in this list");
}

/// Keeps the places of the rows of a distribution.
void FamilyReading::set_places(const Family& family, std::span<const std::size_t> of_rows) {
    VariablePlaces& places = draft_.places_of(family.child);
    places.begin = of_rows.empty() ? family.place : *std::ranges::min_element(of_rows);
    places.rows.clear();
    for (const std::size_t place : of_rows)
        places.rows.push_back(static_cast<std::uint32_t>(place - places.begin));
}

}  // namespace pgm::detail
