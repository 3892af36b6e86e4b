#include <pgm/model/evidence.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

namespace {

using pgm::Evidence;
using pgm::TableCpd;

pgm::BayesianNetwork chain_of_three() {
    pgm::NetworkBuilder net = pgm::NetworkBuilder::parse("A{x|y} -> B{u|v|w} -> C{no|yes}; A -> C");
    net.cpt("A").values({0.25, 0.75});
    net.cpt("B").row("A=x", {0.5, 0.25, 0.25}).row("A=y", {0, 0.5, 0.5});
    net.cpt("C").otherwise({0.5, 0.5});
    return net.build();
}

TEST_CASE(
    "intervened_network: arcs into the variable are cut, its state is certain, the rest stays") {
    const pgm::BayesianNetwork before = chain_of_three();
    const pgm::BayesianNetwork after = intervened_network(
        before, Evidence{}.intervene(before, "B", "v").observe(before, "C", "yes"));
    CHECK(after.dag().arcs() == std::vector<pgm::Arc>{{before.id("A"), before.id("C")},
                                                      {before.id("B"), before.id("C")}});
    const std::span<const double> b = std::get<TableCpd>(after.cpd(after.id("B"))).table().values();
    CHECK(std::vector<double>(b.begin(), b.end()) == std::vector<double>{0, 1, 0});
    CHECK(after.cpd(after.id("A")) == before.cpd(before.id("A")));
    CHECK(after.cpd(after.id("C")) == before.cpd(before.id("C")));
    CHECK(after.variable("B") == before.variable("B"));
}

TEST_CASE("intervened_network: without interventions the network is the same") {
    const pgm::BayesianNetwork network = chain_of_three();
    CHECK(intervened_network(network, Evidence{}) == network);
    CHECK(intervened_network(network, Evidence{}.observe(network, "A", "x")) == network);
}

TEST_CASE("intervened_network: findings that do not fit are refused") {
    CHECK_THROWS_AS(intervened_network(chain_of_three(),
                                       Evidence{}.intervene(pgm::VariableId{9}, pgm::StateId{0})),
                    pgm::EvidenceError);
}

}  // namespace
