#include <learners/search/detail/skeleton_search.hpp>

#include <learners/search/detail/vertex_search.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// More variables have more pairs than anyone waits for.
constexpr std::size_t most_variables = 100'000;

/// Conditioning sets that a variable tries before the search asks whether it may go on.
constexpr std::size_t sets_at_a_time = 256;

}  // namespace

void require_level(double alpha) {
    if (!(alpha >= 0 && alpha <= 1))
        throw ArgumentError("a level of significance lies between 0 and 1, not at " +
                            to_text(alpha));
}

SkeletonSearch::SkeletonSearch(const IndependenceTest& test, const AllowedArcs& allowed,
                               SearchWatch& watch, double alpha)
    : test_(test), allowed_(allowed), watch_(watch), alpha_(alpha) {
    if (test.variables() > most_variables)
        throw TooLargeError("the pairs of " + std::to_string(test.variables()) +
                                " variables are too many to be tested; at most " +
                                std::to_string(most_variables) + " variables can be searched",
                            {}, "choose fewer columns");
    neighbours_.resize(test.variables());
}

bool SkeletonSearch::joined(VariableId a, VariableId b) const {
    return std::ranges::binary_search(neighbours_[a.index()], b, {}, &Neighbour::other);
}

void SkeletonSearch::run(std::size_t max_conditions) {
    test_pairs();
    for (std::size_t conditions = 1;
         conditions <= max_conditions && has_sets_of(conditions) && !watch_.stopped(); ++conditions)
        run_level(conditions);
}

/// Half of what is left seems to be done after every level.
SearchProgress SkeletonSearch::progress(std::size_t level, double done) const {
    const double left = std::exp2(-static_cast<double>(level));
    return {.fraction = 1 - left * (1 - done / 2), .iterations = tests_};
}

/// The variables of larger numbers to which the constraints allow an arc in some direction.
std::vector<VariableId> SkeletonSearch::partners_behind(VariableId a) const {
    std::vector<VariableId> partners;
    for (std::size_t w = a.index() + 1; w < test_.variables(); ++w)
        if (allowed_.allowed(a, VariableId(w)) || allowed_.allowed(VariableId(w), a))
            partners.emplace_back(w);
    return partners;
}

bool SkeletonSearch::required(VariableId a, VariableId b) const {
    return allowed_.required(a, b) || allowed_.required(b, a);
}

void SkeletonSearch::test_pairs() {
    const std::size_t count = test_.variables();
    NeighbourLists later(count);  // of each variable those of larger numbers
    std::vector<std::size_t> asked(count, 0);
    const auto body = [&](std::size_t v) {
        const VariableId a(v);
        const std::vector<VariableId> partners = partners_behind(a);
        std::vector<TestResult> results(partners.size());
        test_.tests(a, partners, {}, results);
        asked[v] = partners.size();
        for (std::size_t i = 0; i < partners.size(); ++i)
            if (!(results[i].p > alpha_) || required(a, partners[i]))
                later[v].push_back({partners[i], results[i].p, results[i].statistic});
    };
    const std::size_t done = watch_.for_each(count, body, [&](std::size_t so_far) {
        return progress(0, static_cast<double>(so_far) / static_cast<double>(count));
    });
    for (std::size_t v = done; v < count; ++v)  // where it was stopped, what is required stays
        for (const VariableId partner : partners_behind(VariableId(v)))
            if (required(VariableId(v), partner)) later[v].push_back({partner});
    for (std::size_t v = 0; v < count; ++v) {
        tests_ += asked[v];
        join(VariableId(v), later[v]);
    }
    for (std::vector<Neighbour>& list : neighbours_) std::ranges::sort(list, {}, &Neighbour::other);
}

void SkeletonSearch::join(VariableId a, const std::vector<Neighbour>& later) {
    for (const Neighbour& neighbour : later) {
        neighbours_[a.index()].push_back(neighbour);
        neighbours_[neighbour.other.index()].push_back({a, neighbour.p, neighbour.statistic});
    }
}

/// True if some edge has so many further neighbours at one of its ends.
bool SkeletonSearch::has_sets_of(std::size_t conditions) const {
    return std::ranges::any_of(neighbours_, [&](const std::vector<Neighbour>& neighbours) {
        return neighbours.size() > conditions;
    });
}

