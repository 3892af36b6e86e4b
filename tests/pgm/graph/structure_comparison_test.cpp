#include <pgm/graph/structure_comparison.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/vertices.hpp>

using namespace pgm;
using namespace pgm::tests::vertices;

TEST_CASE("A reversed arc of a chain counts once between DAGs and not between their classes") {
    const Dag chain(3, std::vector<Arc>{{a, b}, {b, c}}), fork(3, std::vector<Arc>{{b, a}, {b, c}});
    const StructureComparison result = compare_structures(chain, fork);
    CHECK(result.distance == 1);
    CHECK(result.cpdag_distance == 0);
    CHECK(result.skeleton == Agreement{2, 2, 2});
    CHECK(result.arcs == Agreement{1, 2, 2});
    CHECK(result.cpdag == Agreement{2, 2, 2});
    CHECK(result.arcs.precision() == 0.5);
    CHECK(result.arcs.recall() == 0.5);
    CHECK(result.arcs.f1() == 0.5);
}

TEST_CASE("A collider in the place of a chain differs in both edges of the class") {
    const Dag chain(3, std::vector<Arc>{{a, b}, {b, c}}),
        collider(3, std::vector<Arc>{{a, b}, {c, b}});
    const StructureComparison result = compare_structures(chain, collider);
    CHECK(result.distance == 1);
    CHECK(result.cpdag_distance == 2);
    CHECK(result.cpdag == Agreement{0, 2, 2});
    CHECK(result.cpdag.f1() == 0);
}

TEST_CASE("Missing and additional arcs count once each") {
    const Dag truth(4, std::vector<Arc>{{a, b}, {a, c}, {c, d}}),
        other(4, std::vector<Arc>{{b, a}, {a, c}, {a, d}});
    const StructureComparison result = compare_structures(truth, other);
    CHECK(result.distance == 3);  // b -> a reversed, c -> d missing, a -> d additional
    CHECK(result.skeleton == Agreement{2, 3, 3});
    CHECK(result.arcs == Agreement{1, 3, 3});
    CHECK(result.skeleton.recall() == Approx(2.0 / 3));
}

TEST_CASE("A graph without arcs claims nothing wrong and finds nothing") {
    const Dag truth(2, std::vector<Arc>{{a, b}});
    const StructureComparison nothing_claimed = compare_structures(truth, Dag(2)),
                              nothing_true = compare_structures(Dag(2), truth);
    CHECK(nothing_claimed.skeleton.precision() == 1);
    CHECK(nothing_claimed.skeleton.recall() == 0);
    CHECK(nothing_true.arcs.precision() == 0);
    CHECK(nothing_true.arcs.recall() == 1);
    CHECK(compare_structures(Dag(0), Dag(0)).distance == 0);
}

TEST_CASE("The distance is a metric: symmetric, 0 between equals, and no detour is shorter") {
    Rng rng(11);
    for (int trial = 0; trial < 100; ++trial) {
        const Dag x = tests::random_dag(rng, 6, 0.4), y = tests::random_dag(rng, 6, 0.4),
                  z = tests::random_dag(rng, 6, 0.4);
        CHECK(structural_hamming_distance(x, x) == 0);
        CHECK(structural_hamming_distance(x, y) == structural_hamming_distance(y, x));
        CHECK(structural_hamming_distance(x, z) <=
              structural_hamming_distance(x, y) + structural_hamming_distance(y, z));
        CHECK((compare_structures(x, y).cpdag_distance == 0) == markov_equivalent(x, y));
    }
}

TEST_CASE("Structures over different numbers of variables cannot be compared") {
    CHECK_THROWS_WITH(
        compare_structures(Dag(2), Dag(3)),
        "graphs of 2 and 3 vertices cannot be compared (both must be over the same variables)");
}
