#include <io/network_file.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/decide/evaluation.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/reference_data.hpp>

#include <map>
#include <string>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using nlohmann::json;
using Memory = InfluenceDiagram::Memory;

// Diagrams whose decision trees were rolled back in fractions, with limited memory all strategies
// tried, in three formats.

namespace {

constexpr double precision = 1e-9;

void check_number(double value, const json& expected) {
    CHECK_THAT(value, WithinAbs(expected.get<double>(), precision));
}

/// What is given in a row, by name.
std::map<std::string, std::string> given_in(const BayesianNetwork& network,
                                            const DecisionTable& table, const DecisionRow& row) {
    std::map<std::string, std::string> given;
    for (std::size_t i = 0; i < table.given.size(); ++i) {
        const Variable& variable = network.variable(table.given[i]);
        given.emplace(variable.name(), variable.state(row.given[i]));
    }
    return given;
}

std::vector<std::string> best_in(const Variable& decision, const DecisionRow& row) {
    std::vector<std::string> best;
    for (const StateId state : row.best) best.push_back(decision.state(state));
    return best;
}

void check_rows(const BayesianNetwork& network, const DecisionTable& table, const json& rows) {
    const Variable& decision = network.variable(table.decision);
    REQUIRE(table.rows.size() == rows.size());
    for (const json& expected : rows) {
        const auto given = expected["given"].get<std::map<std::string, std::string>>();
        const auto found = std::ranges::find_if(table.rows, [&](const DecisionRow& row) {
            return given_in(network, table, row) == given;
        });
        REQUIRE(found != table.rows.end());
        for (const auto& [alternative, value] : expected["expected_utility"].items())
            check_number(found->expected_utility[decision.find_state(alternative)->index()].value(),
                         value);
        CHECK(best_in(decision, *found) == expected["best"].get<std::vector<std::string>>());
    }
}

/// The strategies of diagrams with limited memory: {"t1": "healthy", "best": "leave"}.
void check_limited_rows(const BayesianNetwork& network, const DecisionTable& table,
                        const json& rows) {
    REQUIRE(table.rows.size() == rows.size());
    for (json expected : rows) {
        const auto best = expected["best"].get<std::string>();
        expected.erase("best");
        const auto given = expected.get<std::map<std::string, std::string>>();
        const auto found = std::ranges::find_if(table.rows, [&](const DecisionRow& row) {
            return given_in(network, table, row) == given;
        });
        REQUIRE(found != table.rows.end());
        CHECK(best_in(network.variable(table.decision), *found) == std::vector{best});
    }
}

void check_value(const InfluenceDiagram& diagram, const StrategyValue& value,
                 const json& reference) {
    const BayesianNetwork& network = diagram.network();
    check_number(value.expected_utility, reference["maximum_expected_utility"]);
    check_number(value.standard_deviation, reference["standard_deviation_of_utility"]);
    for (std::size_t u = 0; u < diagram.utilities().size(); ++u)
        check_number(value.utilities[u],
                     reference["utilities"][network.variable(diagram.utilities()[u]).name()]);
    for (const auto& [name, distribution] : reference["probabilities"].items()) {
        const Variable& variable = network.variable(network.id(name));
        for (const auto& [state, probability] : distribution.items())
            check_number(
                value.posterior.marginal(network.id(name))[variable.find_state(state)->index()],
                probability);
    }
}

void check_diagram(const BayesianNetwork& network, const json& reference) {
    const bool is_limited = reference["limited_memory"].get<bool>();
    const InfluenceDiagram diagram(network, is_limited ? Memory::limited : Memory::recall);
    const DecisionSolution solution = decide(diagram);
    check_number(solution.maximum_expected_utility, reference["maximum_expected_utility"]);
    CHECK(solution.optimal == DecisionSolution::Optimality::global);
    std::vector<std::string> order;
    for (const DecisionTable& table : solution.decisions) {
        order.push_back(network.variable(table.decision).name());
        const json& rows = reference["strategy"][order.back()];
        is_limited ? check_limited_rows(network, table, rows) : check_rows(network, table, rows);
    }
    if (is_limited) {
        check_number(decide(InfluenceDiagram(network)).maximum_expected_utility,
                     reference["with_no_forgetting"]);
        return;
    }
    CHECK(order == reference["decision_order"].get<std::vector<std::string>>());
    check_value(diagram, evaluate(diagram, solution.strategy), reference);
    for (const json& question : reference["with_evidence"]) {
        const Evidence evidence = evidence_from_json(network, question["evidence"]);
        check_number(decide(diagram, evidence).maximum_expected_utility,
                     question["maximum_expected_utility"]);
    }
}

}  // namespace

TEST_CASE("Reference: influence diagrams have the strategies of trees in fractions",
          "[reference][decide]") {
    for (const std::string name : {"oil", "umbrella", "asia_decisions", "loss_matrix", "random_1",
                                   "pigs_limited", "sensors_limited"}) {
        const auto reference = reference_json("next/decisions/" + name + ".json");
        if (!reference) {
            WARN("SKIPPED: PGM_REFERENCE_DATA has no next/decisions/" + name + ".json");
            return;
        }
        for (const char* extension : {".xml", ".xdsl", ".net"}) {
            INFO(name << extension);
            const auto path = reference_file("next/decisions/" + name + extension);
            check_diagram(io::read_network(path.value()).network, *reference);
        }
    }
}
