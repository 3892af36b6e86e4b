#include <learners/search/constraints.hpp>

#include <learners/search/learn_structure.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <array>

using namespace pgm;
using namespace pgm::learners;

namespace {

constexpr std::array<std::string_view, 4> names = {"Age", "Sex", "lower body", "Smoking"};

constexpr VariableId age{0}, sex{1}, body{2}, smoking{3};

template <class Call>
std::string message_of(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.message();
    }
    return "";
}

}  // namespace

TEST_CASE("Constraints: what contradicts itself is refused by name", "[learners][search]") {
    const auto refusal = [](const Constraints& constraints) {
        return message_of([&] { check_constraints(constraints, names); });
    };
    CHECK(refusal({}).empty());
    CHECK(refusal({.required = {{age, sex}}, .forbidden = {{sex, age}}}).empty());
    CHECK(refusal({.required = {{age, sex}}, .forbidden = {{age, sex}}}) ==
          "the arc Age -> Sex is both required and forbidden");
    CHECK(refusal({.required = {{age, body}, {body, age}}}).find("cycle: ") != std::string::npos);
    CHECK(
        refusal({.required = {{age, body}, {sex, body}}, .max_parents = 1}) ==
        "'lower body' has 2 required parents, more than the largest number of parents allowed, 1");
    CHECK(refusal({.required = {{age, sex}}, .tiers = {2, 1, {}, {}}}) ==
          "the required arc Age -> Sex leads from a tier to a lower one");
    CHECK(refusal({.tiers = {1}}) == "there are tiers for 1 variable, but 4 variables");
    CHECK(refusal({.forbidden = {{age, VariableId(std::size_t{9})}}}) ==
          "a constraint names variable 9, but there are only 4");
    CHECK(refusal({.forbidden = {{age, age}}}).find("back to its start") != std::string::npos);
}

TEST_CASE("Constraints: an arc from a number to a state is refused by name", "[learners][search]") {
    const Dataset data(
        {continuous_column("chol", {1, 2, 3, 4}),
         text_column("num", std::array<std::string_view, 4>{"no", "yes", "no", "yes"})});
    const VariableId chol{0}, num{1};
    const std::string refusal =
        "the required arc chol -> num cannot be: chol is continuous and num discrete";
    CHECK(message_of([&] { check_constraints({.required = {{chol, num}}}, data); }) == refusal);
    CHECK(message_of([&] { check_constraints({.required = {{chol, num}}}, data, true); }).empty());
    CHECK(message_of([&] { check_constraints({.required = {{num, chol}}}, data); }).empty());
    CHECK(message_of([&] { check_constraints({.forbidden = {{chol, num}}}, data); }).empty());
    for (const char* algorithm : {"hc", "tabu", "ges", "boss", "exact", "chow-liu"})
        CHECK(message_of([&] {
                  learn_structure(data, {.algorithm = parse_search_algorithm(algorithm),
                                         .constraints = {.required = {{chol, num}}}});
              }) == refusal);
}

TEST_CASE("AllowedArcs: arc by arc they say what the constraints say", "[learners][search]") {
    const AllowedArcs arcs(4, {.required = {{age, smoking}, {age, smoking}},
                               .forbidden = {{sex, smoking}},
                               .tiers = {1, 1, 2, {}},
                               .max_parents = 2});
    CHECK(arcs.required(age, smoking));
    CHECK_FALSE(arcs.required(smoking, age));
    CHECK(arcs.allowed(age, sex));
    CHECK(arcs.allowed(age, body));
    CHECK_FALSE(arcs.allowed(body, age));
    CHECK(arcs.allowed(smoking, age));  // it has no tier
    CHECK_FALSE(arcs.allowed(sex, smoking));
    CHECK(arcs.allowed(smoking, sex));
    CHECK_FALSE(arcs.allowed(age, age));
    CHECK(arcs.max_parents() == 2);
    CHECK(arcs.required_arcs().size() == 1);
    CHECK(arcs.obeyed_by(Dag(4, std::vector<Arc>{{age, smoking}})));
    CHECK_FALSE(arcs.obeyed_by(Dag(4)));
    CHECK_FALSE(arcs.obeyed_by(Dag(3)));
    CHECK_FALSE(arcs.obeyed_by(Dag(4, std::vector<Arc>{{age, smoking}, {body, age}})));
    CHECK_FALSE(arcs.obeyed_by(
        Dag(4, std::vector<Arc>{{age, smoking}, {age, body}, {sex, body}, {smoking, body}})));
}

TEST_CASE("AllowedArcs: more variables than there is room for pairs are refused",
          "[learners][search]") {
    CHECK_NOTHROW(AllowedArcs(1'000'000, {}));
    CHECK_THROWS_AS(AllowedArcs(1'000'000, {.forbidden = {{age, sex}}}), TooLargeError);
}

TEST_CASE("The class under rules has the arcs that they direct, and what follows",
          "[learners][search]") {
    const std::vector<Variable> variables{Variable("Age", {"a", "b"}), Variable("Sex", {"a", "b"}),
                                          Variable("lower body", {"a", "b"}),
                                          Variable("Smoking", {"a", "b"})};
    const Dag chain(4, std::vector<Arc>{{age, sex}, {sex, body}, {body, smoking}});
    const auto arcs_under = [&](const Constraints& constraints) {
        const Cpdag found = cpdag(chain, variables, AllowedArcs(4, constraints));
        CHECK(found.compelled.size() + found.reversible.size() == 3);
        return found.compelled;
    };
    using Arcs = std::vector<Arc>;
    CHECK(arcs_under({}).empty());
    CHECK(arcs_under({.forbidden = {{age, smoking}}}).empty());
    CHECK(arcs_under({.max_parents = 1}).empty());
    // No collider is at the second end of an arc, so one in the chain directs all behind it.
    CHECK(arcs_under({.forbidden = {{sex, age}}}) ==
          Arcs{{age, sex}, {sex, body}, {body, smoking}});
    CHECK(arcs_under({.required = {{sex, body}}}) == Arcs{{sex, body}, {body, smoking}});
    CHECK(arcs_under({.tiers = {{}, {}, 1, 2}}) == Arcs{{body, smoking}});
}
