#include <pgm/causal/adjustment.hpp>
#include <pgm/causal/detail/causal_pair.hpp>
#include <pgm/causal/detail/variable_sets.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/d_separation.hpp>

#include <algorithm>
#include <optional>

namespace pgm {

using namespace detail;

namespace {

class FrontDoorSearch {
public:
    FrontDoorSearch(const CausalGraph& graph, VariableId cause, VariableId effect, std::size_t most)
        : dag_(graph.dag()), cause_(cause), effect_(effect), most_(most) {
        const Dag cut = without_arcs_from(dag_, std::span(&cause_, 1));
        // A cause whose arcs are cut is d-connected by back-door paths alone.
        const VariableSet behind = d_connected(cut, std::span(&cause_, 1), {});
        // No minimal set has a member that is no ancestor of the effect: such a variable is on no
        // directed path to it, nor on a back-door path that the cause leaves open.
        candidates_ = set_intersection(ancestral_set(dag_, std::span(&effect_, 1)),
                                       set_difference(graph.observed(), behind));
        candidates_ = set_difference(candidates_, set_of(std::vector{cause, effect}));
        // A step searches the graph a few times; together about a second.
        constexpr std::size_t most_visits = 2'000'000;
        steps_left_ = most_visits / (dag_.size() + dag_.arc_count());
    }

    VariableSets run() {
        branch({}, candidates_);
        sort_by_size(found_.sets);
        return std::move(found_);
    }

private:
    /// Lists the minimal sets with the members `in`, and of the others only such in `may`.
    void branch(const VariableSet& in, const VariableSet& may) {
        if (!found_.complete) return;
        if (found_.sets.size() > most_ || steps_left_ == 0) {
            found_.sets.resize(std::min(found_.sets.size(), most_));
            found_.complete = false;
            return;
        }
        --steps_left_;
        const VariableSet largest = largest_set(may);
        if (!has_all(largest, in) || !directed_path(largest).empty()) return;
        const std::vector<VariableId> path = open_path(in);
        if (path.empty()) {
            if (is_minimal(in)) found_.sets.push_back(in);
            return;
        }
        // Some variable of the path is a member, and this one is or is not.
        const VariableSet free = set_difference(largest, in);
        const auto one = std::ranges::find_if(
            path, [&](VariableId variable) { return has_member(free, variable); });
        if (one == path.end()) return;
        branch(set_union(in, VariableSet{*one}), largest);
        branch(in, set_difference(largest, VariableSet{*one}));
    }

    /// A path that keeps a set from being a front-door set: a directed one around it, or a
    /// back-door path from a member to the effect. Empty where there is none.
    std::vector<VariableId> open_path(const VariableSet& set) const {
        const std::vector<VariableId> around = directed_path(set);
        if (!around.empty()) return around;
        return d_separation(without_arcs_from(dag_, set), set, std::span(&effect_, 1),
                            std::span(&cause_, 1))
            .active_path;
    }

    /// The largest set among these without an open back-door path to the effect.
    VariableSet largest_set(VariableSet set) const {
        for (;;) {
            const Dag cut = without_arcs_from(dag_, set);
            const VariableSet open =
                d_connected(cut, std::span(&effect_, 1), std::span(&cause_, 1));
            VariableSet rest = set_difference(set, open);
            if (rest.size() == set.size()) return set;
            set = std::move(rest);
        }
    }

    /// A directed path from the cause to the effect without a member of the set.
    std::vector<VariableId> directed_path(const VariableSet& set) const {
        std::vector<VariableId> stack{cause_};
        std::vector<std::optional<VariableId>> came_from(dag_.size());
        while (!stack.empty() && !came_from[effect_.index()]) {
            const VariableId vertex = stack.back();
            stack.pop_back();
            for (const VariableId child : dag_.children(vertex)) {
                if (came_from[child.index()] || has_member(set, child)) continue;
                came_from[child.index()] = vertex;
                stack.push_back(child);
            }
        }
        std::vector<VariableId> path;
        if (!came_from[effect_.index()]) return path;
        for (VariableId at = effect_; at != cause_; at = *came_from[at.index()]) path.push_back(at);
        return path;
    }

    bool is_minimal(const VariableSet& set) const {
        return std::ranges::none_of(set, [&](VariableId member) {
            return directed_path(largest_set(set_difference(set, VariableSet{member}))).empty();
        });
    }

    const Dag& dag_;
    VariableId cause_, effect_;
    VariableSet candidates_;
    std::size_t most_, steps_left_ = 0;
    VariableSets found_;
};

}  // namespace

VariableSets front_door_sets(const CausalGraph& graph, VariableId cause, VariableId effect,
                             std::size_t most) {
    require_pair(graph, cause, effect);
    return FrontDoorSearch(graph, cause, effect, most).run();
}

}  // namespace pgm
