#include <pgm/graph/ancestry.hpp>

#include <pgm/core/error.hpp>
#include <pgm/graph/d_separation.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>

using namespace pgm;

using Ids = std::vector<VariableId>;

TEST_CASE("A Markov blanket holds parents, children and the children's other parents, each once") {
    // 0 -> 1 -> 2 <- 3, 1 -> 4 <- 3, 4 -> 5
    const auto id = [](std::size_t i) { return VariableId(i); };
    const Dag dag(6, std::vector<Arc>{{id(0), id(1)},
                                      {id(1), id(2)},
                                      {id(3), id(2)},
                                      {id(1), id(4)},
                                      {id(3), id(4)},
                                      {id(4), id(5)}});
    CHECK(markov_blanket(dag, id(1)) == Ids{id(0), id(2), id(3), id(4)});
    CHECK(markov_blanket(dag, id(5)) == Ids{id(4)});
    CHECK_THROWS_AS(markov_blanket(dag, id(6)), ArgumentError);
}

TEST_CASE(
    "A Markov blanket separates its variable from all others and no smaller set of its members "
    "does") {
    Rng rng(3);
    for (int trial = 0; trial < 100; ++trial) {
        const Dag dag = tests::random_dag(rng, 7, 0.3);
        const VariableId v(rng.below(7));
        const Ids blanket = markov_blanket(dag, v);
        const auto others = [&](const Ids& given) {
            Ids rest;
            for (std::size_t u = 0; u < 7; ++u)
                if (VariableId(u) != v &&
                    std::find(given.begin(), given.end(), VariableId(u)) == given.end())
                    rest.emplace_back(u);
            return rest;
        };
        CHECK(d_separation(dag, Ids{v}, others(blanket), blanket).separated);
        for (std::size_t leave_out = 0; leave_out < blanket.size(); ++leave_out) {
            Ids smaller = blanket;
            smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(leave_out));
            CHECK_FALSE(d_separation(dag, Ids{v}, others(smaller), smaller).separated);
        }
    }
}
