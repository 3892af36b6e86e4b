#include <learners/search/detail/subset_programming.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::learners::detail {
namespace {

/// The table becomes that of the best scores over all subsets.
void maximise_over_subsets(std::span<double> scores) {
    for (std::size_t bit = 1; bit < scores.size(); bit *= 2)
        for (std::size_t set = 0; set < scores.size(); ++set)
            if ((set & bit) != 0) scores[set] = std::max(scores[set], scores[set ^ bit]);
}

/// The smallest set that has the best score of `set`: variables leave as long as nothing is lost.
VariableSet smallest_as_good(std::span<const double> best, VariableSet set) {
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (VariableSet rest = set; rest != 0 && !smaller; rest &= rest - 1) {
            const VariableSet without = set & ~(rest & (0 - rest));
            if (best[without] != best[set]) continue;
            set = without;
            smaller = true;
        }
    }
    return set;
}

/// The best last variable of every set.
std::vector<std::uint8_t> best_sinks(const FamilyTable& best) {
    const std::size_t variables = best.variables(), sets = std::size_t{1} << variables;
    std::vector<double> scores(sets, -infinity);
    std::vector<std::uint8_t> sinks(sets, 0);
    scores[0] = 0;
    for (VariableSet set = 1; set < sets; ++set) {
        for (VariableSet rest = set; rest != 0; rest &= rest - 1) {
            const auto v = static_cast<std::size_t>(std::countr_zero(rest));
            const VariableSet others = set & ~set_of(v);
            const double score = scores[others] + best.of(v)[without_room_for(v, others)];
            if (!(score > scores[set])) continue;
            scores[set] = score;
            sinks[set] = static_cast<std::uint8_t>(v);
        }
    }
    return sinks;
}

}  // namespace

std::size_t bytes_of_subset_programming(std::size_t variables) {
    const std::size_t sets = std::size_t{1} << variables;
    return FamilyTable::bytes(variables) + sets * (sizeof(double) + sizeof(std::uint8_t));
}

std::optional<Dag> best_dag(FamilyTable table, SearchWatch& watch, const SearchProgress& progress) {
    const std::size_t variables = table.variables();
    const std::size_t done = watch.for_each(
        variables, [&](std::size_t v) { maximise_over_subsets(table.of(v)); },
        [&](std::size_t) { return progress; });
    if (done < variables) return std::nullopt;
    const std::vector<std::uint8_t> sinks = best_sinks(table);
    std::vector<Arc> arcs;
    for (VariableSet set = (std::size_t{1} << variables) - 1; set != 0;) {
        const std::size_t v = sinks[set];
        set &= ~set_of(v);
        const VariableSet index = without_room_for(v, set);
        if (!std::isfinite(table.of(v)[index])) return std::nullopt;
        const VariableSet parents = with_room_for(v, smallest_as_good(table.of(v), index));
        for (const VariableId parent : variables_of(parents))
            arcs.push_back({parent, VariableId(v)});
    }
    return Dag(variables, arcs);
}

}  // namespace pgm::learners::detail
