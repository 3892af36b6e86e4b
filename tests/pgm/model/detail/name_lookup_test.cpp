#include <tests/support/catch.hpp>
#include <tests/support/query_checks.hpp>
#include <tests/support/query_terms.hpp>

#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests::query_terms;
using tests::check_query_errors;
using tests::in;
using tests::is;
using tests::known_names;
using tests::parsed;
using tests::probability_of;

TEST_CASE("Odd names and states are written in quotes, or bare where nothing else could be meant",
          "[query]") {
    CHECK(parsed("P(age=0-17)") == probability_of(is("age", "0-17")));
    CHECK(parsed("P(age=65+)") == probability_of(is("age", "65+")));
    CHECK(parsed("P(hours=v0:40.5-)") == probability_of(is("hours", "v0:40.5-")));
    CHECK(parsed("P('lower body'='<5')") == probability_of(is("lower body", "<5")));
    CHECK(parsed("P(\"lower body\" = 5-12)") == probability_of(is("lower body", "5-12")));
    CHECK(parsed("P('Rain'=\"yes\")") == probability_of(rain));
    CHECK(parsed("P(größe=groß)") == probability_of(is("größe", "groß")));
    CHECK(parsed("P(odd=\"it's\")") == probability_of(is("odd", "it's")));
    CHECK(parsed("P(odd='it''s')") == probability_of(is("odd", "it's")));
    CHECK(parsed("P(odd in {'a, b', *})") == probability_of(in("odd", {"a, b", "*"})));
}

TEST_CASE("Variables named like keywords are reached in quotes, states also without", "[query]") {
    CHECK(parsed("P('or'=yes or P=yes)") ==
          probability_of(any_of({is("or", "yes"), is("P", "yes")})));
    CHECK(parsed("P(P)") == Query{DistributionOf{{network.id("P")}}});
    CHECK(parsed("P(\"or\" | P=no)") ==
          Query{DistributionOf{{network.id("or")}}, {.conditions = {is("P", "no")}}});
    CHECK(parsed("P(odd=in)") == probability_of(is("odd", "in")));
    CHECK(parsed("P(odd in {in})") == probability_of(is("odd", "in")));
}

TEST_CASE("Unknown variables and states come with what was probably meant", "[query]") {
    check_query_errors({
        {"P(Rian)", 3, "no variable 'Rian'", "did you mean 'Rain'?"},
        {"P(Rain, Sprinklr=on)", 9, "no variable 'Sprinklr'", "did you mean 'Sprinkler'?"},
        {"P(Rain | wet=yes)", 10, "no variable 'wet'", "did you mean 'Wet'?"},
        {"P(Thunderstorm=yes)", 3, "no variable 'Thunderstorm'", known_names},
        {"P(''=yes)", 3, "no variable ''", known_names},
        {"P(Rain=yess)", 8, "variable 'Rain' has no state 'yess'", "did you mean 'yes'?"},
        {"P(Rain=maybe)", 8, "variable 'Rain' has no state 'maybe'", "known: no, yes"},
        {"P(Rain | Wet in {no, yse})", 22, "variable 'Wet' has no state 'yse'",
         "did you mean 'yes'?"},
        {"P(Rain | do(Sprinkler=offf))", 23, "variable 'Sprinkler' has no state 'offf'",
         "did you mean 'off'?"},
        {"P(Rain | do(Sprinker=off))", 13, "no variable 'Sprinker'", "did you mean 'Sprinkler'?"},
        {"argmax(Rain, Snow)", 14, "no variable 'Snow'", known_names},
        {"P(größe=goß)", 11, "variable 'größe' has no state 'goß'", "did you mean 'groß'?"},
        {"P(größe=groß, Rian=yes)", 18, "no variable 'Rian'", "did you mean 'Rain'?"},
    });
}

TEST_CASE("Keywords cannot be names without quotes", "[query]") {
    check_query_errors({
        {"P(or=yes)", 3, "expected a condition, found 'or'",
         "a name spelled like the word 'or' is put in quotes"},
        {"P(Rain=yes and or Wet=yes)", 16, "expected a condition, found 'or'",
         "a name spelled like the word 'or' is put in quotes"},
        {"argmax(or)", 8, "expected a variable, found 'or'",
         "a name spelled like the word 'or' is put in quotes"},
        {"P(*)", 3, "no variable '*'", "'*' is a state of 'odd': odd='*'"},
    });
}
