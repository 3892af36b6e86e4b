#include <learners/search/score_search.hpp>

#include <learners/score/data_score.hpp>
#include <learners/search/detail/acyclic_choice.hpp>
#include <learners/search/detail/family_table.hpp>
#include <learners/search/detail/structure_score.hpp>
#include <learners/search/detail/subset_programming.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace pgm::learners {
namespace {

using namespace detail;

/// Memory of one parent set of a score without bounds.
constexpr std::size_t bytes_per_family = 64;

bool programming_fits(std::size_t variables, std::size_t max_bytes) {
    return variables <= FamilyTable::most_variables &&
           bytes_of_subset_programming(variables) <= max_bytes;
}

/// True if branch and bound can leave families of every variable out.
bool has_bounds(const DecomposableScore& score) {
    double of_family = 0, bound = 0;
    for (std::size_t v = 0; v < score.variables() && score.variables() > 1; ++v) {
        const VariableId other(v == 0 ? 1 : 0);
        score.bounded_additions(VariableId(v), {}, {&other, 1}, -infinity, {&of_family, 1},
                                {&bound, 1});
        if (bound == infinity) return false;
    }
    return true;
}

void require_few_families(std::size_t variables, const AllowedArcs& allowed,
                          std::size_t max_bytes) {
    const std::size_t families = ParentSets::families(variables, allowed);
    if (families <= max_bytes / bytes_per_family) return;
    const bool countless = families == std::numeric_limits<std::size_t>::max();
    throw TooLargeError(
        "exact search over " + std::to_string(variables) + " variables would have to score " +
            (countless ? "more than 10^18" : std::to_string(families)) +
            " families, which is past its memory limit of " + std::to_string(max_bytes) + " bytes",
        {}, "allow fewer parents (max parents 3), or search with boss");
}

/// The better of two structures.
void keep_better(const DecomposableScore& score, LearnedStructure& best, Dag found) {
    const double of_found = total(score, found);
    if (!(of_found > best.score)) return;
    best.dag = std::move(found);
    best.score = of_found;
}

void program(const DecomposableScore& score, const AllowedArcs& allowed, SearchWatch& watch,
             LearnedStructure& best) {
    const SearchProgress progress{0, best.score, 0};
    FamilyTable table(score.variables());
    std::optional<Dag> found;
    if (table.fill(score, allowed, watch, progress))
        found = best_dag(std::move(table), watch, progress);
    if (!found) return;
    best.iterations = std::size_t{1} << score.variables();
    keep_better(score, best, std::move(*found));
    best.bound = best.score;
}

void branch_and_bound(const DecomposableScore& score, const AllowedArcs& allowed,
                      const Exact& options, SearchWatch& watch, LearnedStructure& best) {
    const ParentSets sets =
        ParentSets::find(score, allowed, options.max_bytes, watch, {0, best.score, 0});
    double bound = 0;
    for (std::size_t v = 0; v < sets.variables(); ++v) bound += sets.bound(v);
    if (sets.is_complete()) {
        AcyclicChoice choice = best_acyclic_choice(sets, best.dag, watch);
        best.iterations = choice.nodes;
        keep_better(score, best, std::move(choice.dag));
        bound = watch.stopped() ? choice.bound : best.score;
    }
    if (std::isfinite(bound)) best.bound = std::max(bound, best.score);
    best.partial = !sets.is_complete();
}

}  // namespace

LearnedStructure exact_search(const DecomposableScore& score, const Constraints& constraints,
                              const SearchControl& control, const Exact& options) {
    const std::size_t variables = score.variables();
    const AllowedArcs allowed(variables, constraints);
    const bool bounded = has_bounds(score);
    const bool programming = !bounded && programming_fits(variables, options.max_bytes);
    if (!bounded && !programming) require_few_families(variables, allowed, options.max_bytes);
    SearchWatch watch(control);
    LearnedStructure best = boss(CachedScore(score), constraints, watch.rest(), options.beginning);
    best.iterations = 0;
    if (!best.partial && watch.may_go_on({0, best.score, 0})) {
        if (programming) {
            program(score, allowed, watch, best);
        } else {
            branch_and_bound(score, allowed, options, watch, best);
        }
    }
    best.partial = best.partial || watch.stopped();
    return best;
}

}  // namespace pgm::learners
