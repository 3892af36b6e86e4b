#include <learners/search/detail/equivalence_search.hpp>

#include <learners/score/data_score.hpp>
#include <learners/search/detail/structure_score.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// The number of subsets of neighbours that are tried for one pair, the first ones; there are more
/// only where scores reward cliques without end.
constexpr std::size_t most_subsets = 1024;

using Bits = std::vector<std::uint64_t>;

Bits copy_of(BitRow row) {
    return {row.begin(), row.end()};
}

/// Calls visit(subset) for every subset of `pool` that is a clique together with `fixed`; the empty
/// one first.
class CliqueSubsets {
public:
    CliqueSubsets(const EquivalenceClass& graph, const std::function<void(const Bits&)>& visit)
        : graph_(graph), visit_(visit) {}

    void run(const Bits& fixed, const std::vector<VariableId>& pool) {
        if (!graph_.is_clique(fixed)) return;
        Bits chosen(fixed.size(), 0);
        extend(fixed, chosen, pool, 0);
    }

private:
    void extend(const Bits& clique, Bits& chosen, const std::vector<VariableId>& pool,
                std::size_t from) {
        if (++visited_ > most_subsets) return;
        visit_(chosen);
        for (std::size_t i = from; i < pool.size(); ++i) {
            Bits larger = clique;
            add_member(larger, pool[i].index());
            if (!graph_.is_clique(larger)) continue;
            add_member(chosen, pool[i].index());
            extend(larger, chosen, pool, i + 1);
            remove_member(chosen, pool[i].index());
        }
    }

    const EquivalenceClass& graph_;
    const std::function<void(const Bits&)>& visit_;
    std::size_t visited_ = 0;
};

std::vector<VariableId> united(BitRow a, BitRow b) {
    Bits both = copy_of(a);
    unite(both, b);
    return members_of(both);
}

std::vector<VariableId> difference(BitRow a, BitRow b) {
    Bits rest = copy_of(a);
    for (std::size_t w = 0; w < rest.size(); ++w) rest[w] &= ~b[w];
    return members_of(rest);
}

void sort_best_first(std::vector<ClassOperator>& operators) {
    std::ranges::sort(operators, [](const ClassOperator& a, const ClassOperator& b) {
        return std::tie(b.gain, a.x, a.set) < std::tie(a.gain, b.x, b.set);
    });
}

}  // namespace

EquivalenceSearch::EquivalenceSearch(const DecomposableScore& score, const AllowedArcs& allowed,
                                     SearchWatch& watch, const Dag& start)
    : score_(score),
      allowed_(allowed),
      watch_(watch),
      dag_(start),
      class_(start, allowed),
      tolerance_(relative_tolerance * std::abs(total(score, start))),
      gains_(start.size()),
      operators_(start.size()) {}

void EquivalenceSearch::move_to(const Dag& dag) {
    dag_ = dag;
    class_ = EquivalenceClass(dag, allowed_);
}

const Dag& EquivalenceSearch::dag() {
    if (!dag_) dag_ = member_that_obeys(class_, allowed_).value();
    return *dag_;
}

double EquivalenceSearch::score() {
    return total(score_, dag());
}

void EquivalenceSearch::improve() {
    reported_score_ = score();
    backward();
    for (double before = score(); forward(); before = score())
        if (!backward() || !(score() > before)) break;
}

bool EquivalenceSearch::run(Phase phase) {
    const std::size_t before = steps_;
    to_renew_.resize(class_.size());
    std::iota(to_renew_.begin(), to_renew_.end(), std::size_t{0});
    while (renew_operators(phase, to_renew_) && apply_best(phase)) ++steps_;
    return steps_ > before;
}

bool EquivalenceSearch::renew_operators(Phase phase, const std::vector<std::size_t>& children) {
    std::optional<double> score_now = reported_score_;
    const auto progress = [&] {
        if (!score_now) score_now = score();
        return SearchProgress{0, *score_now, steps_};
    };
    const std::size_t done = watch_.for_each(
        children.size(),
        [&](std::size_t i) {
            const std::size_t y = children[i];
            operators_[y] = phase == Phase::forward ? insertions(y) : deletions(y);
            sort_best_first(operators_[y]);
        },
        [&](std::size_t) { return progress(); });
    return done == children.size() && watch_.may_go_on(progress);
}

const std::map<std::size_t, double>& EquivalenceSearch::improving_gains(
    std::size_t y, const std::vector<VariableId>& parents, BitRow candidates) {
    KnownGains& gains = gains_[y][parents];
    gains.known.resize(words_for(class_.size()));
    const std::vector<VariableId> unknown = difference(candidates, gains.known);
    if (unknown.empty()) return gains.improving;
    std::vector<double> scores(unknown.size());
    score_.additions(VariableId(y), parents, unknown, scores);
    const double base = score_.family(VariableId(y), parents);
    for (std::size_t i = 0; i < unknown.size(); ++i) {
        add_member(gains.known, unknown[i].index());
        const double gain = scores[i] - base;
        if (gain > tolerance_) gains.improving.emplace(unknown[i].index(), gain);
    }
    return gains.improving;
}

