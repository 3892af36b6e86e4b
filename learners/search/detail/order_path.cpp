#include <learners/search/detail/order_path.hpp>

#include <learners/search/detail/family_table.hpp>
#include <learners/search/detail/structure_score.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

constexpr double nothing = -infinity;

/// Variables of one group: bounds are kept for every subset of it.
constexpr std::size_t largest_group = 20;

using Groups = std::vector<std::vector<std::size_t>>;

constexpr std::size_t most_variables_of_a_set = 64;

/// The parent sets of the variables of one component, which are numbered from 0, group by group;
/// parents outside of it are always there.
class ComponentSets {
public:
    ComponentSets(const ParentSets& sets, const Groups& groups)
        : sets_(sets), number_(sets.variables(), most_variables_of_a_set) {
        for (const std::vector<std::size_t>& group : groups) {
            for (const std::size_t v : group) {
                number_[v] = members_.size();
                members_.push_back(v);
            }
            group_ends_.push_back(members_.size());
        }
        masks_.resize(members_.size());
        for (std::size_t i = 0; i < members_.size(); ++i)
            for (const ScoredParents& parents : sets.of(members_[i]))
                masks_[i].push_back(mask_of(parents.parents));
    }

    std::size_t variables() const { return members_.size(); }
    VariableSet all() const {
        return variables() == most_variables_of_a_set ? ~VariableSet{0} : set_of(variables()) - 1;
    }
    std::size_t member(std::size_t i) const { return members_[i]; }
    std::span<const std::size_t> group_ends() const { return group_ends_; }

    /// The best parents of the i-th variable among these and all outside; null when there are none.
    const ScoredParents* best(std::size_t i, VariableSet among) const {
        const auto found =
            std::ranges::find_if(masks_[i], [&](VariableSet mask) { return (mask & ~among) == 0; });
        return found == masks_[i].end()
                   ? nullptr
                   : &sets_.of(members_[i])[static_cast<std::size_t>(found - masks_[i].begin())];
    }

    double best_score(std::size_t i, VariableSet among) const {
        const ScoredParents* const found = best(i, among);
        return found ? found->score : nothing;
    }

private:
    VariableSet mask_of(std::span<const VariableId> parents) const {
        VariableSet mask = 0;
        for (const VariableId parent : parents)
            if (const std::size_t i = number_[parent.index()]; i < members_.size())
                mask |= set_of(i);
        return mask;
    }

    const ParentSets& sets_;
    std::vector<std::size_t> members_;  ///< group by group
    std::vector<std::size_t> number_;   ///< in members_; past them for variables outside
    std::vector<std::size_t> group_ends_;
    std::vector<std::vector<VariableSet>> masks_;
};

/// Upper bounds of the score of the variables of one group that have not been placed.
class GroupBound {
public:
    GroupBound(const ComponentSets& sets, std::size_t begin, std::size_t end)
        : begin_(begin), mask_((set_of(end - begin) - 1)), bounds_(mask_ + 1, nothing) {
        const VariableSet all = sets.all();
        const VariableSet outside = all & ~(mask_ << begin);
        bounds_[mask_] = 0;
        for (VariableSet placed = mask_; placed-- > 0;)
            for (VariableSet rest = mask_ & ~placed; rest != 0; rest &= rest - 1) {
                const auto v = static_cast<std::size_t>(std::countr_zero(rest));
                const double score = sets.best_score(begin + v, outside | (placed << begin)) +
                                     bounds_[placed | set_of(v)];
                bounds_[placed] = std::max(bounds_[placed], score);
            }
    }

    double of(VariableSet placed) const { return bounds_[placed >> begin_ & mask_]; }

private:
    std::size_t begin_;
    VariableSet mask_;
    std::vector<double> bounds_;
};

std::vector<GroupBound> group_bounds(const ComponentSets& sets) {
    std::vector<GroupBound> bounds;
    std::size_t begin = 0;
    for (const std::size_t end : sets.group_ends()) {
        bounds.emplace_back(sets, begin, end);
        begin = end;
    }
    return bounds;
}

