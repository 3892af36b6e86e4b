#include <pgm/graph/ancestry.hpp>

#include <pgm/graph/detail/vertex_marks.hpp>

namespace pgm {

using namespace detail;

namespace {

/// Marks the vertices that one or more steps lead to. `step` lists the neighbours of a vertex.
template <class Step>
VertexMarks reach(const Dag& dag, std::span<const VariableId> start, Step step) {
    VertexMarks expanded = mark(dag, start);
    std::vector<VariableId> stack = marked(expanded);
    VertexMarks reached(dag.size(), 0);
    while (!stack.empty()) {
        const VariableId v = stack.back();
        stack.pop_back();
        for (const VariableId next : step(v)) {
            reached[next.index()] = 1;
            if (expanded[next.index()]) continue;
            expanded[next.index()] = 1;
            stack.push_back(next);
        }
    }
    return reached;
}

VertexMarks ancestor_marks(const Dag& dag, std::span<const VariableId> vertices) {
    return reach(dag, vertices, [&](VariableId v) { return dag.parents(v); });
}

}  // namespace

std::vector<VariableId> ancestors(const Dag& dag, std::span<const VariableId> vertices) {
    return marked(ancestor_marks(dag, vertices));
}

std::vector<VariableId> ancestors(const Dag& dag, VariableId vertex) {
    return ancestors(dag, std::span(&vertex, 1));
}

std::vector<VariableId> descendants(const Dag& dag, std::span<const VariableId> vertices) {
    return marked(reach(dag, vertices, [&](VariableId v) { return dag.children(v); }));
}

std::vector<VariableId> descendants(const Dag& dag, VariableId vertex) {
    return descendants(dag, std::span(&vertex, 1));
}

std::vector<VariableId> ancestral_set(const Dag& dag, std::span<const VariableId> vertices) {
    VertexMarks marks = ancestor_marks(dag, vertices);
    for (const VariableId v : vertices) marks[v.index()] = 1;
    return marked(marks);
}

std::vector<VariableId> within_steps(const Dag& dag, std::span<const VariableId> from,
                                     std::size_t steps) {
    std::vector<bool> is_reached(dag.size(), false);
    std::vector<VariableId> reached, last(from.begin(), from.end());
    for (const VariableId vertex : from) is_reached[vertex.index()] = true;
    for (; steps > 0 && !last.empty(); --steps) {
        std::vector<VariableId> next;
        const auto reach = [&](VariableId vertex) {
            if (is_reached[vertex.index()]) return;
            is_reached[vertex.index()] = true;
            next.push_back(vertex);
        };
        for (const VariableId vertex : last) {
            for (const VariableId parent : dag.parents(vertex)) reach(parent);
            for (const VariableId child : dag.children(vertex)) reach(child);
        }
        last = std::move(next);
    }
    for (std::size_t v = 0; v < is_reached.size(); ++v)
        if (is_reached[v]) reached.emplace_back(v);
    return reached;
}

}  // namespace pgm
