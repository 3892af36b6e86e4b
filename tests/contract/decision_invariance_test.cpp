#include <pgm/decide/decide.hpp>
#include <pgm/decide/evaluation.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/random_diagram.hpp>

#include <algorithm>
#include <cmath>
#include <map>

// Other units of utility and other names change no decision; certainty equivalents are those of all
// strategies tried.

using namespace pgm;
using namespace pgm::tests;

namespace {

/// A copy of a diagram with other names, its variables and states in another order.
class Relabelled {
public:
    Relabelled(const BayesianNetwork& network, Rng& rng)
        : network_(network), variable_(random_permutation(rng, network.size())) {
        std::vector<std::size_t> old_of(network.size());
        for (std::size_t v = 0; v < network.size(); ++v) {
            old_of[variable_[v]] = v;
            state_.push_back(random_permutation(rng, network.cardinality(VariableId(v))));
        }
        for (const std::size_t old : old_of) {
            const Variable& variable = network.variables()[old];
            std::vector<std::string> states(variable.cardinality());
            for (std::size_t s = 0; s < states.size(); ++s)
                states[state_[old][s]] = variable.states()[s] + "'";
            Variable other(variable.name() + "_", std::move(states));
            other.set_kind(variable.kind());
            builder_.add_variable(std::move(other));
        }
        for (const Cpd& cpd : network.cpds()) add(cpd);
    }

    BayesianNetwork network() { return builder_.build(); }
    VariableId id(VariableId old) const { return VariableId(variable_[old.index()]); }
    StateId state(VariableId old, StateId s) const {
        return StateId(state_[old.index()][s.index()]);
    }

private:
    Scope scope(const Scope& old) const {
        std::vector<VariableId> variables;
        for (const VariableId v : old.variables()) variables.push_back(id(v));
        return Scope(variables, {old.cardinalities().begin(), old.cardinalities().end()});
    }

    std::size_t cell(const Scope& old, std::size_t number) const {
        std::vector<StateId> states = old.states(number);
        for (std::size_t i = 0; i < states.size(); ++i)
            states[i] = state(old.variables()[i], states[i]);
        return old.cell(states);
    }

    void add(const Cpd& cpd) {
        if (network_.variable(child_of(cpd)).kind() == Variable::Kind::decision) {
            const std::string child = network_.variable(child_of(cpd)).name() + "_";
            for (const VariableId parent : parents_of(cpd))
                builder_.arc(network_.variable(parent).name() + "_", child);
        } else if (const auto* const table = std::get_if<TableCpd>(&cpd)) {
            Table other(scope(table->scope()));
            for (std::size_t c = 0; c < other.size(); ++c)
                other[cell(table->scope(), c)] = table->table()[c];
            builder_.set_cpd(TableCpd(std::move(other)));
        } else {
            const auto& linear = std::get<LinearGaussianCpd>(cpd);
            std::vector<LinearGaussianCpd::Row> rows(linear.row_count());
            for (std::size_t r = 0; r < rows.size(); ++r)
                rows[cell(linear.discrete_scope(), r)] = linear.row(r);
            std::vector<VariableId> parents;
            for (const VariableId parent : linear.continuous_parents())
                parents.push_back(id(parent));
            builder_.set_cpd(LinearGaussianCpd(id(child_of(cpd)), scope(linear.discrete_scope()),
                                               parents, rows));
        }
    }

    const BayesianNetwork& network_;
    std::vector<std::size_t> variable_;
    std::vector<std::vector<std::size_t>> state_;
    NetworkBuilder builder_;
};

/// All utilities times a, and b added to one of those that are summed up.
BayesianNetwork rescaled(const InfluenceDiagram& diagram, double a, double b) {
    NetworkBuilder builder(diagram.network());
    for (const VariableId utility : diagram.utilities()) {
        const auto& linear = std::get<LinearGaussianCpd>(diagram.network().cpd(utility));
        std::vector<LinearGaussianCpd::Row> rows;
        for (std::size_t r = 0; r < linear.row_count(); ++r) {
            rows.push_back(linear.row(r));
            rows.back().intercept *= a;
            if (utility == diagram.summands().front()) rows.back().intercept += b;
        }
        const std::span<const VariableId> parents = linear.continuous_parents();
        builder.set_cpd(LinearGaussianCpd(utility, linear.discrete_scope(),
                                          {parents.begin(), parents.end()}, rows));
    }
    return builder.build();
}

double certainty_equivalent(const StrategyValue& value, double tolerance) {
    double sum = 0;
    for (const UtilityOutcome& outcome : value.outcomes)
        sum += outcome.probability * std::exp(-outcome.utility / tolerance);
    return -tolerance * std::log(sum);
}

/// The best certainty equivalent of all strategies whose policies depend on all that is known.
double best_equivalent(const InfluenceDiagram& diagram, double tolerance) {
    const BayesianNetwork& network = diagram.network();
    Strategy strategy;
    std::vector<std::size_t> alternatives;
    for (const VariableId decision : diagram.decisions()) {
        const std::span<const VariableId> known = diagram.known(decision);
        std::vector<std::size_t> sizes;
        for (const VariableId variable : known) sizes.push_back(network.cardinality(variable));
        Scope given({known.begin(), known.end()}, sizes);
        alternatives.insert(alternatives.end(), given.cells(), network.cardinality(decision));
        strategy.policies.push_back({decision, std::move(given), {}});
    }
    std::vector<std::uint32_t> choice(alternatives.size(), 0);
    double best = -infinity;
    do {
        std::size_t next = 0;
        for (Policy& policy : strategy.policies) {
            policy.choice.clear();
            for (std::size_t cell = 0; cell < policy.given.cells(); ++cell)
                policy.choice.emplace_back(choice[next++]);
        }
        const StrategyValue value = evaluate(diagram, strategy, {}, {}, true);
        best = std::max(best, certainty_equivalent(value, tolerance));
    } while (next_cell(choice, alternatives) != 0);
    return best;
}

}  // namespace

