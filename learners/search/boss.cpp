#include <learners/search/score_search.hpp>

#include <learners/score/data_score.hpp>
#include <learners/search/detail/equivalence_search.hpp>
#include <learners/search/detail/grow_shrink_tree.hpp>
#include <learners/search/detail/structure_score.hpp>
#include <learners/search/detail/timed_loop.hpp>
#include <learners/search/detail/wider_family.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/graph/ancestry.hpp>

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
    /// The work done so far, in a unit of which each takes about as long.
    std::size_t work() const {
        std::size_t nodes = 0;
        for (const GrowShrinkTree& tree : trees_) nodes += tree.nodes();
        return nodes;
    }

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

    /// Parents that every order may use from now on.
    void add(VariableId child, std::vector<VariableId> parents) {
        trees_[child.index()].add(std::move(parents));
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

    static constexpr std::size_t walks_between_questions = 16;

    /// They are of no use where the search is to stop.
    PlaceScores place_scores(const Order& others, std::size_t moved) {
        PlaceScores scores{std::vector<double>(size_), std::vector<double>(size_ - 1),
                           std::vector<double>(size_ - 1)};
        // Every tree is walked by one thread: that of `moved`, which has most to do, comes first.
        places_loop_.run(size_, watch_.threads(), [&](std::size_t begin, std::size_t end) {
            std::vector<std::uint64_t> before(words_for(size_), 0);
            if (begin == 0) {
                scores.own[0] = trees_[moved].score(before);
                for (std::size_t i = 0; i + 1 < size_; ++i) {
                    if (i % walks_between_questions == 0 && watch_.token().requested()) return;
                    add_member(before, others[i]);
                    scores.own[i + 1] = trees_[moved].score(before);
                }
                std::ranges::fill(before, 0);
            }
            const std::size_t first = std::max<std::size_t>(begin, 1) - 1;
            for (std::size_t i = 0; i < first; ++i) add_member(before, others[i]);
            for (std::size_t i = first; i + 1 < end; ++i) {
                if (i % walks_between_questions == 0 && watch_.token().requested()) return;
                scores.without[i] = trees_[others[i]].score(before);
                add_member(before, moved);
                scores.with[i] = trees_[others[i]].score(before);
                remove_member(before, moved);
                add_member(before, others[i]);
            }
        });
        return scores;
    }

    /// The places that required arcs allow a variable among the others: [first, last].
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
        if (watch_.token().requested()) return false;
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
    TimedLoop places_loop_;
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

Order order_of(const Dag& dag) {
    Order order;
    for (const VariableId v : topological_order(dag)) order.push_back(v.index());
    return order;
}

Order random_order(std::size_t size, const AllowedArcs& allowed, Rng& rng) {
    Order order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = size; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    return order_like(order, allowed);
}

/// The order with about every fourth variable moved to a random place.
Order perturbed(Order order, const AllowedArcs& allowed, Rng& rng) {
    for (std::size_t moves = 1 + order.size() / 4; moves > 0; --moves) {
        const std::size_t from = rng.below(order.size()), to = rng.below(order.size());
        const std::size_t moved = order[from];
        order.erase(order.begin() + static_cast<std::ptrdiff_t>(from));
        order.insert(order.begin() + static_cast<std::ptrdiff_t>(to), moved);
    }
    return order_like(order, allowed);
}

void set_parents(Dag& dag, VariableId child, std::span<const VariableId> parents) {
    for (const VariableId parent : dag.parents(child)) dag.remove_arc(parent, child);
    for (const VariableId parent : parents) dag.add_arc(parent, child);
}

/// Several starts of one search, and the best structure of all of them.
class BossSearch {
public:
    BossSearch(const DecomposableScore& score, const Constraints& constraints,
               const SearchControl& control, const Boss& options)
        : score_(score),
          constraints_(constraints),
          allowed_(score.variables(), constraints),
          watch_(control),
          classes_(score, allowed_, watch_, Dag(score.variables(), allowed_.required_arcs())),
          starts_(1 + options.restarts.value_or(usual_restarts(score.variables()))),
          least_gain_(options.least_gain),
          rng_(options.seed),
          best_{.dag = Dag(score.variables(), allowed_.required_arcs())},
          widened_in_vain_(score.variables()) {
        require_finite_score(score, best_.dag);
        best_.score = total(score, best_.dag);
    }

    LearnedStructure run() {
        OrderSearch search(score_, allowed_, watch_, best_.score);
        if (score_.variables() > 1 && search.prepare()) {
            for (std::size_t start = 0; start < starts_ && !stopped(); ++start) {
                if (std::optional<Order> order = starting_order(start))
                    climb_and_widen(search, std::move(*order), share(start));
                if (has_enough(search)) break;
            }
        }
        best_.iterations += search.steps() + classes_.steps();
        best_.partial = stopped();
        return std::move(best_);
    }

private:
    static std::size_t usual_restarts(std::size_t variables) {
        constexpr std::size_t few = 64, some = 128, many = 256;
        return variables <= few ? 19 : variables <= some ? 9 : variables <= many ? 2 : 1;
    }

    bool stopped() const { return watch_.stopped() || stopped_elsewhere_; }
    double share(std::size_t start) const {
        return static_cast<double>(start) / static_cast<double>(starts_);
    }

    /// True if the latest starts say that further ones do not pay.
    bool has_enough(const OrderSearch& search) {
        constexpr std::size_t most_in_vain = 3, most_work = 10;
        if (!least_gain_) return false;
        if (!scores_.empty() && search.work() > most_work * work_of_first_) return true;
        if (scores_.empty()) work_of_first_ = search.work();
        scores_.push_back(best_.score);
        const std::size_t starts = scores_.size();
        return starts > most_in_vain &&
               best_.score - scores_[starts - 1 - most_in_vain] < *least_gain_;
    }

    /// That of another search's result, which counts as one of this search; then in turn one like
    /// the best so far and a random one. Null when stopped.
    std::optional<Order> starting_order(std::size_t start) {
        if (start > 1 && start % 2 == 0) return perturbed(order_of(best_.dag), allowed_, rng_);
        if (start > 1) return random_order(score_.variables(), allowed_, rng_);
        LearnedStructure other =
            start == 0 ? greedy_equivalence_search(score_, constraints_, watch_.rest())
                       : tabu_search(score_, constraints_, watch_.rest());
        stopped_elsewhere_ = other.partial;
        Order order = order_of(other.dag);
        keep_better(std::move(other));
        return stopped() ? std::nullopt : std::optional(std::move(order));
    }

    void climb_and_widen(OrderSearch& search, Order order, double fraction) {
        climb(search, std::move(order), fraction);
        while (!stopped() && best_.score > widened_score_ && widen(search, fraction))
            climb(search, order_of(best_.dag), fraction);
    }

    /// Orders and equivalence classes in turn, as long as that is a new best.
    void climb(OrderSearch& search, Order order, double fraction) {
        for (bool better = true; better;) {
            search.improve(order, fraction);
            classes_.move_to(search.dag(order));
            classes_.improve();
            better = keep_better({.dag = classes_.dag(), .score = classes_.score()});
            if (better) order = order_of(best_.dag);
        }
    }

    /// Looks for parents that pay together only, among those that can be added to the best
    /// structure without a cycle. Returns whether that is better now.
    bool widen(OrderSearch& search, double fraction) {
        widened_score_ = best_.score;
        const std::size_t size = score_.variables();
        std::vector<std::optional<std::vector<VariableId>>> found(size);
        watch_.for_each(
            size, [&](std::size_t v) { found[v] = wider_parents(VariableId(v)); },
            [&](std::size_t) {
                return SearchProgress{fraction, best_.score, search.steps()};
            });
        LearnedStructure wider = best_;
        for (std::size_t v = 0; v < size; ++v) {
            if (!found[v]) continue;
            const std::vector<VariableId> below = descendants(wider.dag, VariableId(v));
            if (std::ranges::find_first_of(below, *found[v]) == below.end())
                set_parents(wider.dag, VariableId(v), *found[v]);
            search.add(VariableId(v), std::move(*found[v]));
        }
        wider.score = total(score_, wider.dag);
        return keep_better(std::move(wider));
    }

    /// Null where nothing better is found, at once where that is known.
    std::optional<std::vector<VariableId>> wider_parents(VariableId child) {
        std::vector<VariableId> parents = best_.dag.parents(child), candidates, required;
        std::ranges::sort(parents);
        const std::vector<VariableId> below = descendants(best_.dag, child);
        for (std::size_t u = 0; u < score_.variables(); ++u) {
            const VariableId other(u);
            if (other == child) continue;
            if (allowed_.required(other, child)) required.push_back(other);
            if (allowed_.allowed(other, child) && !std::ranges::binary_search(parents, other) &&
                std::ranges::find(below, other) == below.end())
                candidates.push_back(other);
        }
        const std::size_t free = allowed_.max_parents() - parents.size();
        WiderFamily options;
        options.added = std::min(options.added, free);
        std::pair<std::vector<VariableId>, std::vector<VariableId>>& in_vain =
            widened_in_vain_[child.index()];
        if (in_vain == std::pair(parents, candidates)) return std::nullopt;
        auto found = better_parents(score_, child, parents, candidates, required, options);
        if (!found) in_vain = {std::move(parents), std::move(candidates)};
        return found;
    }

    /// Returns whether it was better by more than rounding.
    bool keep_better(LearnedStructure other) {
        if (!is_better(other.score, best_.score)) return false;
        best_.dag = std::move(other.dag);
        best_.score = other.score;
        return true;
    }

    const DecomposableScore& score_;
    const Constraints& constraints_;
    AllowedArcs allowed_;
    SearchWatch watch_;
    EquivalenceSearch classes_;
    std::size_t starts_;
    std::optional<double> least_gain_;
    std::vector<double> scores_;  ///< the best after each start
    std::size_t work_of_first_ = 0;
    Rng rng_;
    LearnedStructure best_;
    double widened_score_ = -infinity;  ///< of the last structure whose parents were widened
    /// The parents of each variable for which, last of all, nothing better was found, and among
    /// which candidates. Without either there is nothing to be found.
    std::vector<std::pair<std::vector<VariableId>, std::vector<VariableId>>> widened_in_vain_;
    bool stopped_elsewhere_ = false;
};

}  // namespace

LearnedStructure boss(const DecomposableScore& score, const Constraints& constraints,
                      const SearchControl& control, const Boss& options) {
    require_space_for_pairs(score.variables());
    return BossSearch(score, constraints, control, options).run();
}

}  // namespace pgm::learners
