#include <pgm/query/expression.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/query_network.hpp>

#include <functional>
#include <vector>

using namespace pgm;

namespace {

const Expression first = is(VariableId(0), StateId(1));
const Expression second = is(VariableId(1), StateId(1));
const Expression third = is(VariableId(2), StateId(1));

/// Compares with a C++ expression on all eight assignments of three variables.
void check_truth(const Expression& expression,
                 const std::function<bool(bool, bool, bool)>& expected) {
    for (std::size_t bits = 0; bits < 8; ++bits) {
        const std::size_t x = bits & 1, y = bits >> 1 & 1, z = bits >> 2;
        const std::vector<StateId> states = {StateId(x), StateId(y), StateId(z)};
        CHECK(expression.holds(states) == expected(x, y, z));
    }
}

std::vector<ExpressionKind> kinds(const Expression& expression) {
    std::vector<ExpressionKind> result;
    for (const Expression::Node& node : expression.nodes()) {
        const auto* const op = std::get_if<Expression::Operator>(&node);
        result.push_back(op ? op->kind : ExpressionKind::condition);
    }
    return result;
}

}  // namespace

TEST_CASE("An expression is true where logic says so", "[query]") {
    check_truth(first, [](bool x, bool, bool) { return x; });
    check_truth(not_of(second), [](bool, bool y, bool) { return !y; });
    check_truth(all_of({first, second, third}), [](bool x, bool y, bool z) { return x && y && z; });
    check_truth(any_of({first, second, third}), [](bool x, bool y, bool z) { return x || y || z; });
    check_truth(any_of({all_of({first, second}), not_of(all_of({second, not_of(third)}))}),
                [](bool x, bool y, bool z) { return (x && y) || !(y && !z); });
    check_truth(
        all_of({any_of({first, third}), any_of({second, not_of(first)}), not_of(not_of(third))}),
        [](bool x, bool y, bool z) { return (x || z) && (y || !x) && z; });
}

TEST_CASE("A condition holds in any of its states, without states never", "[query]") {
    const Expression odd = is_one_of(VariableId(0), {StateId(3), StateId(1), StateId(3)});
    CHECK(std::get<Condition>(odd.nodes().front()).states ==
          std::vector<StateId>{StateId(1), StateId(3)});
    for (std::size_t state = 0; state < 5; ++state) {
        const std::vector<StateId> states = {StateId(state)};
        CHECK(odd.holds(states) == (state % 2 == 1));
        CHECK_FALSE(is_one_of(VariableId(0), {}).holds(states));
    }
}

TEST_CASE("Operators of one kind merge, operators of one operand vanish", "[query]") {
    using enum ExpressionKind;
    CHECK(all_of({first, all_of({second, third})}) == all_of({first, second, third}));
    CHECK(all_of({all_of({first, second}), third}) == all_of({first, second, third}));
    CHECK(any_of({any_of({first, second}), any_of({third, first})}) ==
          any_of({first, second, third, first}));
    CHECK(all_of({first}) == first);
    CHECK(not_of(not_of(first)) == first);
    CHECK(kinds(any_of({first, not_of(second)})) ==
          std::vector<ExpressionKind>{condition, condition, negation, disjunction});
    CHECK(kinds(all_of({any_of({first, second}), third})) ==
          std::vector<ExpressionKind>{condition, condition, disjunction, condition, conjunction});
}

TEST_CASE("A conjunction falls into its operands, anything else is its own only one", "[query]") {
    const Expression either = any_of({second, all_of({first, third})});
    CHECK(all_of({first, either, not_of(either)}).conjuncts() ==
          std::vector<Expression>{first, either, not_of(either)});
    CHECK(either.conjuncts() == std::vector<Expression>{either});
    CHECK(first.conjuncts() == std::vector<Expression>{first});
}

TEST_CASE("An expression may be nested a thousand deep", "[query]") {
    Expression deep = first;
    for (int level = 0; level < 1000; ++level)
        deep = not_of(level % 2 == 0 ? any_of({second, deep}) : all_of({third, deep}));
    const std::vector<StateId> states = {StateId(1), StateId(0), StateId(1)};
    CHECK(deep.holds(states));
}

TEST_CASE("Conditions are made by name, and unknown names are refused with a suggestion",
          "[query]") {
    const BayesianNetwork network = tests::query_network();
    CHECK(is(network, "Rain", "yes") == is(network.id("Rain"), StateId(1)));
    CHECK(is_one_of(network, "grade", {"C", "A"}) ==
          is_one_of(network.id("grade"), {StateId(0), StateId(2)}));
    CHECK_THROWS_WITH(is(network, "Rian", "yes"), "no variable 'Rian' (did you mean 'Rain'?)");
    CHECK_THROWS_WITH(is(network, "Rain", "yess"),
                      "variable 'Rain' has no state 'yess' (did you mean 'yes'?)");
}

TEST_CASE("An expression that does not fit the network is refused", "[query]") {
    NetworkBuilder net = NetworkBuilder::parse("A{0|1}");
    net.cpt("A").values({0.5, 0.5});
    const BayesianNetwork network = net.build();
    CHECK_NOTHROW(validate(is(VariableId(0), StateId(1)), network));
    CHECK_THROWS_WITH(validate(is(VariableId(1), StateId(0)), network),
                      "an expression names variable number 1, the network has 1");
    CHECK_THROWS_WITH(
        validate(all_of({is(VariableId(0), StateId(1)), is(VariableId(0), StateId(2))}), network),
        "an expression names state number 2 of 'A', which has 2");
}

TEST_CASE("A conjunction of nothing is refused", "[query]") {
    CHECK_THROWS_WITH(all_of({}), "a conjunction or disjunction needs at least one operand");
    CHECK_THROWS_WITH(any_of({}), "a conjunction or disjunction needs at least one operand");
}
