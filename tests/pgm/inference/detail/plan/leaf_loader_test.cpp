#include <pgm/inference/detail/plan/leaf_loader.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <pgm/inference/detail/contraction/contraction.hpp>
#include <pgm/inference/detail/plan/plan_compiler.hpp>
#include <pgm/model/network_builder.hpp>

using namespace pgm;
using namespace pgm::detail;

namespace {

/// x -> y of three states; P(y | x) is (1/2, 1/4, 1/4) and (1/8, 1/8, 3/4).
BayesianNetwork cause_and_effect(const std::vector<double>& effect = {0.5, 0.25, 0.25, 0.125, 0.125,
                                                                      0.75}) {
    NetworkBuilder builder("cause and effect");
    const VariableId x = builder.add_variable(Variable("x", {"0", "1"})),
                     y = builder.add_variable(Variable("y", {"a", "b", "c"}));
    builder.set_cpd(TableCpd(Table(Scope({x}, {2}), std::vector{0.25, 0.75})));
    builder.set_cpd(TableCpd(Table(Scope({x, y}, {2, 3}), effect)));
    return builder.build();
}

struct Loaded {
    BayesianNetwork network;
    Domains domains{network};
    Plan plan;
    LeafLoader loader;
    std::vector<double> arena;

    Loaded(BayesianNetwork given, std::vector<Role> roles) : network(std::move(given)) {
        const PlanRequest request{.task = Task::evidence,
                                  .targets = {},
                                  .roles = std::move(roles),
                                  .domains = &domains,
                                  .max_arena_bytes = 1 << 20};
        plan = compile_plan(network, request, sketch_plan(network, request));
        loader.bind(plan, network);
        arena.resize(plan.arena_cells + arena_margin);
    }

    bool load(const Evidence& evidence) {
        return loader.load(CheckedEvidence(evidence, network), {}, arena.data());
    }

    std::vector<double> cells_of(const char* name) const {
        const Leaf& leaf = plan.leaves.at(plan.leaf_of.at(network.id(name).index()));
        return {arena.begin() + leaf.cell, arena.begin() + leaf.cell + leaf.cells};
    }
};

Evidence observed(const BayesianNetwork& network, const char* variable, const char* state) {
    Evidence evidence;
    evidence.observe(network, variable, state);
    return evidence;
}

}  // namespace

TEST_CASE("Leaf loader: the slice of an observed variable follows the evidence", "[leaf_loader]") {
    Loaded of_y(cause_and_effect(), {Role::free, Role::observed});
    REQUIRE(of_y.load(observed(of_y.network, "y", "a")));
    CHECK(of_y.cells_of("y") == std::vector<double>{0.5, 0.125});
    REQUIRE(of_y.load(observed(of_y.network, "y", "c")));
    CHECK(of_y.cells_of("y") == std::vector<double>{0.25, 0.75});
    CHECK(of_y.plan.cost.tables_loaded == 1);  // that of x is the same for every y
    CHECK(of_y.plan.cost.cells_loaded == 2);
}

TEST_CASE(
    "Leaf loader: a finding zeroes the other states, and the next evidence without one has them "
    "back",
    "[leaf_loader]") {
    Loaded any(cause_and_effect(), {Role::likelihood, Role::likelihood});
    REQUIRE(any.load({}));
    const std::vector<double> without = any.cells_of("y");
    REQUIRE(any.load(observed(any.network, "y", "b")));
    const std::vector<double> with = any.cells_of("y");
    double kept = 0;
    for (std::size_t i = 0; i < with.size(); ++i) {
        CHECK((with[i] == 0 || with[i] == without[i]));
        kept += with[i];
    }
    CHECK(kept == 0.25 + 0.125);  // P(b | x) of both x
    REQUIRE(any.load({}));
    CHECK(any.cells_of("y") == without);
    CHECK(any.plan.cost.tables_loaded == 0);
}

TEST_CASE(
    "Leaf loader: a likelihood weighs the states, and tiny weights are scaled by powers of two",
    "[leaf_loader]") {
    Loaded any(cause_and_effect(), {Role::likelihood, Role::likelihood});
    Evidence evidence;
    evidence.likelihood(any.network, "x", std::vector{0x1p-100, 0x1p-99});
    REQUIRE(any.load(evidence));
    const std::vector<double> x = any.cells_of("x");
    const double power = std::ldexp(1.0, static_cast<int>(any.loader.exponent()));
    CHECK(x[0] * power == 0.25 * 0x1p-100);
    CHECK(x[1] * power == 0.75 * 0x1p-99);
    CHECK(x[1] >= 0x1p-32);
}

TEST_CASE("Leaf loader: a table that the evidence leaves without a positive number is told",
          "[leaf_loader]") {
    Loaded of_y(cause_and_effect({0.5, 0.5, 0, 1, 0, 0}), {Role::free, Role::observed});
    CHECK(of_y.load(observed(of_y.network, "y", "b")));
    CHECK(!of_y.load(observed(of_y.network, "y", "c")));
    CHECK(of_y.load(observed(of_y.network, "y", "a")));
    CHECK(of_y.cells_of("y") == std::vector<double>{0.5, 1});
}

TEST_CASE("Leaf loader: numbers that are no tables multiply P(e)", "[leaf_loader]") {
    Loaded of_both(cause_and_effect(), {Role::observed, Role::observed});
    Evidence evidence = observed(of_both.network, "x", "1");
    evidence.observe(of_both.network, "y", "c");
    REQUIRE(of_both.load(evidence));
    CHECK(of_both.plan.leaves.empty());
    const ExtendedNumber factor = of_both.loader.factor();
    CHECK(std::ldexp(factor.mantissa(), static_cast<int>(factor.exponent())) == 0.75 * 0.75);
}
