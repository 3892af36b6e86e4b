#include <pgm/explain/sensitivity.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/reference_data.hpp>

#include <map>
#include <string>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using nlohmann::json;

// Sensitivity functions that another program found by variable elimination, two evaluations each.

namespace {

using Names = std::map<std::string, std::string>;

bool is_named(const BayesianNetwork& network, const ParameterSensitivity& one,
              const json& expected) {
    const Variable& variable = network.variable(one.variable);
    if (variable.name() != expected["variable"].get<std::string>() ||
        variable.state(one.state) != expected["state"].get<std::string>())
        return false;
    const TableCpd& table = *as_table(network.cpd(one.variable));
    const std::vector<StateId> states = table.scope().states(one.row * table.row_length());
    Names given;
    for (std::size_t i = 0; i < table.parents().size(); ++i) {
        const Variable& parent = network.variable(table.parents()[i]);
        given.emplace(parent.name(), parent.state(states[i]));
    }
    return given == expected["given"].get<Names>();
}

const ParameterSensitivity& named(const BayesianNetwork& network,
                                  const SensitivityAnalysis& analysis, const json& expected) {
    const auto found = std::ranges::find_if(
        analysis.parameters(),
        [&](const ParameterSensitivity& one) { return is_named(network, one, expected); });
    REQUIRE(found != analysis.parameters().end());
    return *found;
}

void check_end(const std::optional<double>& found, const json& expected) {
    CHECK(found.has_value() == !expected.is_null());
    if (found && !expected.is_null()) CHECK_THAT(*found, WithinAbs(expected.get<double>(), 1e-9));
}

void check_parameter(const ParameterSensitivity& one, const json& expected) {
    CHECK_THAT(one.value, WithinAbs(expected["value"].get<double>(), 1e-12));
    CHECK_THAT(one.derivative, WithinRel(expected["derivative"].get<double>(), 1e-7));
    check_end(one.function->at(0), expected["at_0"]);
    check_end(one.function->at(1), expected["at_1"]);
    for (const auto& [goal, to] : expected["to_reach"].items()) {
        const std::vector<double> found = one.function->where(std::stod(goal));
        REQUIRE(found.size() == 1);
        CHECK_THAT(found.front(), WithinAbs(to.get<double>(), 1e-9));
    }
}

Query question_of(const BayesianNetwork& network, const json& question) {
    const Names target = question["target"].get<Names>();
    const auto& [variable, state] = *target.begin();
    Given given;
    for (const auto& [name, value] : question["evidence"].get<Names>())
        given.conditions.push_back(is(network, name, value));
    return {ProbabilityOf{is(network, variable, state)}, std::move(given)};
}

}  // namespace

TEST_CASE("Reference: sensitivity functions of every kind of entry", "[reference][explain]") {
    std::size_t checked = 0;
    for (const std::string name : {"fire", "asia", "alarm", "insurance"}) {
        const std::optional<json> data = reference_json("next/explain/" + name + ".json");
        if (!data) {
            WARN("SKIPPED: PGM_REFERENCE_DATA has no next/explain/" + name + ".json");
            return;
        }
        const BayesianNetwork network = reference_network((*data)["model"].get<std::string>());
        const InferenceEngine engine(network);
        for (const json& question : (*data)["questions"]) {
            const SensitivityAnalysis analysis(engine, question_of(network, question));
            CHECK_THAT(analysis.answer(), WithinAbs(question["posterior"].get<double>(), 1e-9));
            for (const json& expected : question["sensitivity"]) {
                CAPTURE(name, expected.dump());
                check_parameter(named(network, analysis, expected), expected);
                ++checked;
            }
        }
    }
    CHECK(checked == 24 + 14 + 10 + 25 + 25 + 15);
}

TEST_CASE("Reference: single changes of the fire network of Chan and Darwiche",
          "[reference][explain]") {
    const std::optional<json> data = reference_json("next/explain/fire.json");
    if (!data) {
        WARN("SKIPPED: PGM_REFERENCE_DATA has no next/explain/fire.json");
        return;
    }
    const BayesianNetwork network = reference_network("next/explain/fire.bif");
    const InferenceEngine engine(network);
    const SensitivityAnalysis analysis(engine, question_of(network, (*data)["questions"][0]));
    const std::vector<SingleChange> changes = analysis.single_changes({true, 0.65});
    // Each is a change of either state of a variable of two states.
    const json& expected = (*data)["requirement"]["single_changes"];
    CHECK(changes.size() == 2 * expected.size());
    for (const json& one : expected) {
        const ParameterSensitivity& parameter = named(network, analysis, one);
        const auto found = std::ranges::find_if(changes, [&](const SingleChange& change) {
            return &analysis.parameters()[change.parameter] == &parameter;
        });
        REQUIRE(found != changes.end());
        CHECK_THAT(found->to, WithinAbs(one["to"].get<double>(), 1e-9));
    }
}
