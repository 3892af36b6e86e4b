#include <learners/search/boss.hpp>

#include <learners/score/data_score.hpp>
#include <learners/search/detail/equivalence_search.hpp>
#include <learners/search/detail/grow_shrink_tree.hpp>
#include <learners/search/detail/structure_score.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/random.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace pgm::learners {
namespace {

using namespace detail;

using Order = std::vector<std::size_t>;

class OrderSearch {
public:
    OrderSearch(const DecomposableScore& score, const AllowedArcs& allowed, SearchWatch& watch,
                double first_score)
        : size_(score.variables()), allowed_(allowed), watch_(watch), score_(first_score) {
        for (std::size_t v = 0; v < size_; ++v) trees_.emplace_back(score, allowed, VariableId(v));
    }

    std::size_t steps() const { return steps_; }

    /// Computes what every order needs. Returns false when stopped.
    bool prepare() {
        return watch_.for_each(
                   size_, [&](std::size_t v) { trees_[v].plant(); },
                   [&](std::size_t) {
                       return SearchProgress{0, score_, steps_};
                   }) == size_;
    }

    /// Moves variables to better places until none is left.
    void improve(Order& order, double fraction) {
        for (bool moved = true; moved;) {
            moved = false;
            const Order turn = order;
            for (const std::size_t v : turn) {
                if (!watch_.may_go_on({fraction, score_, steps_})) return;
                if (!move_to_best_place(order, v)) continue;
                moved = true;
                ++steps_;
            }
        }
    }

    Dag dag(const Order& order) {
        std::vector<Arc> arcs;
        std::vector<std::uint64_t> before(words_for(size_), 0);
        for (const std::size_t v : order) {
            for (const VariableId parent : trees_[v].parents(before))
                arcs.push_back({parent, VariableId(v)});
            add_member(before, v);
        }
        return Dag(size_, arcs);
    }

private:
    /// The scores of an order in which `moved` stands before the i-th of the others: `own` is the
    /// score of `moved` there; the i-th has the score `with` when `moved` stands before it.
    struct PlaceScores {
        std::vector<double> own, with, without;
    };

    PlaceScores place_scores(const Order& others, std::size_t moved) {
        PlaceScores scores{std::vector<double>(size_), std::vector<double>(size_ - 1),
                           std::vector<double>(size_ - 1)};
        // Every tree is walked by one thread: that of `moved`, which has most to do, comes first.
        parallel_for(size_, watch_.threads(), [&](std::size_t begin, std::size_t end) {
            std::vector<std::uint64_t> before(words_for(size_), 0);
            if (begin == 0) {
                scores.own[0] = trees_[moved].score(before);
                for (std::size_t i = 0; i + 1 < size_; ++i) {
                    add_member(before, others[i]);
                    scores.own[i + 1] = trees_[moved].score(before);
                }
                std::ranges::fill(before, 0);
            }
            const std::size_t first = std::max<std::size_t>(begin, 1) - 1;
            for (std::size_t i = 0; i < first; ++i) add_member(before, others[i]);
            for (std::size_t i = first; i + 1 < end; ++i) {
                scores.without[i] = trees_[others[i]].score(before);
                add_member(before, moved);
                scores.with[i] = trees_[others[i]].score(before);
                remove_member(before, moved);
                add_member(before, others[i]);
            }
        });
        return scores;
    }

    /// Where required arcs let a variable stand among the others: [first, last].
    std::pair<std::size_t, std::size_t> places(const Order& others, std::size_t moved) const {
        std::size_t first = 0, last = others.size();
        for (std::size_t i = 0; i < others.size(); ++i) {
            const VariableId other(others[i]), v(moved);
            if (allowed_.required(other, v)) first = i + 1;
            if (allowed_.required(v, other)) last = std::min(last, i);
        }
        return {first, last};
    }

    bool move_to_best_place(Order& order, std::size_t moved) {
        const auto now = static_cast<std::size_t>(std::ranges::find(order, moved) - order.begin());
        Order others = order;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(now));
        const PlaceScores scores = place_scores(others, moved);
        std::vector<double> totals(size_);
        double all_after = std::accumulate(scores.with.begin(), scores.with.end(), 0.0);
        for (std::size_t place = 0; place < size_; ++place) {
            totals[place] = all_after + scores.own[place];
            if (place < others.size()) all_after += scores.without[place] - scores.with[place];
        }
        const auto [first, last] = places(others, moved);
        std::size_t best = now;
        for (std::size_t place = first; place <= last; ++place)
            if (totals[place] > totals[best] + margin_ * std::abs(totals[best])) best = place;
        score_ = totals[best];
        if (best == now) return false;
        others.insert(others.begin() + static_cast<std::ptrdiff_t>(best), moved);
        order = std::move(others);
        return true;
    }

    std::size_t size_;
    const AllowedArcs& allowed_;
    SearchWatch& watch_;
    std::vector<GrowShrinkTree> trees_;
    double score_;
    /// Relative: the totals are sums of as many scores as there are variables.
    double margin_ = std::max(relative_tolerance, 4 * static_cast<double>(size_) *
                                                      std::numeric_limits<double>::epsilon());
    std::size_t steps_ = 0;
};

/// An order in which required parents come first and which otherwise follows `wish`.
Order order_like(const Order& wish, const AllowedArcs& allowed) {
    const std::size_t size = wish.size();
    std::vector<std::vector<std::size_t>> parents(size);
    for (const Arc& arc : allowed.required_arcs())
        parents[arc.child.index()].push_back(arc.parent.index());
    Order order;
    std::vector<bool> placed(size, false);
    while (order.size() < size) {
        for (const std::size_t v : wish) {
            const bool ready =
                std::ranges::all_of(parents[v], [&](std::size_t p) { return placed[p]; });
            if (placed[v] || !ready) continue;
            placed[v] = true;
            order.push_back(v);
        }
    }
    return order;
}

Order first_order(std::size_t size, const Constraints& constraints) {
    Order order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!constraints.tiers.empty())
        std::ranges::stable_sort(order, {},
                                 [&](std::size_t v) { return constraints.tiers[v].value_or(0); });
    return order;
}

void shuffle(Order& order, Rng& rng) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
}

}  // namespace

LearnedStructure best_order_score_search(const DecomposableScore& score,
                                         const Constraints& constraints,
                                         const SearchControl& control, const Boss& options) {
    const std::size_t size = score.variables();
    require_space_for_pairs(size);
    const AllowedArcs allowed(size, constraints);
    SearchWatch watch(control);
    LearnedStructure best{.dag = Dag(size, allowed.required_arcs())};
    require_finite_score(score, best.dag);
    best.score = total(score, best.dag);
    OrderSearch search(score, allowed, watch, best.score);
    const bool prepared = size > 1 && search.prepare();
    Order wish = first_order(size, constraints);
    Rng rng(options.seed);
    for (std::size_t start = 0; prepared && start < std::max<std::size_t>(options.starts, 1);
         ++start) {
        if (start > 0) shuffle(wish, rng);
        Order order = order_like(wish, allowed);
        search.improve(order, static_cast<double>(start) / static_cast<double>(options.starts));
        EquivalenceSearch classes(score, allowed, watch, search.dag(order));
        classes.backward();
        best.iterations += classes.steps();
        if (classes.score() > best.score + relative_tolerance * std::abs(best.score)) {
            best.dag = classes.dag();
            best.score = classes.score();
        }
        if (watch.stopped()) break;
    }
    best.iterations += search.steps();
    best.partial = watch.stopped();
    return best;
}

}  // namespace pgm::learners
