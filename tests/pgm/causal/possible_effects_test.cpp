#include <pgm/causal/possible_effects.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/random_network.hpp>
#include <tests/support/all_dags.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/hybrid_models.hpp>

#include <algorithm>
#include <map>
#include <set>

using namespace pgm;
using namespace pgm::tests;

namespace {

using Ids = std::vector<VariableId>;

Ids sorted_parents(const Dag& dag, VariableId variable) {
    Ids parents = dag.parents(variable);
    std::ranges::sort(parents);
    return parents;
}

/// The network with a parent of the variable that has one state.
BayesianNetwork with_constant_parent(const BayesianNetwork& network, VariableId variable) {
    NetworkBuilder builder(network);
    const VariableId constant = builder.add_variable(Variable("constant", {"only"}));
    builder.set_cpd(TableCpd(Scope({constant}, {1}), std::vector<double>{1}));
    const auto with_axis = [&](const Scope& scope) {
        Ids variables{constant};
        std::vector<std::size_t> cardinalities{1};
        variables.insert(variables.end(), scope.variables().begin(), scope.variables().end());
        cardinalities.insert(cardinalities.end(), scope.cardinalities().begin(),
                             scope.cardinalities().end());
        return Scope(variables, cardinalities);
    };
    if (const auto* const table = std::get_if<TableCpd>(&network.cpd(variable))) {
        const std::span<const double> cells = table->table().values();
        builder.set_cpd(
            TableCpd(with_axis(table->scope()), std::vector<double>(cells.begin(), cells.end())));
    } else {
        const auto& gaussian = std::get<LinearGaussianCpd>(network.cpd(variable));
        const std::span<const VariableId> parents = gaussian.continuous_parents();
        std::vector<LinearGaussianCpd::Row> rows;
        for (std::size_t row = 0; row < gaussian.row_count(); ++row)
            rows.push_back(gaussian.row(row));
        builder.set_cpd(LinearGaussianCpd(variable, with_axis(gaussian.discrete_scope()),
                                          Ids(parents.begin(), parents.end()), rows));
    }
    return builder.build();
}

}  // namespace

TEST_CASE("Possible parents are those of the members of the class") {
    std::vector<Dag> dags = all_dags(4);
    std::map<std::pair<std::vector<Arc>, std::vector<Edge>>, std::vector<const Dag*>> classes;
    for (const Dag& dag : dags) {
        const Cpdag graph = cpdag(dag);
        classes[{graph.compelled, graph.reversible}].push_back(&dag);
    }
    for (const auto& [key, members] : classes)
        for (std::size_t v = 0; v < 4; ++v) {
            const VariableId variable(v);
            std::set<Ids> expected;
            for (const Dag* dag : members) expected.insert(sorted_parents(*dag, variable));
            const std::vector<Ids> found = possible_parents(cpdag(*members.front()), variable);
            CHECK(std::set<Ids>(found.begin(), found.end()) == expected);
            CHECK(found.size() == expected.size());
        }
}

TEST_CASE("The effect in the true graph is among the possible ones") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        RandomNetworkOptions options;
        options.variables = 5;
        const BayesianNetwork network = random_network(options, seed);
        const InferenceEngine engine(network);
        const VariableId x(seed % 5), y((seed + 1 + seed / 5 % 4) % 5);
        const Posterior truth =
            engine.marginals(std::span(&y, 1), Evidence{}.intervene(x, StateId(1)));
        bool is_there = false;
        for (const EffectAnalysis& effect : possible_effects(cpdag(network.dag()), {x, y})) {
            const PartialTable rows = interventional_distribution(effect, engine);
            CHECK(*rows.cells[2] + *rows.cells[3] == Approx(1));
            const bool is_true = effect.adjusted_for == sorted_parents(network.dag(), x);
            if (is_true) CHECK(rows.cells[3].value() == Approx(truth[0][1]).margin(1e-12));
            is_there = is_there || is_true;
        }
        CHECK(is_there);
    }
}

TEST_CASE("The effect on a mean by the parents of the cause is do()") {
    std::size_t compared = 0, refused = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        Rng rng(seed);
        const BayesianNetwork network = random_hybrid(rng);
        const VariableId x(rng.below(network.size())), y(rng.below(network.size()));
        const bool is_density = std::holds_alternative<KernelDensityCpd>(network.cpd(x));
        if (x == y || is_density || network.variable(y).is_discrete()) continue;
        INFO("seed " << seed);
        const bool has_states = network.variable(x).is_discrete();
        const CauseValue value = has_states ? CauseValue(StateId(0)) : CauseValue(1.5);
        Evidence doing;
        std::visit([&](auto one) { doing.intervene(x, one); }, value);
        const double expected =
            InferenceEngine(network).moments(std::span(&y, 1), doing).means.front();
        const Ids parents = sorted_parents(network.dag(), x);
        EffectAnalysis effect{.question = {x, y}};
        effect.method = EffectMethod::back_door;
        effect.adjusted_for = parents;
        effect.formula = adjustment_formula(x, y, parents);
        effect.is_of_member = true;
        CHECK(interventional_mean(effect, InferenceEngine(network), value) == expected);
        // With one parent more, of one state, the graph is another and the distribution the same.
        const BayesianNetwork other = with_constant_parent(network, x);
        const InferenceEngine engine(other);
        if (!has_numbers(effect, other)) {
            ++refused;
            CHECK_THROWS_AS(interventional_mean(effect, engine, value), ArgumentError);
            continue;
        }
        ++compared;
        CHECK(interventional_mean(effect, engine, value) ==
              Approx(expected).epsilon(1e-8).margin(1e-8));
    }
    CHECK(compared > 20);
    CHECK(refused > 5);
}

TEST_CASE("The effects in other graphs on a mean are those of networks with these graphs") {
    // Z ~ N(0, 1), X = Z + N(0, 1), Y = 3 X - 2 Z + N(0, 1): cov(X, Y) = 4, var X = 2, so that
    // E(Y | X) = 2 X; and the other way round, where Y is a parent of X, there is no effect.
    const BayesianNetwork network =
        NetworkBuilder::parse(
            "Z{real} -> X{real} -> Y{real} <- Z\nZ: normal(0, var 1)\nX: normal(Z, var 1)\n"
            "Y: normal(1 + 3 X - 2 Z, var 1)")
            .build();
    const InferenceEngine engine(network);
    const VariableId z = network.id("Z"), x = network.id("X"), y = network.id("Y");
    std::map<Ids, double> slopes;
    for (const EffectAnalysis& effect : possible_effects(cpdag(network.dag()), {x, y}))
        slopes[effect.adjusted_for] =
            interventional_mean(effect, engine, 1.0) - interventional_mean(effect, engine, 0.0);
    REQUIRE(slopes.size() == 4);
    CHECK(slopes.at({}) == Approx(2));
    CHECK(slopes.at({z}) == Approx(3));
    CHECK(slopes.at({y}) == Approx(0).margin(1e-12));
}

TEST_CASE("A cause with too many open arcs is refused") {
    std::vector<Arc> arcs;
    for (std::size_t v = 1; v < 5; ++v) arcs.push_back({VariableId(0), VariableId(v)});
    const Cpdag star = cpdag(Dag(5, arcs));
    CHECK_THROWS_AS(possible_parents(star, VariableId(0), 3), TooLargeError);
    CHECK(possible_parents(star, VariableId(0), 4).size() == 5);
    CHECK_THROWS_AS(possible_parents(star, VariableId(9)), ArgumentError);
}