TEST_CASE("Decisions: other names and orders change nothing", "[decide]") {
    Rng rng(71);
    for (int trial = 0; trial < 100; ++trial) {
        INFO("trial " << trial);
        const InfluenceDiagram diagram(random_diagram(rng));
        Relabelled labels(diagram.network(), rng);
        const InfluenceDiagram other(labels.network());
        const DecisionSolution solution = decide(diagram), again = decide(other);
        CHECK(again.maximum_expected_utility ==
              Approx(solution.maximum_expected_utility).margin(1e-9));
        REQUIRE(again.decisions.size() == solution.decisions.size());
        for (std::size_t d = 0; d < solution.decisions.size(); ++d) {
            const DecisionTable &table = solution.decisions[d], &renamed = again.decisions[d];
            REQUIRE(renamed.decision == labels.id(table.decision));
            REQUIRE(renamed.rows.size() == table.rows.size());
            std::map<std::map<VariableId, StateId>, const DecisionRow*> rows;
            for (const DecisionRow& row : renamed.rows) {
                std::map<VariableId, StateId> given;
                for (std::size_t i = 0; i < row.given.size(); ++i)
                    given.emplace(renamed.given[i], row.given[i]);
                rows.emplace(given, &row);
            }
            for (const DecisionRow& row : table.rows) {
                std::map<VariableId, StateId> given;
                for (std::size_t i = 0; i < row.given.size(); ++i)
                    given.emplace(labels.id(table.given[i]),
                                  labels.state(table.given[i], row.given[i]));
                const DecisionRow& same = *rows.at(given);
                CHECK(same.best.size() == row.best.size());
                for (const StateId best : row.best)
                    CHECK(std::ranges::count(same.best, labels.state(table.decision, best)) == 1);
                for (std::size_t a = 0; a < row.expected_utility.size(); ++a) {
                    const StateId moved = labels.state(table.decision, StateId(a));
                    CHECK(same.expected_utility[moved.index()].value() ==
                          Approx(row.expected_utility[a].value()).margin(1e-9));
                }
            }
        }
    }
}

TEST_CASE("Decisions: another unit and zero of utility change none", "[decide]") {
    Rng rng(72);
    for (int trial = 0; trial < 100; ++trial) {
        INFO("trial " << trial);
        const InfluenceDiagram diagram(random_diagram(rng));
        const DecisionSolution solution = decide(diagram);
        for (const auto& [a, b] : {std::pair{4.0, -64.0}, {0x1p-20, 1.0}, {0x1p30, 0.0}}) {
            const InfluenceDiagram other(rescaled(diagram, a, b));
            const DecisionSolution again = decide(other);
            CHECK(again.maximum_expected_utility ==
                  Approx(a * solution.maximum_expected_utility + b).epsilon(1e-9).margin(1e-9 * a));
            CHECK(again.strategy == solution.strategy);
        }
    }
}

TEST_CASE("Decisions: certainty equivalents are the best of all strategies", "[decide]") {
    Rng rng(73);
    const RandomDiagramOptions options{
        .max_chance = 3, .max_decisions = 2, .max_configurations = 64, .max_strategies = 64};
    for (int trial = 0; trial < 60; ++trial) {
        INFO("trial " << trial);
        const InfluenceDiagram diagram(random_diagram(rng, options));
        double strategies = 1;
        for (const VariableId decision : diagram.decisions()) {
            double histories = 1;
            for (const VariableId known : diagram.known(decision))
                histories *= static_cast<double>(diagram.network().cardinality(known));
            strategies *= std::pow(diagram.network().cardinality(decision), histories);
        }
        if (strategies > 300) continue;
        for (const double tolerance : {1.0, 10.0, 300.0}) {
            DecisionOptions averse;
            averse.risk_tolerance = tolerance;
            const DecisionSolution solution = decide(diagram, {}, averse);
            CHECK(solution.maximum_expected_utility ==
                  Approx(best_equivalent(diagram, tolerance)).margin(1e-8));
            const StrategyValue value = evaluate(diagram, solution.strategy, {}, {}, true);
            CHECK(certainty_equivalent(value, tolerance) ==
                  Approx(solution.maximum_expected_utility).margin(1e-8));
        }
    }
}
