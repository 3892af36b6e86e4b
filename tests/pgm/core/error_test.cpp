#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <cstring>

using namespace pgm;

TEST_CASE("Errors: the sentence has the place in front and the hint behind", "[error]") {
    const ParseError error("expected '{'", {.file = "asia.bif", .line = 3, .column = 7},
                           "a variable block begins with '{'");
    CHECK(std::strcmp(error.what(),
                      "asia.bif:3:7: expected '{' (a variable block begins with '{')") == 0);
    CHECK(error.code() == ErrorCode::parse);
    CHECK(error.location().column == 7);
}

TEST_CASE("Errors: places in a text, in a model, and nowhere", "[error]") {
    CHECK(to_string(Location{}) == "");
    CHECK(to_string(Location{.line = 2, .column = 5}) == "2:5");
    CHECK(to_string(Location{.column = 5}) == "column 5");
    CHECK(to_string(Location{.variable = "lung"}) == "lung");
    CHECK(to_string(Location{.variable = "lung", .row = "smoke=yes"}) == "P(lung | smoke=yes)");
}

TEST_CASE("Errors: a model error lists every problem, errors before warnings", "[error]") {
    const ModelError error({{Problem::Severity::warning, "small", {}, {}},
                            {Problem::Severity::error, "large", {.line = 1, .column = 2}, {}}});
    CHECK(std::string(error.what()) == "1:2: large\nsmall");
    CHECK(error.problems().size() == 2);
    CHECK(error.problems().front().message == "large");
}

TEST_CASE("Errors: a model error of two problems keeps the hint of each", "[error]") {
    const ModelError error(
        {{Problem::Severity::error, "no table for 'rain'", {.line = 4, .column = 1}, "add one"},
         {Problem::Severity::error,
          "unknown parent 'rian'",
          {.line = 9, .column = 5},
          "did you mean 'rain'?"}});
    CHECK(std::string(error.what()) ==
          "4:1: no table for 'rain' (add one)\n9:5: unknown parent 'rian' (did you mean 'rain'?)");
    CHECK(error.message() == "no table for 'rain'");
    CHECK(error.location().line == 4);
    CHECK(error.hint() == "add one");
}
