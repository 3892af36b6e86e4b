#include <pgm/query/detail/auxiliary_nodes.hpp>

#include <pgm/model/network_builder.hpp>

#include <pgm/inference/engine.hpp>
#include <pgm/inference/junction_tree.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/query_terms.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/random_query.hpp>
#include <tests/support/rational_oracle.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::tests::query_terms;
using namespace pgm::detail;

namespace {

Condition condition_without_additions(const Expression& expression) {
    AuxiliaryNodes auxiliary(network);
    const Condition condition = auxiliary.condition_for(expression);
    CHECK(auxiliary.empty());
    CHECK(auxiliary.network() == network);
    return condition;
}

Condition leaf(const Expression& expression) {
    return std::get<Condition>(expression.nodes().front());
}

/// The states of all variables of an extended network that follow from those of the original: every
/// addition is a function of its parents.
std::vector<StateId> completed(const BayesianNetwork& extended, std::vector<StateId> states) {
    for (std::size_t v = states.size(); v < extended.size(); ++v) {
        const TableCpd& table = std::get<TableCpd>(extended.cpd(VariableId(v)));
        std::vector<StateId> family;
        for (const VariableId parent : table.parents()) family.push_back(states[parent.index()]);
        const std::span<const double> row = table.row(table.row_of(family));
        CHECK((row[0] == 0 || row[0] == 1));
        CHECK(row[0] + row[1] == 1);
        states.emplace_back(row[1] == 1 ? 1 : 0);
    }
    return states;
}

}  // namespace

TEST_CASE("What speaks of one variable only needs no addition", "[query]") {
    const Expression a = is(network, "grade", "A"), b = is(network, "grade", "B");
    CHECK(condition_without_additions(a) == leaf(a));
    CHECK(condition_without_additions(any_of({a, b})) ==
          leaf(is_one_of(network, "grade", {"A", "B"})));
    CHECK(condition_without_additions(not_of(any_of({a, b}))) == leaf(is(network, "grade", "C")));
    CHECK(condition_without_additions(all_of({a, b})).states.empty());
    CHECK(condition_without_additions(all_of({not_of(a), not_of(b)})) ==
          leaf(is(network, "grade", "C")));
}

TEST_CASE("What is always or never true is dropped", "[query]") {
    const Expression always = is_one_of(network, "grade", {"A", "B", "C"}),
                     never = is_one_of(network, "grade", {});
    CHECK(condition_without_additions(all_of({rain, always})) == leaf(rain));
    CHECK(condition_without_additions(any_of({never, rain})) == leaf(rain));
    CHECK(condition_without_additions(all_of({rain, sprinkler, never})).states.empty());
    CHECK(condition_without_additions(any_of({rain, sprinkler, always})).states.size() == 3);
    CHECK(condition_without_additions(all_of({rain, not_of(rain), sprinkler})).states.empty());
}

TEST_CASE("A conjunction or disjunction of m variables adds m - 1", "[query]") {
    AuxiliaryNodes auxiliary(network);
    const Condition condition = auxiliary.condition_for(any_of({rain, sprinkler, wet}));
    const BayesianNetwork extended = auxiliary.network();
    REQUIRE(extended.size() == network.size() + 2);
    CHECK(condition.variable == VariableId(network.size() + 1));
    for (std::size_t v = 0; v < network.size(); ++v) {
        CHECK(extended.variable(VariableId(v)) == network.variable(VariableId(v)));
        CHECK(extended.cpd(VariableId(v)) == network.cpd(VariableId(v)));
    }
    CHECK(extended.variable(VariableId(network.size())).name() == "expression 1");
    CHECK(extended.variable(condition.variable).name() == "expression 2");
}

TEST_CASE("Variables of many states are reduced before they meet", "[query]") {
    NetworkBuilder net;
    std::vector<std::string> states;
    for (int state = 0; state < 100; ++state) states.push_back(std::to_string(state));
    for (const char* name : {"A", "B", "expression 1"})
        net.variable(name, states).cpt(name).values(std::vector<double>(100, 0.01));
    const BayesianNetwork wide = net.build();
    AuxiliaryNodes auxiliary(wide);
    auxiliary.condition_for(
        all_of({is(wide, "A", "3"), is(wide, "B", "5"), is(wide, "expression 1", "7")}));
    const BayesianNetwork extended = auxiliary.network();
    CHECK(extended.size() == 3 + 3 + 2);
    CHECK(extended.variable(VariableId(3)).name() == "expression 1'");
    for (std::size_t v = 3; v < extended.size(); ++v)
        CHECK(std::get<TableCpd>(extended.cpd(VariableId(v))).table().size() <= 200);
}

