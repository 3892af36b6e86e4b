#include <learners/search/score_search.hpp>

#include <learners/score/data_score.hpp>
#include <learners/search/detail/order_path.hpp>
#include <learners/search/detail/structure_score.hpp>
#include <learners/search/detail/subset_programming.hpp>
#include <pgm/core/error.hpp>

#include <cmath>
#include <limits>
#include <string>

namespace pgm::learners {
namespace {

using namespace detail;

constexpr std::size_t most_variables_of_a_set = 64;

/// Of one parent set while those of its size are made: itself and the last size.
constexpr std::size_t bytes_per_family = 64;

bool programming_fits(std::size_t variables, std::size_t max_bytes) {
    return variables <= FamilyTable::most_variables &&
           bytes_of_subset_programming(variables) <= max_bytes;
}

void require_few_families(std::size_t variables, const AllowedArcs& allowed,
                          std::size_t max_bytes) {
    if (variables > most_variables_of_a_set)
        throw TooLargeError("exact search takes at most " +
                                std::to_string(most_variables_of_a_set) + " variables, not " +
                                std::to_string(variables),
                            {}, "search with boss");
    const std::size_t families = ParentSets::families(variables, allowed);
    if (families <= max_bytes / bytes_per_family) return;
    const bool countless = families == std::numeric_limits<std::size_t>::max();
    throw TooLargeError(
        "exact search over " + std::to_string(variables) + " variables would have to score " +
            (countless ? "more than 10^18" : std::to_string(families)) +
            " families, which is past its memory limit of " + std::to_string(max_bytes) + " bytes",
        {}, "allow fewer parents (max parents 3), or search with boss");
}

/// The better of two structures, with what is known of the search.
LearnedStructure better(const DecomposableScore& score, LearnedStructure known,
                        std::optional<Dag> found, const SearchWatch& watch) {
    known.partial = watch.stopped();
    if (!found) return known;
    const double best = total(score, *found);
    if (best > known.score) {
        known.dag = std::move(*found);
        known.score = best;
    }
    return known;
}

}  // namespace

LearnedStructure exact_search(const DecomposableScore& score, const Constraints& constraints,
                              const SearchControl& control, const Exact& options) {
    const std::size_t variables = score.variables();
    const AllowedArcs allowed(variables, constraints);
    const bool programming = programming_fits(variables, options.max_bytes);
    if (!programming) require_few_families(variables, allowed, options.max_bytes);
    SearchWatch watch(control);
    LearnedStructure known = hill_climbing(score, constraints, watch.rest());
    known.iterations = 0;
    const SearchProgress progress{0, known.score, 0};
    if (known.partial || !watch.may_go_on(progress)) {
        known.partial = true;
        return known;
    }
    if (programming) {
        FamilyTable table(variables);
        std::optional<Dag> found;
        if (table.fill(score, allowed, watch, progress))
            found = best_dag(std::move(table), watch, progress);
        known.iterations = found ? std::size_t{1} << variables : 0;
        return better(score, std::move(known), std::move(found), watch);
    }
    const auto sets = ParentSets::find(score, allowed, watch, progress);
    if (!sets) return better(score, std::move(known), std::nullopt, watch);
    // A bound above the score of the climbed structure by no more than rounding is no better.
    const double margin = relative_tolerance * std::abs(known.score);
    OrderPathResult path = best_order_path(*sets, known.score + margin, options.max_bytes, watch);
    known.iterations = path.sets;
    return better(score, std::move(known), std::move(path.dag), watch);
}

}  // namespace pgm::learners
