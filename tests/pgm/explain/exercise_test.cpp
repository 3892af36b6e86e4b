#include <pgm/explain/exercise.hpp>

#include <pgm/core/error.hpp>
#include <pgm/graph/d_separation.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/d_separation_statement.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <set>

using namespace pgm;
using Catch::Matchers::WithinAbs;
using Kind = Exercise::Kind;

namespace {

/// Asia with numbers of no special kind, by the definition of a table from a number per row.
BayesianNetwork chest_clinic() {
    return NetworkBuilder::parse(
               "asia{n|y} -> tub{n|y} -> either{n|y} <- lung{n|y} <- smoke{n|y} -> bronc{n|y};"
               "either -> xray{n|y}; bronc -> dysp{n|y} <- either;"
               "asia: 0.7 0.3; tub | asia=n: 0.9 0.1; tub | asia=y: 0.6 0.4; smoke: 0.5 0.5;"
               "lung | smoke=n: 0.95 0.05; lung | smoke=y: 0.8 0.2; bronc | smoke=n: 0.7 0.3;"
               "bronc | smoke=y: 0.4 0.6; either | tub=n, lung=n: 1 0; either | tub=n, lung=y: 0 1;"
               "either | tub=y, lung=n: 0 1; either | tub=y, lung=y: 0 1; xray | either=n: 0.95 "
               "0.05;"
               "xray | either=y: 0.02 0.98; dysp | bronc=n, either=n: 0.9 0.1;"
               "dysp | bronc=n, either=y: 0.3 0.7; dysp | bronc=y, either=n: 0.2 0.8;"
               "dysp | bronc=y, either=y: 0.1 0.9")
        .build();
}

std::vector<Exercise> sheet(const BayesianNetwork& network, Kind kind, std::size_t count,
                            std::uint64_t seed = 7) {
    return exercises(InferenceEngine(network), {.kinds = {kind}, .count = count, .seed = seed});
}

double number_after(const std::string& text, const std::string& mark) {
    return std::stod(text.substr(text.rfind(mark) + mark.size()));
}

}  // namespace

TEST_CASE("Exercises: the answer of a posterior is that of its query, and not nearly certain",
          "[explain]") {
    const BayesianNetwork network = chest_clinic();
    const InferenceEngine engine(network);
    const std::vector<Exercise> found = sheet(network, Kind::posterior, 25);
    REQUIRE(found.size() == 25);
    std::set<std::string> queries;
    for (const Exercise& exercise : found) {
        INFO(exercise.query);
        queries.insert(exercise.query);
        const double expected = answer(engine, exercise.query).probability();
        CHECK((expected > 1e-3 && expected < 1 - 1e-3));
        CHECK(exercise.question == "What is " + exercise.query + "?");
        CHECK_THAT(number_after(exercise.answer, " = "), WithinAbs(expected, 1e-5));
        // The quotient is made of the numbers above it.
        REQUIRE(exercise.solution.size() == 3);
        const double joint = number_after(exercise.solution[0], " = "),
                     given = number_after(exercise.solution[1], " = ");
        CHECK_THAT(joint / given, WithinAbs(expected, 1e-4));
        const std::string asked = exercise.solution[0];
        CHECK_THAT(answer(engine, asked.substr(0, asked.rfind(" = "))).probability(),
                   WithinAbs(joint, 1e-5));
    }
    CHECK(queries.size() == 25);
}

TEST_CASE("Exercises: d-separation is told with its paths, and of both kinds", "[explain]") {
    const BayesianNetwork network = chest_clinic();
    std::size_t separated = 0;
    for (const Exercise& exercise : sheet(network, Kind::d_separation, 30)) {
        INFO(exercise.query);
        const DSeparationStatement statement = parse_d_separation(network, exercise.query);
        const bool is_separated =
            d_separation(network.dag(), statement.left, statement.right, statement.given).separated;
        CHECK(exercise.answer ==
              (is_separated ? "Yes, every path is blocked." : "No, a path is active."));
        REQUIRE(!exercise.solution.empty());
        for (const std::string& line : exercise.solution)
            CHECK_THAT(line, Catch::Contains(is_separated ? " is blocked at " : " is active: "));
        separated += is_separated;
    }
    CHECK(separated > 5);
    CHECK(separated < 25);
}