TEST_CASE("Many conditions connect whether they hold, not the states", "[query]") {
    // Each of eight variables of twenty states occurs with each other one. A table of the variables
    // would have 20^8 cells.
    constexpr std::size_t size = 8, states = 20;
    NetworkBuilder net;
    std::vector<std::string> names;
    for (std::size_t s = 0; s < states; ++s) names.push_back("s" + std::to_string(s));
    for (std::size_t v = 0; v < size; ++v)
        net.variable("X" + std::to_string(v), names)
            .cpt("X" + std::to_string(v))
            .values(std::vector<double>(states, 1.0 / states));
    const BayesianNetwork wide = net.build();
    std::vector<Expression> clauses;
    for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = a + 1; b < size; ++b)
            clauses.push_back(
                any_of({is(VariableId(a), StateId(3)), is(VariableId(b), StateId(3))}));
    AuxiliaryNodes auxiliary(wide);
    const Condition condition = auxiliary.condition_for(all_of(clauses));
    const BayesianNetwork extended = auxiliary.network();
    // Eight indicators, a gate for each clause, and those that join the clauses.
    CHECK(extended.size() == size + size + clauses.size() + clauses.size() - 1);
    CHECK(junction_tree_size(extended).largest_clique_cells <= 1 << 14);
    // At most one variable may be in another state than s3.
    const double p = 1.0 / states;
    const Posterior posterior = InferenceEngine(extended).marginals(Evidence{});
    double holds = 0;
    for (const StateId state : condition.states)
        holds += posterior.marginal(condition.variable)[state.index()];
    CHECK_THAT(holds,
               Catch::Matchers::WithinRel(std::pow(p, 8) + 8 * std::pow(p, 7) * (1 - p), 1e-12));
}

TEST_CASE(
    "An expression over all variables of a chain or a tree leaves its cliques small, in whatever "
    "order it is written",
    "[query]") {
    constexpr std::size_t size = 300;
    for (const std::size_t branches : {1u, 2u, 5u}) {
        NetworkBuilder net;
        for (std::size_t v = 0; v < size; ++v) {
            const VariableId id = net.add_variable(Variable("X" + std::to_string(v), {"0", "1"}));
            if (v == 0) {
                net.set_cpd(TableCpd(Scope({id}, {2}), std::vector<double>{0.5, 0.5}));
            } else {
                net.set_cpd(TableCpd(Scope({VariableId((v - 1) / branches), id}, {2, 2}),
                                     std::vector<double>{0.5, 0.5, 0.5, 0.5}));
            }
        }
        const BayesianNetwork tree = net.build();
        std::vector<Expression> operands;
        for (std::size_t v = 0; v < size; ++v)
            operands.push_back(is(VariableId(v * 71 % size), StateId(v % 2)));
        AuxiliaryNodes auxiliary(tree);
        auxiliary.condition_for(any_of(operands));
        CHECK(auxiliary.network().size() == 2 * size - 1);
        CHECK(junction_tree_size(auxiliary.network()).largest_clique_cells <= 16);
    }
}

TEST_CASE("In every world the condition holds exactly when the expression does", "[query]") {
    Rng rng(5);
    for (int round = 0; round < 60; ++round) {
        const BayesianNetwork model =
            random_model(rng, {.max_variables = 6, .max_assignments = 200});
        const RandomExpression expression = random_expression(rng, model, 4);
        INFO(expression.text);
        AuxiliaryNodes auxiliary(model);
        const Condition condition = auxiliary.condition_for(expression.typed);
        const BayesianNetwork extended = auxiliary.network();

        std::vector<VariableId> all;
        std::vector<std::size_t> cardinalities;
        for (std::size_t v = 0; v < model.size(); ++v) {
            all.emplace_back(v);
            cardinalities.push_back(model.cardinality(all.back()));
        }
        const Scope worlds(all, cardinalities);
        for (std::size_t cell = 0; cell < worlds.cells(); ++cell) {
            const std::vector<StateId> states = worlds.states(cell);
            CHECK(expression.typed.holds(states) == expression.holds(states));
            const std::vector<StateId> extended_states = completed(extended, states);
            CHECK(condition.holds(extended_states[condition.variable.index()]) ==
                  expression.holds(states));
            CHECK(exact_probability(extended, extended_states, {}) ==
                  exact_probability(model, states, {}));
        }
    }
}

TEST_CASE("An expression about another network is refused", "[query]") {
    AuxiliaryNodes auxiliary(network);
    CHECK_THROWS_WITH(auxiliary.condition_for(is(VariableId(99), StateId(0))),
                      "an expression names variable number 99, the network has 13");
}