/// What the score of v loses at least when u is none of its parents.
double loss_without(const ParentSets& sets, std::size_t v, std::size_t u) {
    const std::span<const ScoredParents> all = sets.of(v);
    const auto without = std::ranges::find_if(all, [&](const ScoredParents& parents) {
        return !std::ranges::binary_search(parents.parents, VariableId(u));
    });
    return all.empty() || without == all.end() ? infinity : all.front().score - without->score;
}

/// Divides a component so that variables of which each would be a parent of the other are in one
/// group: a bound of a group forbids the cycles within it. The dearest cycles of two come first.
Groups groups_of(const ParentSets& sets, std::span<const std::size_t> component) {
    struct Pair {
        double loss;
        std::size_t a, b;
    };
    std::vector<Pair> pairs;
    for (const std::size_t a : component)
        for (const std::size_t b : component)
            if (a < b)
                pairs.push_back(
                    {std::min(loss_without(sets, a, b), loss_without(sets, b, a)), a, b});
    std::ranges::stable_sort(pairs, std::ranges::greater(), &Pair::loss);
    std::vector<std::size_t> group_of(sets.variables());
    Groups groups(sets.variables());
    for (const std::size_t v : component) {
        group_of[v] = v;
        groups[v] = {v};
    }
    for (const auto& [loss, a, b] : pairs) {
        const std::size_t into = group_of[a], from = group_of[b];
        if (into == from || groups[into].size() + groups[from].size() > largest_group) continue;
        for (const std::size_t v : groups[from]) group_of[v] = into;
        groups[into].insert(groups[into].end(), groups[from].begin(), groups[from].end());
        groups[from].clear();
    }
    std::erase_if(groups, [](const auto& group) { return group.empty(); });
    return groups;
}

struct Reached {
    double score = nothing;
    std::uint8_t last = 0;
    bool completed = false;
};

/// The search in one component.
class OrderPath {
public:
    OrderPath(const ComponentSets& sets, double known, std::size_t max_bytes, SearchWatch& watch)
        : sets_(sets),
          bounds_(group_bounds(sets)),
          known_(known),
          most_sets_(max_bytes / bytes_per_set),
          watch_(watch) {}

    /// Returns whether there is an order that scores more than the known one: that of path().
    bool run() {
        reach(0, 0, 0);
        for (; !open_.empty(); ++completed_) {
            const VariableSet placed = open_.top().set;
            bound_ = open_.top().bound;
            if (placed == sets_.all()) return true;
            constexpr std::size_t sets_between_questions = 1024;
            if (completed_ % sets_between_questions == 0 &&
                !watch_.may_go_on({share(placed), known_, completed_}))
                return false;
            open_.pop();
            if (!reached_.at(placed).completed) complete(placed);
        }
        bound_ = known_;
        return false;
    }

    double bound() const { return std::max(bound_, known_); }
    std::size_t completed() const { return completed_; }

    /// The parents of each variable on the best path.
    std::vector<const ScoredParents*> path() const {
        std::vector<const ScoredParents*> parents(sets_.variables());
        for (VariableSet placed = sets_.all(); placed != 0;) {
            const std::size_t v = reached_.at(placed).last;
            placed &= ~set_of(v);
            parents[v] = sets_.best(v, placed);
        }
        return parents;
    }

private:
    /// An entry of the hash table and about one of the queue.
    static constexpr std::size_t bytes_per_set = 96;

    struct Open {
        double bound;
        VariableSet set;

        /// The largest bound is on top; among equal ones that with more variables.
        bool operator<(const Open& other) const {
            if (bound != other.bound) return bound < other.bound;
            const int mine = std::popcount(set), others = std::popcount(other.set);
            return mine != others ? mine < others : set > other.set;
        }
    };

    double share(VariableSet placed) const {
        return static_cast<double>(std::popcount(placed)) / static_cast<double>(sets_.variables());
    }

    void complete(VariableSet placed) {
        Reached& here = reached_.at(placed);
        here.completed = true;
        const double score = here.score;
        for (VariableSet rest = sets_.all() & ~placed; rest != 0; rest &= rest - 1) {
            const auto v = static_cast<std::size_t>(std::countr_zero(rest));
            reach(placed | set_of(v), score + sets_.best_score(v, placed), v);
        }
    }