TEST_CASE("Exercises: a collider blocks unless it or a descendant is known", "[explain]") {
    std::set<std::string> answers;
    for (const Exercise& exercise :
         sheet(uniform_network("A -> C <- B; C -> D"), Kind::d_separation, 40))
        if (exercise.query.starts_with("A _||_ B") || exercise.query.starts_with("B _||_ A"))
            answers.insert(exercise.solution.front());
    const auto has = [&](const char* path, const std::string& remark) {
        return answers.contains(path + remark) ||
               answers.contains((std::string("B -> C <- A") + remark));
    };
    CHECK(has("A -> C <- B",
              " is blocked at C, where arrows meet and neither it nor a descendant is known"));
    CHECK((has("A -> C <- B", " is active: arrows meet at C, which is known") ||
           has("A -> C <- B", " is active: arrows meet at C, of which a descendant is known")));
}

TEST_CASE("Exercises: the tables of an elimination, by hand", "[explain]") {
    // D has the ancestors A and C, and there is one order but for their exchange.
    const BayesianNetwork network = uniform_network("A{a|b|c} -> C{a|b} -> D{a|b}");
    const std::vector<Exercise> both = sheet(network, Kind::elimination, 3);
    REQUIRE(both.size() == 2);
    for (const Exercise& exercise : both) {
        CHECK(exercise.query == "P(D)");
        if (exercise.question.find("summing out A, C") != std::string::npos) {
            CHECK(
                exercise.solution ==
                std::vector<std::string>{
                    "A: P(A) P(C | A) is a table over A, C with 6 cells; the sum over A is t1(C) "
                    "with 2 cells",
                    "C: P(D | C) t1(C) is a table over C, D with 4 cells; the sum over C is t2(D) "
                    "with 2 cells",
                    "left: t2(D) = P(D)"});
            CHECK(exercise.answer == "The largest table has 6 cells.");
        } else {
            CHECK(exercise.answer == "The largest table has 12 cells.");
        }
    }
}

TEST_CASE("Exercises: the most probable states are those of the query, by a margin", "[explain]") {
    const BayesianNetwork network = chest_clinic();
    const InferenceEngine engine(network);
    for (const Exercise& exercise : sheet(network, Kind::most_probable, 10)) {
        INFO(exercise.query);
        REQUIRE(exercise.solution.size() == 2);
        const std::string best = exercise.solution[0].substr(0, exercise.solution[0].rfind(" = "));
        const double probability = answer(engine, best).probability();
        CHECK_THAT(number_after(exercise.solution[0], " = "), WithinAbs(probability, 1e-5));
        CHECK(number_after(exercise.solution[1], " = ") < probability);
        CHECK(best.starts_with("P(" + exercise.answer + " | "));
    }
}

TEST_CASE("Exercises: a seed gives one sheet, a small network few, and some have none",
          "[explain]") {
    const BayesianNetwork network = chest_clinic();
    const InferenceEngine engine(network);
    CHECK(exercises(engine, {.seed = 3}) == exercises(engine, {.seed = 3}));
    CHECK(exercises(engine, {.seed = 3}) != exercises(engine, {.seed = 4}));
    const std::vector<Exercise> four = exercises(engine);
    REQUIRE(four.size() == 4);
    CHECK(std::ranges::none_of(four, [](const Exercise& one) { return one.answer.empty(); }));
    CHECK(sheet(uniform_network("A -> B -> C"), Kind::elimination, 5).size() == 2);
    for (const Kind kind : {Kind::posterior, Kind::d_separation, Kind::elimination})
        CHECK_THROWS_AS(sheet(uniform_network("A"), kind, 1), ArgumentError);
    CHECK_THROWS_AS(sheet(uniform_network("A{real} -> B{real}"), Kind::posterior, 1),
                    ArgumentError);
    CHECK_THROWS_AS(exercises(engine, {.kinds = {}}), ArgumentError);
}
