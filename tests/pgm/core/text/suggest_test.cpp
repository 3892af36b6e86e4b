#include <pgm/core/text/words.hpp>

#include <tests/support/catch.hpp>

#include <string>
#include <vector>

using namespace pgm;

TEST_CASE("Suggestions: a near name is found, a far one is not", "[suggest]") {
    const std::vector<std::string> names{"smoke", "lung", "bronc", "either"};
    CHECK(nearest_name("smok", names) == "smoke");
    CHECK(nearest_name("somke", names) == "smoke");
    CHECK(nearest_name("LUNG", names) == "lung");
    CHECK(nearest_name("ether", names) == "either");
    CHECK(nearest_name("xylophone", names).empty());
    CHECK(nearest_name("", names).empty());
}

TEST_CASE("Suggestions: the hint asks, or lists what is known", "[suggest]") {
    CHECK(did_you_mean("bronk", std::vector<std::string>{"lung", "bronc"}) ==
          "did you mean 'bronc'?");
    CHECK(did_you_mean("q", std::vector<std::string>{"lung", "bronc"}) == "known: lung, bronc");
    CHECK(did_you_mean("zzzzzz", std::vector<std::string>{"a1", "a2", "a3", "a4", "a5", "a6", "a7",
                                                          "a8", "a9"}) ==
          "known: a1, a2, a3, a4, a5, a6, a7, a8, ...");
    CHECK(did_you_mean("q", {}).empty());
}

TEST_CASE("Suggestions: a difference of letter case and blanks is told, and is nearest of all",
          "[suggest]") {
    const std::vector<std::string> names{"edge", "age", "Sex", "no\u00a0name"};
    CHECK(case_difference("Age", names) == "'Age' differs from 'age' in letter case only");
    CHECK(case_difference("sex", names) == "'sex' differs from 'Sex' in letter case only");
    CHECK(case_difference(" age ", names) ==
          "' age ' differs from 'age' in the blanks around it only");
    CHECK(case_difference("AGE ", names) ==
          "'AGE ' differs from 'age' in letter case and the blanks around it only");
    CHECK(case_difference("age", names).empty());
    CHECK(case_difference("ages", names).empty());
    CHECK(case_difference("", std::vector<std::string>{" "}) ==
          "'' differs from ' ' in the blanks around it only");
    CHECK(nearest_name("   age   ", names) == "age");
    CHECK(nearest_name(std::string(100, 'X'), std::vector<std::string>{std::string(100, 'x')}) ==
          std::string(100, 'x'));
}

TEST_CASE("Suggestions: absurdly long names cost nothing", "[suggest]") {
    const std::vector<std::string> names{std::string(1'000'000, 'a')};
    CHECK(nearest_name(std::string(1'000'000, 'b'), names).empty());
}

TEST_CASE("Suggestions: a name cut short finds the whole one, and a whole one the one cut short",
          "[suggest]") {
    const std::vector<std::string> names{"age", "hours_worked", "Income"};
    CHECK(nearest_name("hours", names) == "hours_worked");
    CHECK(nearest_name("HOURS_W", names) == "hours_worked");
    CHECK(nearest_name("hours_worked_per_week", names) == "hours_worked");
    CHECK(nearest_name("inc", names) == "Income");
    CHECK(nearest_name("h", names).empty());  // one letter begins half of all names
    CHECK(nearest_name("ages_of_all_people", names).empty());  // and "age" is too little of it
    CHECK(did_you_mean("hours", names) == "did you mean 'hours_worked'?");
}

TEST_CASE("Suggestions: a near name and names that begin alike stand side by side", "[suggest]") {
    CHECK(did_you_mean("hour",
                       std::vector<std::string>{"hours_worked", "tour", "hourly", "hours_slept"}) ==
          "did you mean 'tour' or 'hours_worked' or 'hourly'?");
    CHECK(did_you_mean("smoke", std::vector<std::string>{"smoke_history", "smoker"}) ==
          "did you mean 'smoker' or 'smoke_history'?");
}

TEST_CASE("Suggestions: a long name is cut where it is suggested, and holds no controls",
          "[suggest]") {
    const std::string many(1000, 'y');
    CHECK(did_you_mean("yy", std::vector<std::string>{many}) ==
          "did you mean '" + many.substr(0, 39) + "…'?");
    CHECK(did_you_mean("q", std::vector<std::string>{many}) ==
          "known: " + many.substr(0, 39) + "…");
    CHECK(did_you_mean("q", std::vector<std::string>{"a\x1b"}) == "known: a?");
}
