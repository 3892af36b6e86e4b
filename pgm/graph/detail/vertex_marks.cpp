#include <pgm/graph/detail/vertex_marks.hpp>

namespace pgm::detail {

VertexMarks mark(const Dag& dag, std::span<const VariableId> vertices) {
    VertexMarks marks(dag.size(), 0);
    for (const VariableId v : vertices) {
        require_vertex(dag, v);
        marks[v.index()] = 1;
    }
    return marks;
}

std::vector<VariableId> marked(const VertexMarks& marks) {
    std::vector<VariableId> vertices;
    for (std::size_t v = 0; v < marks.size(); ++v)
        if (marks[v]) vertices.emplace_back(v);
    return vertices;
}

}  // namespace pgm::detail
