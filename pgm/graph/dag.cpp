#include <pgm/graph/dag.hpp>

#include <pgm/core/error.hpp>
#include <pgm/graph/boost_graph.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace pgm {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

void require_vertex(VariableId v, std::size_t size) {
    if (v.index() < size) return;
    throw ArgumentError("vertex " + std::to_string(v.index()) + " does not exist in a graph of " +
                            std::to_string(size) + " vertices",
                        "vertices are numbered from 0");
}

void require_vertices(std::span<const Arc> arcs, std::size_t size) {
    for (const Arc& arc : arcs) {
        if (arc.parent.index() < size && arc.child.index() < size) continue;
        require_vertex(arc.parent, size);
        require_vertex(arc.child, size);
    }
}

/// Names the cycle, "3 -> 5 -> 3", by its first twenty vertices.
ModelError cycle_error(const std::vector<VariableId>& cycle) {
    constexpr std::size_t shown = 20;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, cycle.size()); ++i)
        text += std::to_string(cycle[i].index()) + " -> ";
    if (cycle.size() > shown) text += "... (" + std::to_string(cycle.size() - shown) + " more) -> ";
    return ModelError(
        "the arcs form a directed cycle: " + text + std::to_string(cycle.front().index()), {},
        "remove or turn one of its arcs");
}

/// Marks the arcs that repeat an earlier one. The arcs are visited parent by parent, and each child
/// remembers the last parent.
std::vector<char> repeated(std::size_t size, std::span<const Arc> arcs) {
    std::vector<std::size_t> first_of_parent(size + 1, 0);
    for (const Arc& arc : arcs) ++first_of_parent[arc.parent.index() + 1];
    for (std::size_t v = 0; v < size; ++v) first_of_parent[v + 1] += first_of_parent[v];
    std::vector<std::size_t> by_parent(arcs.size());
    for (std::size_t i = 0; i < arcs.size(); ++i)
        by_parent[first_of_parent[arcs[i].parent.index()]++] = i;

    std::vector<char> is_repeated(arcs.size(), 0);
    std::vector<std::size_t> last_parent_seen(size, none);
    for (const std::size_t i : by_parent) {
        std::size_t& seen = last_parent_seen[arcs[i].child.index()];
        is_repeated[i] = seen == arcs[i].parent.index();
        seen = arcs[i].parent.index();
    }
    return is_repeated;
}

/// The vertices of a shortest directed path from `from` to `to`, both included; empty when there is
/// none.
std::vector<VariableId> shortest_path(const BoostGraph& graph, VariableId from, VariableId to) {
    std::vector<std::size_t> came_from(boost::num_vertices(graph), none);
    std::vector<std::size_t> queue{from.index()};
    came_from[from.index()] = from.index();
    for (std::size_t head = 0; head < queue.size() && came_from[to.index()] == none; ++head) {
        for (auto [next, end] = boost::adjacent_vertices(queue[head], graph); next != end; ++next) {
            if (came_from[*next] != none) continue;
            came_from[*next] = queue[head];
            queue.push_back(*next);
        }
    }
    std::vector<VariableId> path;
    if (came_from[to.index()] == none) return path;
    for (std::size_t v = to.index(); v != from.index(); v = came_from[v]) path.emplace_back(v);
    path.push_back(from);
    std::reverse(path.begin(), path.end());
    return path;
}

/// Removes vertices without parents until there are none (Kahn 1962). For each vertex that has a
/// remaining parent: one such parent; otherwise `none`.
std::vector<std::size_t> parent_that_stays(std::size_t size, std::span<const Arc> arcs) {
    std::vector<std::size_t> parents_left(size, 0);
    std::vector<std::size_t> first_arc(size + 1, 0);
    for (const Arc& arc : arcs) {
        ++parents_left[arc.child.index()];
        ++first_arc[arc.parent.index() + 1];
    }
    for (std::size_t v = 0; v < size; ++v) first_arc[v + 1] += first_arc[v];
    std::vector<std::size_t> children(arcs.size());
    std::vector<std::size_t> next_slot(first_arc.begin(), first_arc.end() - 1);
    for (const Arc& arc : arcs) children[next_slot[arc.parent.index()]++] = arc.child.index();

    std::vector<std::size_t> peeled;
    for (std::size_t v = 0; v < size; ++v)
        if (parents_left[v] == 0) peeled.push_back(v);
    for (std::size_t head = 0; head < peeled.size(); ++head)
        for (std::size_t slot = first_arc[peeled[head]]; slot < first_arc[peeled[head] + 1]; ++slot)
            if (--parents_left[children[slot]] == 0) peeled.push_back(children[slot]);

    std::vector<std::size_t> stays(size, none);
    for (const Arc& arc : arcs)
        if (parents_left[arc.parent.index()] > 0) stays[arc.child.index()] = arc.parent.index();
    return stays;
}

}  // namespace

void require_vertex(const Dag& dag, VariableId vertex) {
    require_vertex(vertex, dag.size());
}

std::optional<std::vector<VariableId>> find_cycle(std::size_t size, std::span<const Arc> arcs) {
    require_vertices(arcs, size);
    // Most networks declare parents first and are acyclic for that reason.
    if (std::ranges::all_of(arcs, [](const Arc& arc) { return arc.parent < arc.child; }))
        return std::nullopt;
    const std::vector<std::size_t> parent = parent_that_stays(size, arcs);
    const auto start =
        std::find_if(parent.begin(), parent.end(), [](std::size_t p) { return p != none; });
    if (start == parent.end()) return std::nullopt;

    // Every remaining vertex has a remaining parent, so walking from parent to parent must return
    // to a vertex that was passed before.
    std::vector<char> passed(size, 0);
    auto v = static_cast<std::size_t>(start - parent.begin());
    for (; !passed[v]; v = parent[v]) passed[v] = 1;
    std::vector<VariableId> cycle{VariableId(v)};
    for (std::size_t up = parent[v]; up != v; up = parent[up]) cycle.emplace_back(up);
    std::reverse(cycle.begin(), cycle.end());
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
    return cycle;
}

