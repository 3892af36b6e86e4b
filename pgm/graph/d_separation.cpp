#include <pgm/graph/d_separation.hpp>

#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/detail/vertex_marks.hpp>

#include <algorithm>
#include <optional>

namespace pgm {

using namespace detail;

namespace {

/// How an active path entered a vertex: along an arc (from a parent) or against one (from a child).
enum EntryDirection : std::size_t { from_parent = 0, from_child = 1 };

/// The breadth-first search. A state is a vertex with the direction of entry, numbered 2 v +
/// direction.
class ActivePathSearch {
public:
    ActivePathSearch(const Dag& dag, std::span<const VariableId> x, std::span<const VariableId> z)
        : dag_(dag),
          known_(mark(dag, z)),
          opens_collider_(mark(dag, ancestral_set(dag, z))),
          came_from_(2 * dag.size(), unseen) {
        // The first vertex of a path is never a collider, so it is treated as if entered from a
        // child. It is its own predecessor.
        for (const VariableId v : marked(mark(dag, x)))
            if (!known_[v.index()]) enter(v, from_child, 2 * v.index() + from_child);
    }

    /// The first state of the search whose vertex is outside Z and satisfies `is_goal`.
    template <class Goal>
    std::optional<std::size_t> run(Goal is_goal) {
        for (; head_ < queue_.size(); ++head_) {
            const std::size_t state = queue_[head_];
            const VariableId v(state / 2);
            if (!known_[v.index()] && is_goal(v)) return state;
            expand(v, static_cast<EntryDirection>(state % 2), state);
        }
        return std::nullopt;
    }

    std::vector<VariableId> path_to(std::size_t state) const {
        std::vector<VariableId> path;
        for (; came_from_[state] != state; state = came_from_[state]) path.emplace_back(state / 2);
        path.emplace_back(state / 2);
        std::reverse(path.begin(), path.end());
        return path;
    }

private:
    static constexpr std::size_t unseen = static_cast<std::size_t>(-1);

    void enter(VariableId v, EntryDirection direction, std::size_t previous) {
        const std::size_t state = 2 * v.index() + direction;
        if (came_from_[state] != unseen) return;
        came_from_[state] = previous;
        queue_.push_back(state);
    }

    void expand(VariableId v, EntryDirection direction, std::size_t state) {
        const bool known = known_[v.index()];
        // Going back up from a vertex that was entered from a parent makes it a collider.
        const bool may_go_up = direction == from_parent ? opens_collider_[v.index()] != 0 : !known;
        if (may_go_up)
            for (const VariableId parent : sorted(dag_.parents(v)))
                enter(parent, from_child, state);
        if (!known)
            for (const VariableId child : sorted(dag_.children(v)))
                enter(child, from_parent, state);
    }

    /// Sorted, so that the path does not depend on the order in which arcs were added.
    static std::vector<VariableId> sorted(std::vector<VariableId> vertices) {
        std::sort(vertices.begin(), vertices.end());
        return vertices;
    }

    const Dag& dag_;
    VertexMarks known_;
    VertexMarks opens_collider_;  ///< in Z or with a descendant in Z
    std::vector<std::size_t> came_from_;
    std::vector<std::size_t> queue_;
    std::size_t head_ = 0;
};

}  // namespace

DSeparation d_separation(const Dag& dag, std::span<const VariableId> x,
                         std::span<const VariableId> y, std::span<const VariableId> z) {
    const VertexMarks goals = mark(dag, y);
    ActivePathSearch search(dag, x, z);
    const std::optional<std::size_t> reached =
        search.run([&](VariableId v) { return goals[v.index()] != 0; });
    if (!reached) return {};
    return {false, search.path_to(*reached)};
}

std::vector<VariableId> d_connected(const Dag& dag, std::span<const VariableId> x,
                                    std::span<const VariableId> z) {
    VertexMarks reached(dag.size(), 0);
    ActivePathSearch(dag, x, z).run([&](VariableId v) {
        reached[v.index()] = 1;
        return false;
    });
    return marked(reached);
}

}  // namespace pgm