std::vector<ClassOperator> EquivalenceSearch::insertions(std::size_t y) {
    // Candidates that share the parents they would join are scored together.
    std::map<std::vector<VariableId>, Bits> candidates;
    const auto request = [&](BitRow xs, BitRow shared) {
        const std::function<void(const Bits&)> join = [&](const Bits& chosen) {
            Bits joined = copy_of(shared);
            unite(joined, chosen);
            const std::vector<VariableId> parents = united(class_.parents(y), joined);
            if (parents.size() >= allowed_.max_parents()) return;
            Bits& together = candidates.try_emplace(parents, xs.size()).first->second;
            unite(together, xs);
        };
        CliqueSubsets(class_, join).run(copy_of(shared), difference(class_.neighbours(y), shared));
    };
    Bits alone(words_for(class_.size()), 0), one = alone;  // alone: beside no neighbour of y
    for (std::size_t x = 0; x < class_.size(); ++x) {
        const VariableId from(x), to(y);
        if (x == y || class_.adjacent(x, y) ||
            (!allowed_.allowed(from, to) && !allowed_.allowed(to, from)))
            continue;
        const Bits shared = class_.neighbours_adjacent_to(y, x);
        if (is_empty(shared)) {
            add_member(alone, x);
            continue;
        }
        add_member(one, x);
        request(one, shared);
        remove_member(one, x);
    }
    if (!is_empty(alone)) request(alone, Bits(alone.size(), 0));
    std::vector<ClassOperator> operators;
    for (const auto& [parents, xs] : candidates)
        for (const auto& [x, gain] : improving_gains(y, parents, xs))
            if (contains(xs, x))
                operators.push_back({x, y, directed_by_insertion(x, y, parents), gain});
    return operators;
}

/// The set T of Insert(x, y, T) by which y gets these parents and x.
std::vector<VariableId> EquivalenceSearch::directed_by_insertion(
    std::size_t x, std::size_t y, std::span<const VariableId> parents) const {
    std::vector<VariableId> set;
    for (const VariableId v : parents)
        if (contains(class_.neighbours(y), v.index()) && !class_.adjacent(x, v.index()))
            set.push_back(v);
    return set;
}

std::vector<ClassOperator> EquivalenceSearch::deletions(std::size_t y) const {
    std::vector<ClassOperator> operators;
    for (const VariableId x : united(class_.parents(y), class_.neighbours(y))) {
        if (allowed_.required(x, VariableId(y)) || allowed_.required(VariableId(y), x)) continue;
        const Bits shared = class_.neighbours_adjacent_to(y, x.index());
        const std::function<void(const Bits&)> offer = [&](const Bits& kept) {
            std::vector<VariableId> with = united(class_.parents(y), kept);
            if (!std::ranges::binary_search(with, x))
                with.insert(std::ranges::upper_bound(with, x), x);
            std::vector<VariableId> without = with;
            std::erase(without, x);
            const double gain =
                score_.family(VariableId(y), without) - score_.family(VariableId(y), with);
            if (gain > tolerance_)
                operators.push_back({x.index(), y, difference(shared, kept), gain});
        };
        CliqueSubsets(class_, offer).run(Bits(shared.size(), 0), members_of(shared));
    }
    return operators;
}

/// The partially directed graph after a valid operator; null when it is not valid.
std::optional<EquivalenceClass> EquivalenceSearch::applied(const ClassOperator& change,
                                                           Phase phase) const {
    const auto [x, y] = std::pair(change.x, change.y);
    if (phase == Phase::forward) {
        Bits blocked = class_.neighbours_adjacent_to(y, x);
        for (const VariableId t : change.set) add_member(blocked, t.index());
        if (class_.has_semidirected_path(y, x, blocked)) return std::nullopt;
        EquivalenceClass graph = class_;
        graph.set_arc(x, y);
        for (const VariableId t : change.set) graph.set_arc(t.index(), y);
        return graph;
    }
    EquivalenceClass graph = class_;
    graph.remove_edge(x, y);
    for (const VariableId h : change.set) {
        graph.set_arc(y, h.index());
        if (contains(class_.neighbours(x), h.index())) graph.set_arc(x, h.index());
    }
    return graph;
}

bool EquivalenceSearch::apply(const ClassOperator& change, Phase phase) {
    const std::optional<EquivalenceClass> graph = applied(change, phase);
    if (!graph) return false;
    const std::optional<Dag> extension = graph->extension();
    if (!extension) return false;
    EquivalenceClass after(*extension);
    std::optional<Dag> member;
    if (!allowed_.all()) {
        if (!(member = member_that_obeys(after, allowed_))) return false;
        after = EquivalenceClass(*member, allowed_);
    }
    dag_ = std::move(member);
    std::swap(class_, after);
    to_renew_ = children_near(after, change);
    return true;
}

bool EquivalenceSearch::apply_best(Phase phase) {
    using Head = std::tuple<double, std::size_t, std::size_t>;  // -gain, y, place in its list
    std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
    const auto add_head = [&](std::size_t y, std::size_t place) {
        if (place < operators_[y].size()) heads.emplace(-operators_[y][place].gain, y, place);
    };
    for (std::size_t y = 0; y < class_.size(); ++y) add_head(y, 0);
    while (!heads.empty()) {
        const auto [negative_gain, y, place] = heads.top();
        heads.pop();
        if (apply(operators_[y][place], phase)) return true;
        add_head(y, place + 1);
    }
    return false;
}

std::vector<std::size_t> EquivalenceSearch::children_near(const EquivalenceClass& before,
                                                          const ClassOperator& change) const {
    std::vector<std::size_t> near;
    for (std::size_t y = 0; y < class_.size(); ++y) {
        const bool beside =
            contains(class_.neighbours(y), change.x) || contains(class_.neighbours(y), change.y);
        if (beside || y == change.x || y == change.y ||
            !std::ranges::equal(before.parents(y), class_.parents(y)) ||
            !std::ranges::equal(before.neighbours(y), class_.neighbours(y)))
            near.push_back(y);
    }
    return near;
}

}  // namespace pgm::learners::detail
