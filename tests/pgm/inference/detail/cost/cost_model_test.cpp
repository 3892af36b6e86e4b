#include <pgm/inference/detail/cost/cost_model.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::detail;
using Catch::Matchers::WithinRel;

TEST_CASE(
    "Cost model: a table that is read again counts as an instruction that multiplies its cells",
    "[cost_model]") {
    const PlanCost loading{
        .multiplications = 100, .instructions = 10, .tables_loaded = 3, .cells_loaded = 24};
    const PlanCost multiplying{.multiplications = 124, .instructions = 13};
    CHECK(cost_model::run_seconds(loading) == cost_model::run_seconds(multiplying));
}

TEST_CASE("Cost model: before there is a plan, each more cell costs the same", "[cost_model]") {
    for (const Task task : {Task::marginals, Task::maximum, Task::evidence, Task::joint}) {
        const double passes = cost_model::passes(task),
                     few = cost_model::run_seconds(1000, 20, 5, passes),
                     many = cost_model::run_seconds(1e6, 20, 5, passes);
        CHECK_THAT(many - few,
                   WithinRel(cost_model::run_seconds_per_cell(passes) * (1e6 - 1000), 1e-12));
    }
}

TEST_CASE(
    "Cost model: P(e) alone is predicted to take less than an explanation, and that less than all "
    "posteriors",
    "[cost_model]") {
    for (const double cells : {0.0, 1e3, 1e9}) {
        const auto run = [&](Task task) {
            return cost_model::run_seconds(cells, 10, 0, cost_model::passes(task));
        };
        CHECK(run(Task::evidence) < run(Task::maximum));
        CHECK(run(Task::maximum) < run(Task::marginals));
        CHECK(cost_model::compile_seconds(10, cost_model::passes(Task::evidence)) <
              cost_model::compile_seconds(10, cost_model::passes(Task::marginals)));
    }
}

TEST_CASE("Cost model: the posteriors of some variables take fewer passes than those of all",
          "[cost_model]") {
    CHECK(cost_model::passes(Task::marginals, 0) == cost_model::passes(Task::evidence));
    CHECK(cost_model::passes(Task::marginals, 0.1) < cost_model::passes(Task::marginals, 0.5));
    CHECK(cost_model::passes(Task::marginals, 1) == cost_model::passes(Task::marginals));
}
