#include <pgm/decide/decide.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/decision_tree.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/random_diagram.hpp>

#include <algorithm>
#include <map>

// Random diagrams against trees that are rolled back, and all strategies tried, in fractions.

using namespace pgm;
using namespace pgm::tests;
using Memory = InfluenceDiagram::Memory;
using Optimality = DecisionSolution::Optimality;

namespace {

double as_double(const Rational& value) {
    return value.convert_to<double>();
}

std::vector<StateId> best_of(const std::vector<std::optional<Rational>>& expected) {
    std::optional<Rational> most;
    for (const std::optional<Rational>& value : expected)
        if (value && (!most || *value > *most)) most = value;
    std::vector<StateId> best;
    for (std::size_t a = 0; a < expected.size(); ++a)
        if (expected[a] && *expected[a] == *most) best.emplace_back(a);
    return best;
}

void check_row(const DecisionRow& row, const std::vector<std::optional<Rational>>& expected) {
    REQUIRE(row.expected_utility.size() == expected.size());
    for (std::size_t a = 0; a < expected.size(); ++a) {
        REQUIRE(row.expected_utility[a].has_value() == expected[a].has_value());
        if (expected[a])
            CHECK(*row.expected_utility[a] == Approx(as_double(*expected[a])).margin(1e-9));
    }
    CHECK(row.best == best_of(expected));
}

void check_tables(const DecisionSolution& solution, const DecisionTree& tree) {
    using Key = std::pair<VariableId, std::vector<StateId>>;
    std::map<Key, std::vector<std::optional<Rational>>> histories;
    for (const DecisionTree::History& history : tree.histories())
        histories.emplace(Key{history.decision, history.given}, history.expected);
    std::size_t rows = 0;
    for (const DecisionTable& table : solution.decisions) {
        for (const DecisionRow& row : table.rows) {
            const auto found = histories.find({table.decision, row.given});
            REQUIRE(found != histories.end());
            check_row(row, found->second);
        }
        rows += table.rows.size();
    }
    CHECK(rows == histories.size());
}

bool has_tie(const DecisionTree& tree) {
    return std::ranges::any_of(tree.histories(), [](const DecisionTree::History& history) {
        return best_of(history.expected).size() > 1;
    });
}

/// Findings of all kinds on about a third of the variables with states.
Evidence random_findings(Rng& rng, const BayesianNetwork& network) {
    Evidence evidence;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        const std::size_t states = network.cardinality(variable);
        if (states == 0 || rng.below(3) != 0) continue;
        const StateId state(static_cast<std::size_t>(rng.below(states)));
        const std::size_t kind = rng.below(4);
        if (kind < 2) evidence.observe(variable, state);
        if (kind == 2) evidence.intervene(variable, state);
        if (kind < 3) continue;
        std::vector<double> likelihood;
        for (std::size_t s = 0; s < states; ++s)
            likelihood.push_back(static_cast<double>(rng.below(4)) / 4);
        evidence.likelihood(variable, likelihood);
    }
    return evidence;
}

/// True if the probability of a finding, which is not set, depends on a decision without one.
bool could_be_prevented(const InfluenceDiagram& diagram, const Evidence& evidence) {
    const BayesianNetwork& network = diagram.network();
    std::vector<Arc> arcs;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Finding* const finding = evidence.find(VariableId(v));
        const bool is_decision = network.variables()[v].kind() == Variable::Kind::decision;
        const bool is_set = finding != nullptr && (std::holds_alternative<Intervened>(*finding) ||
                                                   (is_decision && state_of(*finding)));
        for (const VariableId parent : parents_of(network.cpds()[v]))
            if (!is_set) arcs.push_back({parent, VariableId(v)});
    }
    const Dag dag(network.size(), arcs);
    return std::ranges::any_of(diagram.decisions(), [&](VariableId decision) {
        const Finding* const finding = evidence.find(decision);
        if (finding != nullptr) return !state_of(*finding).has_value();
        const std::vector<VariableId> below = descendants(dag, decision);
        return std::ranges::any_of(below, [&](VariableId variable) {
            const Finding* const of = evidence.find(variable);
            return of != nullptr && !std::holds_alternative<Intervened>(*of);
        });
    });
}

}  // namespace

