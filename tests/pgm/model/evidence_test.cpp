#include <pgm/model/evidence.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/allocation_counter.hpp>
#include <tests/support/catch.hpp>

#include <limits>
#include <vector>

namespace {

using pgm::Evidence;
using pgm::Finding;
using pgm::Intervened;
using pgm::Likelihood;
using pgm::Observed;
using pgm::StateId;
using pgm::VariableId;

pgm::BayesianNetwork wet_grass_and_sprinkler() {
    pgm::NetworkBuilder net =
        pgm::NetworkBuilder::parse("Rain{no|yes} -> Wet{dry|wet}; Sprinkler{off|on}");
    net.cpt("Rain").values({0.5, 0.5});
    net.cpt("Wet").values({1, 0, 0, 1});
    net.cpt("Sprinkler").values({0.5, 0.5});
    return net.build();
}

TEST_CASE("Evidence: findings are sorted by variable, whatever the order in which they came") {
    Evidence forward, backward;
    forward.observe(VariableId{1}, StateId{0}).intervene(VariableId{4}, StateId{2});
    backward.intervene(VariableId{4}, StateId{2}).observe(VariableId{1}, StateId{0});
    CHECK(forward == backward);
    REQUIRE(forward.size() == 2);
    CHECK(forward[0].variable == VariableId{1});
    CHECK(forward[0].finding == Finding(Observed{StateId{0}}));
    CHECK(forward[1].variable == VariableId{4});
    CHECK(forward[1].finding == Finding(Intervened{StateId{2}}));
}

TEST_CASE("Evidence: the latest finding about a variable replaces earlier ones") {
    Evidence evidence;
    evidence.observe(VariableId{3}, StateId{1});
    evidence.likelihood(VariableId{3}, std::vector<double>{0.25, 0.5});
    REQUIRE(evidence.size() == 1);
    CHECK(evidence[0].finding == Finding(Likelihood{std::vector<double>{0.25, 0.5}}));
    evidence.intervene(VariableId{3}, StateId{0});
    CHECK(evidence == Evidence{}.intervene(VariableId{3}, StateId{0}));
}

TEST_CASE("Evidence: every evidence has the numbers of its likelihoods for itself") {
    Evidence copy, assigned;
    {
        Evidence original;
        for (std::size_t v = 0; v < 100; ++v)
            original.likelihood(VariableId{v}, std::vector<double>(v + 1, static_cast<double>(v)));
        copy = Evidence(original);
        assigned = original;
        original.clear();
        original.likelihood(VariableId{7}, std::vector<double>{-1, -1});
    }
    CHECK(copy == assigned);
    REQUIRE(copy.size() == 100);
    for (std::size_t v = 0; v < 100; ++v)
        CHECK(copy[v].finding ==
              Finding(Likelihood{std::vector<double>(v + 1, static_cast<double>(v))}));
}

TEST_CASE("Evidence: a likelihood of its own may be given to another variable, and to itself") {
    Evidence evidence;
    evidence.likelihood(VariableId{0}, std::vector<double>{1, 2, 3});
    for (std::size_t v = 1; v < 50; ++v) evidence.add(VariableId{v}, evidence[v - 1].finding);
    evidence.add(VariableId{20}, evidence[20].finding);
    for (const auto& [variable, finding] : evidence)
        CHECK(finding == Finding(Likelihood{std::vector<double>{1, 2, 3}}));
}

TEST_CASE("Evidence: filling it again allocates nothing once it has held as much") {
    if (!pgm::tests::counts_allocations()) {
        WARN("SKIPPED: a sanitizer has its own operator new");
        return;
    }
    Evidence evidence;
    const std::vector<double> some{0.5, 0.25, 1}, others{0.1, 0.2, 0.3};
    const auto fill = [&](const std::vector<double>& values) {
        evidence.clear();
        for (std::size_t v = 10; v-- > 0;) evidence.likelihood(VariableId{v}, values);
        // The same variables again and again, without clear(), take no more than that.
        for (int i = 0; i < 100; ++i) {
            evidence.observe(VariableId{3}, StateId{1}).likelihood(VariableId{3}, values);
            evidence.remove(VariableId{5}).likelihood(VariableId{5}, values);
        }
    };
    fill(some);
    fill(others);
    const std::size_t before = pgm::tests::allocation_count();
    for (int i = 0; i < 10; ++i) fill(i % 2 ? some : others);
    CHECK(pgm::tests::allocation_count() - before == 0);
    CHECK(evidence[3].finding == Finding(Likelihood{some}));
}

TEST_CASE("Evidence: the finding on a variable is found") {
    const Evidence evidence =
        Evidence{}.observe(VariableId{4}, StateId{1}).intervene(VariableId{2}, StateId{3});
    REQUIRE(evidence.find(VariableId{2}));
    CHECK(*evidence.find(VariableId{2}) == Finding(Intervened{StateId{3}}));
    CHECK_FALSE(evidence.find(VariableId{3}));
    CHECK_FALSE(Evidence{}.find(VariableId{0}));
}

TEST_CASE("Evidence: findings can be forgotten") {
    Evidence evidence;
    evidence.observe(VariableId{1}, StateId{0}).observe(VariableId{2}, StateId{0});
    CHECK(evidence.has(VariableId{1}));
    evidence.remove(VariableId{1}).remove(VariableId{7});
    CHECK_FALSE(evidence.has(VariableId{1}));
    CHECK(evidence.has(VariableId{2}));
    evidence.clear();
    CHECK(evidence.empty());
    const std::vector<double> weights{1, 2};
    CHECK(Evidence{}.likelihood(VariableId{1}, weights).remove(VariableId{1}) == Evidence{});
}

TEST_CASE("Evidence: names are looked up, with a suggestion for the unknown") {
    const pgm::BayesianNetwork net = wet_grass_and_sprinkler();
    CHECK(Evidence{}.observe(net, "Wet", "wet") == Evidence{}.observe(VariableId{1}, StateId{1}));
    CHECK(Evidence{}.intervene(net, "Wet", "dry") ==
          Evidence{}.intervene(VariableId{1}, StateId{0}));
    const std::vector<double> weights{1, 2};
    CHECK(Evidence{}.likelihood(net, "Rain", weights) ==
          Evidence{}.likelihood(VariableId{0}, weights));
    CHECK_THROWS_WITH(Evidence{}.observe(net, "Rian", "yes"),
                      "no variable 'Rian' (did you mean 'Rain'?)");
    CHECK_THROWS_WITH(Evidence{}.observe(net, "Rain", "yess"),
                      "variable 'Rain' has no state 'yess' (did you mean 'yes'?)");
}

TEST_CASE("validate: findings that do not fit the network are refused") {
    const pgm::BayesianNetwork net = wet_grass_and_sprinkler();
    CHECK_NOTHROW(validate(Evidence{}, net));
    CHECK_NOTHROW(validate(Evidence{}.likelihood(VariableId{0}, std::vector<double>{0, 0}), net));
    CHECK_THROWS_WITH(validate(Evidence{}.observe(VariableId{3}, StateId{0}), net),
                      "evidence on variable number 3, but the network has 3, counted from 0");
    CHECK_THROWS_WITH(validate(Evidence{}.intervene(VariableId{0}, StateId{2}), net),
                      "evidence on state number 2 of 'Rain', which has 2, counted from 0");
    CHECK_THROWS_WITH(validate(Evidence{}.likelihood(VariableId{0}, std::vector<double>{1}), net),
                      "the likelihood of 'Rain' has 1 value, but the variable has 2 states");
    for (const double bad : {-0.5, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
        CHECK_THROWS_WITH(
            validate(Evidence{}.likelihood(VariableId{0}, std::vector<double>{1, bad}), net),
            "the likelihood of 'Rain' holds a number that is negative or not finite");
    }
}

}  // namespace