    void reach(VariableSet placed, double score, std::size_t last) {
        double bound = score;
        for (const GroupBound& group : bounds_) bound += group.of(placed);
        if (!(bound > known_)) return;
        Reached& there = reached_[placed];
        if (there.completed || !(score > there.score)) return;
        if (reached_.size() > most_sets_)
            throw TooLargeError("exact search keeps more than " + std::to_string(most_sets_) +
                                    " sets of variables, which is past its memory limit",
                                {}, "allow fewer parents (max parents 3), or search with boss");
        there.score = score;
        there.last = static_cast<std::uint8_t>(last);
        open_.push({bound, placed});
    }

    const ComponentSets& sets_;
    std::vector<GroupBound> bounds_;
    double known_;
    double bound_ = infinity;
    std::size_t most_sets_;
    SearchWatch& watch_;
    std::unordered_map<VariableSet, Reached> reached_;
    std::priority_queue<Open> open_;
    std::size_t completed_ = 0;
};

/// The variables by strongly connected component of the possible arcs, ascending in each.
std::vector<std::vector<std::size_t>> components_of(const ParentSets& sets) {
    using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
    Graph graph(sets.variables());
    for (std::size_t v = 0; v < sets.variables(); ++v)
        for (const ScoredParents& candidate : sets.of(v))
            for (const VariableId parent : candidate.parents)
                boost::add_edge(parent.index(), v, graph);
    std::vector<std::size_t> component(sets.variables());
    const std::size_t count = boost::strong_components(
        graph, boost::make_iterator_property_map(component.begin(),
                                                 boost::get(boost::vertex_index, graph)));
    std::vector<std::vector<std::size_t>> components(count);
    for (std::size_t v = 0; v < component.size(); ++v) components[component[v]].push_back(v);
    return components;
}

void require_small(std::size_t variables) {
    if (variables > most_variables_of_a_set)
        throw TooLargeError("exact search takes at most " +
                                std::to_string(most_variables_of_a_set) +
                                " variables that may be on a cycle with each other, not " +
                                std::to_string(variables),
                            {}, "allow fewer parents (max parents 3), or search with boss");
}

/// The best considered parents of a variable among those it has in a DAG.
const ScoredParents* parents_within(const ParentSets& sets, const Dag& dag, std::size_t v) {
    std::vector<VariableId> parents = dag.parents(VariableId(v));
    std::ranges::sort(parents);
    const auto found = std::ranges::find_if(sets.of(v), [&](const ScoredParents& candidate) {
        return std::ranges::includes(parents, candidate.parents);
    });
    return found == sets.of(v).end() ? nullptr : &*found;
}

}  // namespace

OrderPathResult best_order_path(const ParentSets& sets, const Dag& known, std::size_t max_bytes,
                                SearchWatch& watch) {
    std::vector<const ScoredParents*> chosen;
    for (std::size_t v = 0; v < sets.variables(); ++v)
        chosen.push_back(parents_within(sets, known, v));
    const auto components = components_of(sets);
    for (const std::vector<std::size_t>& component : components) require_small(component.size());
    OrderPathResult result;
    for (const std::vector<std::size_t>& component : components) {
        double score = 0;
        for (const std::size_t v : component) score += chosen[v] ? chosen[v]->score : nothing;
        // A bound above the known score by no more than rounding is no better.
        const double margin = std::isfinite(score) ? relative_tolerance * std::abs(score) : 0;
        const ComponentSets own(sets, groups_of(sets, component));
        OrderPath search(own, score + margin, max_bytes, watch);
        if (search.run()) {
            const std::vector<const ScoredParents*> path = search.path();
            for (std::size_t i = 0; i < path.size(); ++i) chosen[own.member(i)] = path[i];
        }
        result.bound += search.bound();
        result.sets += search.completed();
    }
    std::vector<Arc> arcs;
    for (std::size_t v = 0; v < chosen.size(); ++v)
        for (const VariableId parent : chosen[v]->parents) arcs.push_back({parent, VariableId(v)});
    result.dag = Dag(sets.variables(), arcs);
    return result;
}

}  // namespace pgm::learners::detail
