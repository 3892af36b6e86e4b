#include <pgm/graph/detail/vertex_marks.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::detail;

TEST_CASE("Marks hold a set: in order and without doubles") {
    const Dag dag(4);
    const std::vector<VariableId> list{VariableId(3), VariableId(1), VariableId(3)};
    CHECK(mark(dag, list) == VertexMarks{0, 1, 0, 1});
    CHECK(marked(mark(dag, list)) == std::vector{VariableId(1), VariableId(3)});
}

TEST_CASE("A vertex outside the graph cannot be marked") {
    const std::vector<VariableId> list{VariableId(4)};
    CHECK_THROWS_WITH(
        mark(Dag(4), list),
        "vertex 4 does not exist in a graph of 4 vertices (vertices are numbered from 0)");
}
