#include <pgm/inference/detail/graph/forward_tables.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <memory>
#include <pgm/inference/detail/plan/plan_compiler.hpp>
#include <pgm/inference/detail/plan/plan_run.hpp>
#include <pgm/model/network_builder.hpp>

using namespace pgm;
using namespace pgm::detail;
using Catch::Matchers::WithinAbs;

namespace {

const std::vector<std::uint32_t> binary{2, 2, 2}, c_given_a_and_b{0, 1, 2}, of_a{1}, of_b{2};
const std::vector<PlanScope> collider{c_given_a_and_b, of_a,
                                      of_b};  // positions: c first, then a, then b

}  // namespace

TEST_CASE("Forward tables: without evidence everything is 1", "[forward_tables]") {
    ScopePool pool;
    const ContractionTree tree(collider, binary, 3, 3, pool);
    const ForwardTables forward =
        plan_forward(tree, std::vector<char>{1, 1, 1}, std::vector<char>{1, 1, 1}, pool);
    for (std::size_t i = tree.leaf_count(); i < tree.nodes().size(); ++i)
        CHECK(forward.tables[i].is_one);
    CHECK(forward.multiplications == 0);
}

TEST_CASE(
    "Forward tables: a barren variable's parents still meet in its node, not in what is stored",
    "[forward_tables]") {
    ScopePool pool;
    const ContractionTree tree(collider, binary, 3, 3, pool);
    const ForwardTables forward = plan_forward(tree, std::vector<char>{1, 0, 1},
                                               std::vector<char>{1, 1, 1}, pool);  // a finding on a
    REQUIRE(tree.nodes().size() == 6);
    CHECK(forward.tables[3].is_one);  // c summed out of P(c | a, b)
    CHECK(tree.node(3).scope.size() == 2);
    CHECK(tree.node(4).scope.size() ==
          1);  // a summed out of that times f(a): over b, for the way back
    CHECK(!forward.tables[4].is_one);
    CHECK(forward.tables[4].scope.empty());  // stored: a number
    CHECK(forward.multiplications == 4);     // the sums of f(a), and of P(b)
}

TEST_CASE("Forward tables: nothing is left out where no table sums to one", "[forward_tables]") {
    ScopePool pool;
    const ContractionTree tree(collider, binary, 3, 3, pool);
    const ForwardTables forward =
        plan_forward(tree, std::vector<char>{0, 0, 0}, std::vector<char>{1, 1, 1}, pool);
    double multiplications = 0;
    for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
        CHECK(!forward.tables[i].is_one);
        CHECK(forward.tables[i].scope.size() ==
              tree.node(static_cast<std::uint32_t>(i)).scope.size());
        multiplications += tree.node(static_cast<std::uint32_t>(i)).loop_cells;
    }
    CHECK(forward.multiplications == multiplications);
}

TEST_CASE(
    "Forward tables: the posterior of a barren variable whose parents have findings on either side",
    "[forward_tables]") {
    // x -> a, c given a and b, y -> b; x and y are observed: P(c | x, y) needs a and b together,
    // though c adds nothing to P(x, y).
    NetworkBuilder builder("collider");
    const VariableId a = builder.add_variable(Variable("a", {"0", "1"})),
                     b = builder.add_variable(Variable("b", {"0", "1"}));
    const VariableId c = builder.add_variable(Variable("c", {"0", "1"})),
                     x = builder.add_variable(Variable("x", {"0", "1"}));
    const VariableId y = builder.add_variable(Variable("y", {"0", "1"}));
    const auto table = [&](std::vector<VariableId> scope, std::vector<double> cells) {
        std::vector<std::size_t> two(scope.size(), 2);
        builder.set_cpd(TableCpd(Table(Scope(scope, two), std::move(cells))));
    };
    table({a}, {0.5, 0.5});
    table({b}, {0.25, 0.75});
    table({a, b, c}, {1, 0, 0.5, 0.5, 0.25, 0.75, 0, 1});
    table({a, x}, {0.5, 0.5, 0.25, 0.75});
    table({b, y}, {0.5, 0.5, 0.25, 0.75});
    const BayesianNetwork network = builder.build();
    const Domains domains(network);
    PlanRequest request{
        .targets = {c},
        .roles = {Role::free, Role::free, Role::free, Role::observed, Role::observed},
        .domains = &domains,
        .prior = &domains,
        .max_arena_bytes = 1 << 20};
    PlanRun run;
    run.bind(
        std::make_shared<const Plan>(compile_plan(network, request, sketch_plan(network, request))),
        network);
    Evidence evidence;
    evidence.observe(x, StateId(1));
    evidence.observe(y, StateId(0));
    REQUIRE(run.run(CheckedEvidence(evidence, network)));
    // P(a = 0 | x = 1) = 1/4 : 3/8 = 2/5 and P(b = 0 | y = 0) = 1/8 : 3/16 = 2/5, so P(c = 0) =
    // 4/25 * 1 + 6/25 * 1/2 + 6/25 * 1/4 = 17/50.
    REQUIRE(run.plan()->marginals.size() == 1);
    std::vector<double> of_c(2);
    run.read_marginal(run.plan()->marginals[0].cell, of_c);
    CHECK_THAT(of_c[0], WithinAbs(0.34, 1e-15));
    CHECK_THAT(run.log_evidence(), WithinAbs(std::log(0.625 * 0.3125), 1e-15));
}