TEST_CASE("decide: 500 random diagrams with recall are those of trees rolled back", "[decide]") {
    Rng rng(55);
    std::size_t ties = 0;
    for (int trial = 0; trial < 500; ++trial) {
        const InfluenceDiagram diagram(random_diagram(rng));
        INFO("trial " << trial);
        const Evidence none;
        DecisionTree tree(diagram, none);
        const Rational exact = tree.roll_back().expected();
        const DecisionSolution solution = decide(diagram);
        REQUIRE(solution.status == PosteriorStatus::ok);
        CHECK(solution.optimal == Optimality::global);
        CHECK(solution.maximum_expected_utility == Approx(as_double(exact)).margin(1e-9));
        CHECK(tree.of(solution.strategy).expected() == exact);
        check_tables(solution, tree);
        ties += has_tie(tree);
    }
    CHECK(ties > 50);
}

TEST_CASE("decide: findings count as known from the beginning", "[decide]") {
    Rng rng(56);
    std::size_t impossible = 0, preventable = 0;
    for (int trial = 0; trial < 500; ++trial) {
        const InfluenceDiagram diagram(random_diagram(rng));
        const Evidence evidence = random_findings(rng, diagram.network());
        INFO("trial " << trial);
        for (const auto& [variable, finding] : evidence)
            UNSCOPED_INFO(format(diagram.network(), variable, finding));
        DecisionTree tree(diagram, evidence);
        const DecisionTree::Worth exact = tree.roll_back();
        const DecisionSolution solution = decide(diagram, evidence);
        const bool is_impossible = exact.probability == 0;
        CHECK((solution.status == PosteriorStatus::impossible) == is_impossible);
        impossible += is_impossible;
        if (is_impossible) continue;
        const bool is_preventable = could_be_prevented(diagram, evidence);
        preventable += is_preventable;
        CHECK((solution.optimal == Optimality::local) == is_preventable);
        // Which of two equally good alternatives is taken changes how probable the findings are.
        if (is_preventable && has_tie(tree)) continue;
        CHECK(solution.maximum_expected_utility ==
              Approx(as_double(exact.expected())).margin(1e-9));
        CHECK(tree.of(solution.strategy).expected() == exact.expected());
        check_tables(solution, tree);
    }
    CHECK(impossible > 20);
    CHECK(preventable > 50);
}

TEST_CASE("DecisionEngine: what was asked before changes no answer", "[decide]") {
    Rng rng(74);
    for (int trial = 0; trial < 40; ++trial) {
        INFO("trial " << trial);
        const InfluenceDiagram diagram(random_diagram(rng));
        DecisionEngine engine(diagram);
        Evidence evidence;
        for (int question = 0; question < 12; ++question) {
            if (question % 3 == 0) evidence = random_findings(rng, diagram.network());
            for (const auto& [variable, finding] : Evidence(evidence)) {
                const StateId other(
                    static_cast<std::size_t>(rng.below(diagram.network().cardinality(variable))));
                if (std::holds_alternative<Observed>(finding)) evidence.observe(variable, other);
                if (std::holds_alternative<Intervened>(finding))
                    rng.below(2) == 0 ? evidence.observe(variable, other)
                                      : evidence.intervene(variable, other);
            }
            const DecisionSolution fresh = decide(diagram, evidence);
            const DecisionSolution again = engine.decide(evidence);
            REQUIRE(again.status == fresh.status);
            CHECK(again.maximum_expected_utility == fresh.maximum_expected_utility);
            CHECK(again.strategy == fresh.strategy);
            CHECK(again.optimal == fresh.optimal);
        }
    }
}

