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
using tests::parsed;
using tests::probability_of;

namespace {

const std::string sign_hint = "comparisons are written < <= > >=";
const std::string straddle_hint =
    "choose a bound where a state begins or ends, or list the states: age in {...}";

}  // namespace

TEST_CASE("Conditions may exclude a state or list several", "[query]") {
    CHECK(parsed("P(grade != A)") == probability_of(in("grade", {"B", "C"})));
    CHECK(parsed("P(grade ≠ A)") == probability_of(in("grade", {"B", "C"})));
    CHECK(parsed("P(grade in {A, C})") == probability_of(in("grade", {"A", "C"})));
    CHECK(parsed("P(grade IN{C,A,C})") == probability_of(in("grade", {"A", "C"})));
    CHECK(parsed("P(grade ∈ {A, C})") == probability_of(in("grade", {"A", "C"})));
    CHECK(parsed("P(grade not in {A, C})") == probability_of(is("grade", "B")));
    CHECK(parsed("P(grade ∉ {A, C})") == probability_of(is("grade", "B")));
    CHECK(parsed("P(grade in {})") == probability_of(in("grade", {})));
    CHECK(parsed("P(not grade in {A} and Rain=yes)") ==
          probability_of(all_of({not_of(is("grade", "A")), rain})));
}

TEST_CASE("Numeric and ordered states compare", "[query]") {
    CHECK(parsed("P(hours > 40.5)") == probability_of(is("hours", "v1:40.5+")));
    CHECK(parsed("P(hours<=40.5)") == probability_of(is("hours", "v0:40.5-")));
    CHECK(parsed("P(age ≥ 40)") == probability_of(in("age", {"40-64", "65+"})));
    CHECK(parsed("P(age<40)") == probability_of(in("age", {"0-17", "18-39"})));
    CHECK(parsed("P(dose > 5 & dose ≤ 20)") ==
          probability_of(all_of({in("dose", {"10", "20"}), in("dose", {"5", "10", "20"})})));
    CHECK(parsed("P(dose > -3)") == probability_of(in("dose", {"5", "10", "20"})));
    CHECK(parsed("P(lower body=<5)") == probability_of(is("lower body", "<5")));
    CHECK(parsed("P(lower body < 12 and lower body!=<5)") ==
          probability_of(
              all_of({in("lower body", {"<5", "5-12"}), in("lower body", {"5-12", "12+"})})));
    CHECK(parsed("P(grade >= B)") == probability_of(in("grade", {"B", "C"})));
    CHECK(parsed("P('lower body' < 12)") == probability_of(in("lower body", {"<5", "5-12"})));
}

TEST_CASE("A condition without its relation or state says what is expected", "[query]") {
    check_query_errors({
        {"P(Rain or Wet=yes)", 8, "expected =, !=, <, <=, >, >= or in after 'Rain', found 'or'",
         condition_hint + "Rain=no"},
        {"P(Rain yes)", 8, "expected =, !=, <, <=, >, >= or in after 'Rain', found 'yes'",
         condition_hint + "Rain=no"},
        {"P(Rain=)", 8, "expected a state of 'Rain', found ')'", ""},
        {"P(Rain= and Wet=yes)", 9, "expected a state of 'Rain', found 'and'",
         "a name spelled like the word 'and' is put in quotes"},
        {"P(Rain!=)", 9, "expected a state of 'Rain', found ')'", ""},
        {"P(Rain= =yes)", 9, "expected a state of 'Rain', found '='", ""},
        {"P(lower bdy=5-12)", 3, "no variable 'lower bdy'", "did you mean 'lower body'?"},
        {"P(dose=>5)", 8, "expected a state of 'dose', found '>'",
         sign_hint + ", and 'if a, then b' is written 'not a or b'"},
        {"P(Rain in yes)", 11, "expected '{', found 'yes'", "a set of states is written {a, b}"},
        {"P(grade in (A, B))", 12, "expected '{', found '('", "a set of states is written {a, b}"},
        {"P(grade in {A, B)", 17, "expected ',' or '}', found ')'", ""},
        {"P(grade in {A B})", 15, "expected ',' or '}', found 'B'", ""},
        {"P(grade in {A,})", 15, "expected a state of 'grade', found '}'", ""},
        {"P(grade not {A})", 9, "expected =, !=, <, <=, >, >= or in after 'grade', found 'not'",
         condition_hint + "grade=A"},
    });
}

TEST_CASE("Comparisons that have no clear answer are refused at the bound", "[query]") {
    check_query_errors({
        {"P(age > 50)", 9, "'age > 50' holds for one part of state '40-64' and not for the rest",
         straddle_hint},
        {"P(age > 40)", 9, "'age > 40' holds for one part of state '40-64' and not for the rest",
         "40 belongs to '40-64': write 'age >= 40'"},
        {"P(age < 17)", 9, "'age < 17' holds for one part of state '0-17' and not for the rest",
         "17 belongs to '0-17': write 'age <= 17'"},
        {"P(hours > 41)", 11,
         "'hours > 41' holds for one part of state 'v1:40.5+' and not for the rest",
         "choose a bound where a state begins or ends, or list the states: hours in {...}"},
        {"P('lower body' <= 5)", 19,
         "'lower body <= 5' holds for one part of state '5-12' and not for the rest",
         "5 belongs to '5-12': write 'lower body < 5'"},
        {"P(grade > 3)", 11,
         "the states of 'grade' are not numbers, so they cannot be compared with 3",
         "compare with one of its states, in the order of their declaration; known: A, B, C"},
        {"P(grade > D)", 11, "'D' is neither a number nor a state of 'grade'", "known: A, B, C"},
        {"P(dose > many)", 10, "'many' is neither a number nor a state of 'dose'",
         "known: 5, 10, 20"},
        {"P(dose > )", 10, "expected a number or a state of 'dose', found ')'", ""},
        {"P(dose >> 5)", 9, "expected a number or a state of 'dose', found '>'", ""},
        {"P(dose > 1e999)", 10, "'1e999' is neither a number nor a state of 'dose'",
         "known: 5, 10, 20"},
    });
}
