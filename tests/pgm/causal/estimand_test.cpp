#include <pgm/causal/estimand.hpp>

#include <pgm/causal/identification.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/causal_graphs.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

Estimand probability(std::vector<VariableId> of, std::vector<VariableId> given) {
    return Estimand(ConditionalProbability{std::move(of), std::move(given)});
}

}  // namespace

TEST_CASE("A formula is shown in plain text and in LaTeX") {
    const CausalModel model = causal_model("'blood pressure' -> X -> Y; a_b -> Y");
    const auto variables = model.network.variables();
    const VariableId pressure(0), x(1), y(2), other(3);
    const Estimand adjusted = adjustment_formula(x, y, std::vector{pressure, other});
    CHECK(format(adjusted, variables) ==
          "sum_{'blood pressure', a_b} P(Y | X, 'blood pressure', a_b) "
          "P('blood pressure', a_b)");
    CHECK(format_latex(adjusted, variables) ==
          R"(\sum_{\mathrm{blood\ pressure}, \mathrm{a\_b}} P(Y \mid X, )"
          R"(\mathrm{blood\ pressure}, \mathrm{a\_b})\, P(\mathrm{blood\ pressure}, )"
          R"(\mathrm{a\_b}))");
    const Estimand door = front_door_formula(x, y, std::vector{other});
    CHECK(format(door, variables) == "sum_a_b P(a_b | X) sum_X' P(Y | X', a_b) P(X')");
    CHECK(format(front_door_formula(x, y, {}), variables) == "P(Y)");
    CHECK(free_variables(door) == std::vector{x, y});
    CHECK(all_variables(door) == std::vector{x, y, other});
    CHECK(probabilities_of(door).size() == 3);
}

TEST_CASE("Quotients and sums that are not last stand in parentheses") {
    const CausalModel model = causal_model("X -> Y -> Z");
    const VariableId x(0), y(1), z(2);
    const Estimand quotient(Quotient{{probability({x}, {})}, {probability({y}, {z})}});
    const Estimand sum(SumOfProducts{{y}, {probability({y}, {x})}});
    const Estimand both(SumOfProducts{{}, {sum, quotient, sum}});
    CHECK(format(both, model.network.variables()) ==
          "(sum_Y' P(Y' | X)) ((P(X)) / (P(Y | Z))) sum_Y' P(Y' | X)");
    CHECK(format_latex(quotient, model.network.variables()) == R"(\frac{P(X)}{P(Y \mid Z)})");
    CHECK(both == both);
    CHECK_FALSE(both == sum);
}

TEST_CASE("A formula is undefined where a condition is needed that never holds") {
    // Nobody with Z=1 has X=1.
    const auto network =
        NetworkBuilder::parse(
            "Z -> X; Z, X -> Y; Z: 0.5 0.5; X | Z=0: 0.5 0.5; X | Z=1: 1 0; Y | Z=0, X=0: 0.9 0.1;"
            "Y | Z=0, X=1: 0.6 0.4; Y | Z=1, X=0: 0.3 0.7; Y | Z=1, X=1: 0.2 0.8")
            .build();
    const VariableId z = network.id("Z"), x = network.id("X"), y = network.id("Y");
    const InferenceEngine engine(network);
    const Estimand adjusted = adjustment_formula(x, y, std::vector{z});
    const PartialTable rows = evaluate(adjusted, engine);
    CHECK(rows.scope.variables()[0] == x);
    CHECK(rows.cells[0].value() == Approx(0.6));
    CHECK(rows.cells[1].value() == Approx(0.4));
    CHECK_FALSE(rows.cells[2]);
    CHECK_FALSE(rows.cells[3]);
    CHECK_FALSE(rows.is_whole());
    CHECK(positivity_violations(adjusted, x, engine) ==
          std::vector<EmptyStratum>{{{z, x}, {StateId(1), StateId(1)}}});
    CHECK(positivity_violations(probability({y}, {x}), x, engine).empty());
}

TEST_CASE("A stratum of no weight may leave a cause without rows") {
    const auto network =
        NetworkBuilder::parse(
            "Z -> X; Z, X -> Y; Z: 1 0; X | Z=0: 0.5 0.5; X | Z=1: 1 0; Y | Z=0, X=0: 0.9 0.1;"
            "Y | Z=0, X=1: 0.6 0.4; Y | Z=1, X=0: 0.3 0.7; Y | Z=1, X=1: 0.2 0.8")
            .build();
    const VariableId z = network.id("Z"), x = network.id("X"), y = network.id("Y");
    const InferenceEngine engine(network);
    const Estimand adjusted = adjustment_formula(x, y, std::vector{z});
    CHECK(evaluate(adjusted, engine).cells[3].value() == Approx(0.4));
    CHECK(positivity_violations(adjusted, x, engine).empty());
}

TEST_CASE("A table beyond the limits is refused before it is made") {
    const CausalModel model = causal_model("Z -> X -> Y <- Z");
    const InferenceEngine engine(model.network);
    const Estimand adjusted = adjustment_formula(model.id("X"), model.id("Y"), model.ids("Z"));
    CHECK_THROWS_AS(evaluate(adjusted, engine, {.max_filled_cells = 7}), TooLargeError);
    CHECK_NOTHROW(evaluate(adjusted, engine, {.max_filled_cells = 8}));
}