void SkeletonSearch::run_level(std::size_t conditions) {
    std::vector<VertexSearch> searches;
    for (std::size_t v = 0; v < neighbours_.size(); ++v)
        if (neighbours_[v].size() > conditions)
            searches.emplace_back(test_, allowed_, neighbours_, VariableId(v), conditions, alpha_);
    std::vector<VertexSearch*> open;
    for (VertexSearch& search : searches) open.push_back(&search);
    while (!open.empty() && !watch_.stopped()) {
        const double done =
            1 - static_cast<double>(open.size()) / static_cast<double>(searches.size());
        watch_.for_each(
            open.size(), [&](std::size_t i) { open[i]->advance(sets_at_a_time, watch_.token()); },
            [&](std::size_t) { return progress(conditions, done); });
        std::erase_if(open, [](const VertexSearch* search) { return search->is_done(); });
    }
    close_edges(searches);
    std::vector<SeparatedPair> found, determined;
    for (VertexSearch& search : searches) {
        tests_ += search.tests();
        std::ranges::move(search.found(), std::back_inserter(found));
        std::ranges::move(search.determined(), std::back_inserter(determined));
    }
    separate(std::move(found));
    separate_determined(std::move(determined));
    std::ranges::sort(separated_, {}, &SeparatedPair::pair);
}

/// Edges of which no test of the level had degrees of freedom: strata of a larger set are parts of
/// those in which one of the ends did not vary.
void SkeletonSearch::close_edges(const std::vector<VertexSearch>& searches) {
    for (std::vector<Neighbour>& around : neighbours_)
        for (Neighbour& neighbour : around) neighbour.closed = true;
    const auto open = [&](VariableId v, VariableId other) {
        std::vector<Neighbour>& around = neighbours_[v.index()];
        std::ranges::lower_bound(around, other, {}, &Neighbour::other)->closed = false;
    };
    for (const VertexSearch& search : searches) {
        for (const VariableId other : search.varying()) {
            open(search.vertex(), other);
            open(other, search.vertex());
        }
    }
}

/// Takes the edges away. Of two sets that separate the same pair that of the larger p stays, of
/// equal ones the smaller set.
void SkeletonSearch::separate(std::vector<SeparatedPair> found) {
    std::ranges::sort(found, [](const SeparatedPair& first, const SeparatedPair& second) {
        if (first.pair != second.pair) return first.pair < second.pair;
        if (first.p != second.p) return first.p > second.p;
        return first.given < second.given;
    });
    const auto repeated = std::ranges::unique(found, {}, &SeparatedPair::pair);
    found.erase(repeated.begin(), repeated.end());
    for (SeparatedPair& separated : found) take_away(std::move(separated));
}

/// The weakest edges first, each as long as the set is joined to both of its ends: they then have
/// from the set what they would have from each other. Without this, two variables that determine
/// each other would both lose all their edges.
void SkeletonSearch::separate_determined(std::vector<SeparatedPair> found) {
    std::erase_if(found, [&](const SeparatedPair& separated) {
        return !joined(separated.pair.a, separated.pair.b);
    });
    std::vector<std::pair<Neighbour, SeparatedPair>> edges;
    for (SeparatedPair& separated : found) {
        const std::vector<Neighbour>& around = neighbours_[separated.pair.a.index()];
        const auto edge = std::ranges::lower_bound(around, separated.pair.b, {}, &Neighbour::other);
        edges.emplace_back(*edge, std::move(separated));
    }
    std::ranges::stable_sort(edges, [](const auto& first, const auto& second) {
        return stronger(second.first, first.first);
    });
    for (auto& [edge, separated] : edges) {
        const auto& [a, b] = separated.pair;
        if (std::ranges::all_of(separated.given,
                                [&](VariableId v) { return joined(a, v) && joined(b, v); }))
            take_away(std::move(separated));
    }
}

void SkeletonSearch::take_away(SeparatedPair separated) {
    const auto& [a, b] = separated.pair;
    for (const auto& [v, other] : {std::pair(a, b), std::pair(b, a)})
        std::erase_if(neighbours_[v.index()], [gone = other](const Neighbour& neighbour) {
            return neighbour.other == gone;
        });
    separated_.push_back(std::move(separated));
}

}  // namespace pgm::learners::detail