Dag::Dag(std::size_t size) {
    if (size > 0) graph_.reset(std::make_unique<BoostGraph>(size).release());
}

Dag::Dag(const Dag& other) {
    if (other.graph_) graph_.reset(std::make_unique<BoostGraph>(*other.graph_).release());
}

void Dag::Destroy::operator()(BoostGraph* graph) const noexcept {
    std::default_delete<BoostGraph>()(graph);
}

Dag& Dag::operator=(const Dag& other) {
    Dag copy(other);
    graph_.swap(copy.graph_);
    return *this;
}

const BoostGraph& Dag::boost_graph() const {
    static const BoostGraph no_vertices;
    return graph_ ? *graph_ : no_vertices;
}

std::size_t Dag::size() const {
    return boost::num_vertices(boost_graph());
}

std::size_t Dag::arc_count() const {
    return boost::num_edges(boost_graph());
}

std::size_t Dag::in_degree(VariableId v) const {
    return boost::in_degree(v.index(), boost_graph());
}

std::size_t Dag::out_degree(VariableId v) const {
    return boost::out_degree(v.index(), boost_graph());
}

Dag::Dag(std::size_t size, std::span<const Arc> arcs) : Dag(size) {
    if (const auto cycle = find_cycle(size, arcs)) throw cycle_error(*cycle);
    if (std::ranges::is_sorted(arcs, {}, &Arc::child)) {
        add_child_by_child(arcs);
        return;
    }
    const std::vector<char> is_repeated = repeated(size, arcs);
    for (std::size_t i = 0; i < arcs.size(); ++i)
        if (!is_repeated[i])
            boost::add_edge(arcs[i].parent.index(), arcs[i].child.index(), *graph_);
}

/// Adds arcs that are sorted by child, as those of networks are. An arc is repeated if the last
/// child of its parent is the same.
void Dag::add_child_by_child(std::span<const Arc> arcs) {
    struct Seen {
        std::size_t children = 0, last_child = none;
    };
    std::vector<Seen> seen(size());
    for (const Arc& arc : arcs) ++seen[arc.parent.index()].children;
    for (std::size_t v = 0; v < size(); ++v) graph_->out_edge_list(v).reserve(seen[v].children);
    for (const Arc& arc : arcs) {
        const std::size_t parent = arc.parent.index(), child = arc.child.index();
        if (std::exchange(seen[parent].last_child, child) != child)
            boost::add_edge(parent, child, *graph_);
    }
}

VariableId Dag::add_vertex() {
    if (!graph_) graph_.reset(std::make_unique<BoostGraph>().release());
    return VariableId(boost::add_vertex(*graph_));
}

void Dag::add_arc(VariableId parent, VariableId child) {
    if (has_arc(parent, child)) return;
    if (parent == child) throw cycle_error({parent});
    // The new arc closes a cycle exactly when a path leads back from the child to the parent.
    if (out_degree(child) > 0 && in_degree(parent) > 0) {
        std::vector<VariableId> cycle = shortest_path(*graph_, child, parent);
        if (!cycle.empty()) {
            std::rotate(cycle.begin(), cycle.end() - 1, cycle.end());
            throw cycle_error(cycle);
        }
    }
    boost::add_edge(parent.index(), child.index(), *graph_);
}

void Dag::remove_arc(VariableId parent, VariableId child) {
    if (has_arc(parent, child)) boost::remove_edge(parent.index(), child.index(), *graph_);
}

bool Dag::has_arc(VariableId parent, VariableId child) const {
    require_vertex(parent, size());
    require_vertex(child, size());
    // Searches the shorter list: a naive Bayes class may have 100,000 children, each of which has
    // one parent.
    if (in_degree(child) < out_degree(parent)) {
        const auto [first, last] = boost::in_edges(child.index(), *graph_);
        return std::any_of(first, last, [&](const auto& edge) {
            return boost::source(edge, *graph_) == parent.index();
        });
    }
    const auto [first, last] = boost::out_edges(parent.index(), *graph_);
    return std::any_of(first, last, [&](const auto& edge) {
        return boost::target(edge, *graph_) == child.index();
    });
}

std::vector<VariableId> Dag::parents(VariableId child) const {
    require_vertex(child, size());
    std::vector<VariableId> result;
    result.reserve(in_degree(child));
    for (auto [edge, end] = boost::in_edges(child.index(), *graph_); edge != end; ++edge)
        result.emplace_back(boost::source(*edge, *graph_));
    return result;
}

std::vector<VariableId> Dag::children(VariableId parent) const {
    require_vertex(parent, size());
    std::vector<VariableId> result;
    result.reserve(out_degree(parent));
    for (auto [edge, end] = boost::out_edges(parent.index(), *graph_); edge != end; ++edge)
        result.emplace_back(boost::target(*edge, *graph_));
    return result;
}

std::vector<Arc> Dag::arcs() const {
    std::vector<Arc> result;
    result.reserve(arc_count());
    for (std::size_t v = 0; v < size(); ++v)
        for (const VariableId child : children(VariableId(v)))
            result.push_back({VariableId(v), child});
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace pgm