TEST_CASE("decide: with limited memory no strategy is better where the answer says so",
          "[decide]") {
    Rng rng(57);
    const RandomDiagramOptions options{.max_chance = 4,
                                       .max_decisions = 3,
                                       .max_configurations = 96,
                                       .in_a_row = false,
                                       .max_strategies = 300};
    std::size_t global = 0;
    constexpr std::size_t trials = 200;
    for (std::size_t trial = 0; trial < trials; ++trial) {
        const InfluenceDiagram diagram(random_diagram(rng, options), Memory::limited);
        INFO("trial " << trial);
        const Evidence none;
        DecisionTree tree(diagram, none);
        const Rational best = tree.best_of_all();
        const DecisionSolution solution = decide(diagram);
        const Rational found = tree.of(solution.strategy).expected();
        CHECK(solution.maximum_expected_utility == Approx(as_double(found)).margin(1e-9));
        CHECK(found <= best);
        if (solution.optimal == Optimality::global) CHECK(found == best);
        global += solution.optimal == Optimality::global;
        DecisionOptions few;
        few.most_trials = 0;
        const DecisionSolution unproved = decide(diagram, none, few);
        const Rational reached = tree.of(unproved.strategy).expected();
        if (unproved.optimal == Optimality::global) CHECK(reached == best);
        CHECK(reached <= best);
    }
    CHECK(global == trials);
}

TEST_CASE("decide: a row of a limited decision is about those that follow the strategy",
          "[decide]") {
    Rng rng(58);
    const RandomDiagramOptions options{.max_chance = 4,
                                       .max_decisions = 3,
                                       .max_configurations = 96,
                                       .in_a_row = false,
                                       .max_strategies = 300};
    for (int trial = 0; trial < 200; ++trial) {
        const InfluenceDiagram diagram(random_diagram(rng, options), Memory::limited);
        const Evidence evidence;
        INFO("trial " << trial);
        DecisionTree tree(diagram, evidence);
        const DecisionSolution solution = decide(diagram);
        for (const DecisionTable& table : solution.decisions) {
            for (const DecisionRow& row : table.rows) {
                std::vector<std::optional<Rational>> expected;
                Strategy other = solution.strategy;
                Policy& policy =
                    *std::ranges::find(other.policies, table.decision, &Policy::decision);
                policy.given = {};
                for (std::size_t a = 0; a < row.expected_utility.size(); ++a) {
                    policy.choice = {StateId(a)};
                    const DecisionTree::Worth worth = tree.of(other, table.given, row.given);
                    if (worth.probability != 0) expected.emplace_back(worth.expected());
                }
                // A history that the strategy never comes through has no such expectation.
                if (!expected.empty()) check_row(row, expected);
            }
        }
    }
}

TEST_CASE("decide: the others are the best beside policies that are settled", "[decide]") {
    Rng rng(59);
    const RandomDiagramOptions options{
        .max_chance = 4, .max_decisions = 3, .max_configurations = 96, .max_strategies = 2000};
    for (int trial = 0; trial < 100; ++trial) {
        const InfluenceDiagram diagram(random_diagram(rng, options));
        const BayesianNetwork& network = diagram.network();
        INFO("trial " << trial);
        // A silly policy that depends on all that is known.
        const std::size_t number = rng.below(diagram.decisions().size());
        const VariableId settled = diagram.decisions()[number];
        std::vector<VariableId> known(diagram.known(settled).begin(), diagram.known(settled).end());
        std::vector<std::size_t> sizes;
        for (const VariableId variable : known) sizes.push_back(network.cardinality(variable));
        Policy policy{settled, Scope(known, sizes), {}};
        for (std::size_t cell = 0; cell < policy.given.cells(); ++cell)
            policy.choice.emplace_back(
                static_cast<std::size_t>(rng.below(network.cardinality(settled))));
        DecisionOptions with_one;
        with_one.given.policies.push_back(policy);
        const DecisionSolution solution = decide(diagram, {}, with_one);
        REQUIRE(solution.strategy.find(settled) != nullptr);
        CHECK(*solution.strategy.find(settled) == policy);
        CHECK(solution.optimal == Optimality::global);
        const Evidence none;
        DecisionTree tree(diagram, none);
        const Rational best = tree.roll_back(with_one.given).expected();
        CHECK(solution.maximum_expected_utility == Approx(as_double(best)).margin(1e-9));
        CHECK(tree.of(solution.strategy).expected() == best);
        check_tables(solution, tree);
        // All settled: nothing is left to be found.
        DecisionOptions all;
        all.given = solution.strategy;
        CHECK(decide(diagram, {}, all).strategy == solution.strategy);
    }
}
