#include <tests/support/query_network.hpp>

#include <pgm/model/cpd/linear_gaussian_cpd.hpp>
#include <pgm/model/network_builder.hpp>

#include <string>
#include <vector>

namespace pgm::tests {

BayesianNetwork query_network() {
    NetworkBuilder net = NetworkBuilder::parse(
        "Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} <- Sprinkler{off|on} <- Cloudy");
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

BayesianNetwork census_network() {
    NetworkBuilder net = NetworkBuilder::parse(
        "gender{Female|Male} -> hours{v0:40.5-|v1:40.5+}; gender -> wealth{poor|rich} <- hours");
    const double cells[2][2][2] = {{{0.253122, 0.0245895}, {0.0421768, 0.0116293}},
                                   {{0.331313, 0.0971295}, {0.134106, 0.105933}}};
    double by_gender[2] = {};
    std::vector<double> hours, wealth;
    for (std::size_t gender = 0; gender < 2; ++gender) {
        for (const auto& row : cells[gender]) by_gender[gender] += row[0] + row[1];
        for (const auto& row : cells[gender]) {
            hours.push_back((row[0] + row[1]) / by_gender[gender]);
            for (const double cell : row) wealth.push_back(cell / (row[0] + row[1]));
        }
    }
    const double total = by_gender[0] + by_gender[1];
    net.cpt("gender").values({by_gender[0] / total, by_gender[1] / total});
    net.cpt("hours").values({"gender"}, hours);
    net.cpt("wealth").values({"gender", "hours"}, wealth);
    return net.build();
}

BayesianNetwork clinic_network() {
    NetworkBuilder net;
    const VariableId disease = net.add_variable(Variable("Diabetes", {"no", "yes"}));
    const VariableId cells = net.add_variable(Variable("cells"));
    net.cpt("Diabetes").values({0.8, 0.2});
    net.set_cpd(
        LinearGaussianCpd(cells, Scope({disease}, {2}), {},
                          {{.intercept = 30, .variance = 64}, {.intercept = 46, .variance = 36}}));
    return net.build();
}

}  // namespace pgm::tests
