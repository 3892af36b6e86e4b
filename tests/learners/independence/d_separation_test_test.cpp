#include <learners/independence/independence_test.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/vertices.hpp>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests::vertices;

TEST_CASE("The graph's test separates the ends of a chain and joins those of a collider",
          "[learners]") {
    const DSeparationTest chain(Dag(3, std::vector<Arc>{{a, b}, {b, c}})),
        collider(Dag(3, std::vector<Arc>{{a, b}, {c, b}}));
    CHECK(chain.test(a, c, {}).p == 0);
    CHECK(chain.test(a, c, Ids{b}).p == 1);
    CHECK(collider.test(a, c, {}).p == 1);
    CHECK(collider.test(a, c, Ids{b}).p == 0);
    std::vector<TestResult> results(2);
    chain.tests(a, Ids{b, c}, {}, results);
    CHECK(results == std::vector{chain.test(a, b, {}), chain.test(a, c, {})});
    CHECK(chain.focused_on(Ids{a, b, c}, 1, 1e9) == nullptr);
}

TEST_CASE("A test of what is no pair is refused", "[learners]") {
    const DSeparationTest test{Dag(3)};
    CHECK_THROWS_AS(test.test(a, a, {}), ArgumentError);
    CHECK_THROWS_AS(test.test(a, b, Ids{b}), ArgumentError);
    CHECK_THROWS_AS(test.test(a, b, Ids{c, c}), ArgumentError);
    CHECK_THROWS_WITH(test.test(a, d, {}),
                      "a test names a variable that is not there: there are 3");
}
