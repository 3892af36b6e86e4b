#include <pgm/model/network.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

namespace {

using pgm::StateId;
using pgm::VariableId;

pgm::BayesianNetwork lung_network() {
    pgm::NetworkBuilder net = pgm::NetworkBuilder::parse(
        "Smoke{no|yes} -> Lung{healthy|ill|unsure}; Age{young|old} -> Lung");
    net.cpt("Smoke").values({0.75, 0.25});
    net.cpt("Age").values({0.5, 0.5});
    net.cpt("Lung").row("Smoke=no, Age=young", {1, 0, 0}).otherwise({0.5, 0.25, 0.25});
    return net.build();
}

TEST_CASE("BayesianNetwork: variables are found by name, in declaration order by id") {
    const pgm::BayesianNetwork net = lung_network();
    CHECK(net.find("Lung") == VariableId{1});
    CHECK(net.id("Age") == VariableId{2});
    CHECK_FALSE(net.find("Lun"));
    CHECK_FALSE(net.find(""));
    CHECK_THROWS_WITH(net.id("Lun"), "no variable 'Lun' (did you mean 'Lung'?)");
    CHECK(net.cardinality(VariableId{1}) == 3);
    CHECK(net.variable("Lung").state(StateId{1}) == "ill");
}

TEST_CASE("BayesianNetwork: copies are equal, and differ once anything differs") {
    const pgm::BayesianNetwork net = lung_network();
    pgm::BayesianNetwork copy = net;
    CHECK(copy == net);
    CHECK_FALSE(pgm::NetworkBuilder(net).set_name("other").build() == net);
    CHECK_FALSE(pgm::BayesianNetwork() == net);
}

TEST_CASE("parameter_count: rows times states less one, over all tables") {
    CHECK(parameter_count(lung_network()) == 1 + 1 + 4 * 2);
    CHECK(parameter_count(pgm::BayesianNetwork()) == 0);
}

TEST_CASE("log_probability: the sum over the families, minus infinity when impossible") {
    const pgm::BayesianNetwork net = lung_network();
    const std::vector<StateId> smoker{StateId{1}, StateId{1},
                                      StateId{0}};  // yes, ill, young: 1/4 * 1/4 * 1/2
    CHECK_THAT(log_probability(net, smoker), Catch::Matchers::WithinRel(std::log(1.0 / 32), 1e-15));
    const std::vector<StateId> impossible{StateId{0}, StateId{1}, StateId{0}};
    CHECK(log_probability(net, impossible) == -HUGE_VAL);
    CHECK_THROWS_AS(log_probability(net, std::vector<StateId>(2)), pgm::ArgumentError);
}

}  // namespace
