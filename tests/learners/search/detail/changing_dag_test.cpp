#include <learners/search/detail/changing_dag.hpp>

#include <learners/search/detail/equivalence_class.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/equivalence.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>

using namespace pgm;
using namespace pgm::learners::detail;
using namespace pgm::tests;

TEST_CASE("ChangingDag: after any changes it knows its descendants and its cycles",
          "[learners][search][property]") {
    Rng rng(1);
    for (int trial = 0; trial < 20; ++trial) {
        const std::size_t size = 2 + rng.below(80);
        Dag expected = random_dag(rng, size, 2.0 / static_cast<double>(size));
        ChangingDag dag(expected);
        for (int change = 0; change < 60; ++change) {
            const std::size_t from = rng.below(size), to = rng.below(size);
            const VariableId parent(from), child(to);
            if (from == to) continue;
            if (expected.has_arc(parent, child)) {
                Dag without = expected;
                without.remove_arc(parent, child);
                const auto below = descendants(without, parent);
                CHECK(dag.may_reverse(from, to) != std::ranges::binary_search(below, child));
                expected = without;
                dag.remove(from, to);
            } else if (!expected.has_arc(child, parent)) {
                const auto below = descendants(expected, child);
                CHECK(dag.may_add(from, to) != std::ranges::binary_search(below, parent));
                if (!dag.may_add(from, to)) continue;
                expected.add_arc(parent, child);
                dag.add(from, to);
            }
            CHECK(members_of(dag.descendants(from)) == descendants(expected, parent));
            CHECK(members_of(dag.descendants(to)) == descendants(expected, child));
        }
        CHECK(dag.dag() == expected);
    }
}

TEST_CASE("EquivalenceClass: its extension is a member of the class",
          "[learners][search][property]") {
    Rng rng(2);
    for (int trial = 0; trial < 200; ++trial) {
        const std::size_t size = 1 + rng.below(70);
        const Dag dag = random_dag(rng, size, 3.0 / static_cast<double>(size));
        const auto member = EquivalenceClass(dag).extension();
        REQUIRE(member.has_value());
        CHECK(markov_equivalent(*member, dag));
    }
}

TEST_CASE("EquivalenceClass: what has no member has no extension", "[learners][search]") {
    // A square without chords or directions: one vertex would have two parents that are not
    // adjacent.
    EquivalenceClass chain(
        Dag(4, std::vector<Arc>{{VariableId(std::size_t{0}), VariableId(std::size_t{1})}}));
    chain.set_arc(1, 2);
    chain.set_arc(2, 3);
    chain.set_arc(3, 1);
    CHECK_FALSE(chain.extension().has_value());
}
