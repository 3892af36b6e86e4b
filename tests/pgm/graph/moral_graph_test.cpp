#include <pgm/graph/boost_graph.hpp>

#include <pgm/graph/ancestry.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>

#include <boost/graph/connected_components.hpp>

using namespace pgm;

TEST_CASE("The moral graph marries parents and joins no two vertices twice") {
    // 0 -> 2 <- 1, 0 -> 3 <- 1, 2 -> 3
    const auto id = [](std::size_t i) { return VariableId(i); };
    const UndirectedGraph moral = moral_graph(Dag(
        5, std::vector<Arc>{
               {id(0), id(2)}, {id(1), id(2)}, {id(0), id(3)}, {id(1), id(3)}, {id(2), id(3)}}));
    CHECK(boost::num_edges(moral) == 6);  // the complete graph on four vertices
    CHECK(boost::edge(0, 1, moral).second);
    std::vector<int> component(5);
    CHECK(boost::connected_components(moral, component.data()) == 2);
}

TEST_CASE("Two vertices are neighbours in the moral graph exactly when some table has both") {
    Rng rng(4);
    for (int trial = 0; trial < 100; ++trial) {
        const Dag dag = tests::random_dag(rng, 7, 0.4);
        const UndirectedGraph moral = moral_graph(dag);
        for (std::size_t u = 0; u < 7; ++u) {
            for (std::size_t v = 0; v < u; ++v) {
                bool together = false;
                for (std::size_t child = 0; child < 7; ++child) {
                    const auto in_family = [&](std::size_t w) {
                        return w == child || dag.has_arc(VariableId(w), VariableId(child));
                    };
                    together = together || (in_family(u) && in_family(v));
                }
                CHECK(boost::edge(u, v, moral).second == together);
            }
        }
    }
}
