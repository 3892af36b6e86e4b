#include <tests/support/query_network.hpp>

#include <pgm/model/network_builder.hpp>

#include <string>
#include <vector>

namespace pgm::tests {

BayesianNetwork query_network() {
    NetworkBuilder net = NetworkBuilder::parse("Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} <- Sprinkler{off|on} <- Cloudy");
    net.cpt("Cloudy").values({0.5, 0.5});
    net.cpt("Rain").row("Cloudy=no", {0.8, 0.2}).row("Cloudy=yes", {0.2, 0.8});
    net.cpt("Sprinkler").row("Cloudy=no", {0.5, 0.5}).row("Cloudy=yes", {0.9, 0.1});
    net.cpt("Wet").values({"Rain", "Sprinkler"}, {1, 0, 0.1, 0.9, 0.1, 0.9, 0.01, 0.99});

    const auto add_uniform = [&](const std::string& name, const std::vector<std::string>& states) {
        const double share = 1.0 / static_cast<double>(states.size());
        net.variable(name, states).cpt(name).values(std::vector<double>(states.size(), share));
    };
    add_uniform("age", {"0-17", "18-39", "40-64", "65+"});
    add_uniform("hours", {"v0:40.5-", "v1:40.5+"});
    add_uniform("grade", {"A", "B", "C"});
    add_uniform("dose", {"5", "10", "20"});
    add_uniform("lower body", {"<5", "5-12", "12+"});
    add_uniform("or", {"no", "yes"});
    add_uniform("P", {"no", "yes"});
    add_uniform("größe", {"klein", "groß"});
    add_uniform("odd", {"in", "it's", "a, b", "*"});
    return net.build();
}

}  // namespace pgm::tests
