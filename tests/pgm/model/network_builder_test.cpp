#include <pgm/model/network_builder.hpp>

#include <catch2/catch.hpp>

namespace {

using pgm::NetworkBuilder;

NetworkBuilder sprinkler() {
    NetworkBuilder net = NetworkBuilder::parse("Cloudy{no|yes} -> Rain{no|yes} -> Wet{dry|wet} <- Sprinkler{off|on} <- Cloudy");
    net.cpt("Cloudy").values({0.5, 0.5});
    net.cpt("Rain").row("Cloudy=no", {0.8, 0.2}).row("Cloudy=yes", {0.2, 0.8});
    net.cpt("Sprinkler").row("Cloudy=no", {0.5, 0.5}).row("Cloudy=yes", {0.9, 0.1});
    net.cpt("Wet").values({"Rain", "Sprinkler"}, {1, 0, 0.1, 0.9, 0.1, 0.9, 0.01, 0.99});
    return net;
}

TEST_CASE("NetworkBuilder: the sprinkler network is built from one line and four tables") {
    const pgm::BayesianNetwork network = sprinkler().build();
    REQUIRE(network.size() == 4);
    CHECK(network.variable(pgm::VariableId{0}).name() == "Cloudy");
    CHECK(network.variable("Wet").states() == std::vector<std::string>{"dry", "wet"});
    CHECK(network.dag().arc_count() == 4);
    const auto& wet = std::get<pgm::TableCpd>(network.cpd(network.id("Wet")));
    CHECK(wet.parents()[0] == network.id("Rain"));
    CHECK(wet.parents()[1] == network.id("Sprinkler"));
    CHECK(wet.table()[6] == 0.01);
}

TEST_CASE("NetworkBuilder: building from a built network changes nothing") {
    const pgm::BayesianNetwork network = sprinkler().build();
    CHECK(NetworkBuilder(network).build() == network);
}

}  // namespace
