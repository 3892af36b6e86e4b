#include <pgm/query/parse.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/query_network.hpp>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace pgm;

namespace {

struct BadQuery {
    std::string text;
    std::uint32_t column;
    std::string message;
    std::string hint;
};

const std::string condition_hint = "a condition names the variable and its state: ";
const std::string bar_hint = "'|' means given and stands once; for a disjunction write 'or' or '||'";
const std::string bar_inside_hint = "'|' means given and stands once, at the top level; for a disjunction write 'or' or '||'";
const std::string mixed_hint = "ask either for a distribution, P(A, B), or for the probability of an event, P(A=a, B=b)";
const std::string do_hint = "interventions stand between commas on the right of '|'";
const std::string sign_hint = "comparisons are written < <= > >=; a state that begins with '<' or '>' is put in quotes";
const std::string argmax_hint = "argmax takes names of variables; what is known stands on the right of '|'";
const std::string straddle_hint = "choose a bound where a state begins or ends, or list the states: age in {...}";
const std::string all_names = "known: Cloudy, Rain, Wet, Sprinkler, age, hours, grade, dose, ...";

void check(const BadQuery& bad) {
    static const BayesianNetwork network = tests::query_network();
    INFO("query: " << bad.text);
    try {
        parse_query(network, bad.text);
        FAIL_CHECK("no error");
    } catch (const ParseError& error) {
        CHECK(error.message() == bad.message);
        CHECK(error.location() == Location{.column = bad.column});
        CHECK(error.hint() == bad.hint);
    }
}

void check(const std::vector<BadQuery>& all) {
    for (const BadQuery& bad : all) check(bad);
}

}  // namespace

TEST_CASE("What is no question at all is refused with an example", "[query]") {
    check({
        {"", 1, "expected P(...) or argmax(...), found the end", "for example P(A | B=b)"},
        {"   ", 4, "expected P(...) or argmax(...), found the end", "for example P(A | B=b)"},
        {"Rain", 1, "expected P(...) or argmax(...), found 'Rain'", "for example P(A | B=b)"},
        {"(Rain)", 1, "expected P(...) or argmax(...), found '('", "for example P(A | B=b)"},
        {"'P'(Rain)", 1, "expected P(...) or argmax(...), found 'P'", "for example P(A | B=b)"},
        {"max(Rain)", 1, "expected P(...) or argmax(...), found 'max'", "for example P(A | B=b)"},
        {"P", 2, "expected '(', found the end", ""},
        {"P Rain", 3, "expected '(', found 'Rain'", ""},
        {"argmax{Rain}", 7, "expected '(', found '{'", ""},
    });
}

TEST_CASE("An empty side is refused where something should stand", "[query]") {
    check({
        {"P()", 3, "expected a variable or a condition, found ')'", ""},
        {"P(", 3, "expected a variable or a condition, found the end", ""},
        {"P(|Rain=yes)", 3, "expected a variable or a condition, found '|'", ""},
        {"P(Rain | )", 10, "expected a condition, found ')'", ""},
        {"P(Rain=yes |", 13, "expected a condition, found the end", ""},
        {"P(Rain | Wet=yes,)", 18, "expected a condition, found ')'", ""},
        {"P(Rain | ,Wet=yes)", 10, "expected a condition, found ','", ""},
        {"P(Rain,)", 8, "expected a variable or a condition, found ')'", ""},
        {"P(,Rain)", 3, "expected a variable or a condition, found ','", ""},
        {"P(Rain=yes and)", 15, "expected a condition, found ')'", ""},
        {"P(Rain=yes &&& Wet=yes)", 14, "expected a condition, found '&'", ""},
        {"P(not)", 3, "expected a variable, found 'not'", "a name spelled like the word 'not' is put in quotes"},
        {"P(not not )", 11, "expected a condition, found ')'", ""},
        {"P(())", 4, "expected a condition, found ')'", ""},
        {"argmax()", 8, "expected a variable, found ')'", ""},
        {"argmax(| Rain=yes)", 8, "expected a variable, found '|'", ""},
        {"argmax(Rain | )", 15, "expected a condition, found ')'", ""},
    });
}

TEST_CASE("What stands behind a complete question, or is missing at its end, is named", "[query]") {
    check({
        {"P(Rain", 7, "expected ',', '|' or ')', found the end", ""},
        {"P(Rain=yes", 11, "expected ',', '|' or ')', found the end", ""},
        {"P(Rain | Wet=yes", 17, "expected ',' or ')', found the end", ""},
        {"P(Rain))", 8, "unexpected ')' behind the question", ""},
        {"P(Rain) Wet", 9, "unexpected 'Wet' behind the question", ""},
        {"P(Rain) | Wet=yes", 9, "unexpected '|' behind the question", ""},
        {"P(Rain=yes Wet=yes)", 12, "expected ',', '|' or ')', found 'Wet'", ""},
        {"P(Rain=yes | Wet=yes Cloudy=no)", 22, "expected ',' or ')', found 'Cloudy'", ""},
        {"P(Rain | Wet=yes | Cloudy=no)", 18, "a second '|'", bar_hint},
        {"P(Rain | Wet=yes}", 17, "expected ',' or ')', found '}'", ""},
        {"argmax(Rain", 12, "expected ',', '|' or ')', found the end", ""},
        {"argmax(*, Rain)", 9, "expected ',', '|' or ')', found ','", ""},
    });
}

TEST_CASE("Parentheses must match, and a single bar inside them is explained", "[query]") {
    check({
        {"P((Rain=yes)", 13, "expected ',', '|' or ')', found the end", ""},
        {"P((Rain=yes", 12, "expected 'and', 'or', ',' or ')', found the end", "the parenthesis at column 3 is open"},
        {"P(not (Rain=yes and (Wet=yes) | Cloudy=no)", 31, "'|' cannot stand inside parentheses", bar_inside_hint},
        {"P((Rain=yes | Wet=yes))", 13, "'|' cannot stand inside parentheses", bar_inside_hint},
        {"P(Rain | (Wet=yes Cloudy=no))", 19, "expected 'and', 'or', ',' or ')', found 'Cloudy'", "the parenthesis at column 10 is open"},
        {"P((Rain))", 8, "expected =, !=, <, <=, >, >= or in after 'Rain', found ')'", condition_hint + "Rain=no"},
    });
}

TEST_CASE("Unknown variables and states come with what was probably meant", "[query]") {
    check({
        {"P(Rian)", 3, "no variable 'Rian'", "did you mean 'Rain'?"},
        {"P(Rain, Sprinklr=on)", 9, "no variable 'Sprinklr'", "did you mean 'Sprinkler'?"},
        {"P(Rain | wet=yes)", 10, "no variable 'wet'", "did you mean 'Wet'?"},
        {"P(Thunderstorm=yes)", 3, "no variable 'Thunderstorm'", all_names},
        {"P(''=yes)", 3, "no variable ''", all_names},
        {"P(Rain=yess)", 8, "variable 'Rain' has no state 'yess'", "did you mean 'yes'?"},
        {"P(Rain=maybe)", 8, "variable 'Rain' has no state 'maybe'", "known: no, yes"},
        {"P(Rain | Wet in {no, yse})", 22, "variable 'Wet' has no state 'yse'", "did you mean 'yes'?"},
        {"P(Rain | do(Sprinkler=offf))", 23, "variable 'Sprinkler' has no state 'offf'", "did you mean 'off'?"},
        {"P(Rain | do(Sprinker=off))", 13, "no variable 'Sprinker'", "did you mean 'Sprinkler'?"},
        {"argmax(Rain, Snow)", 14, "no variable 'Snow'", all_names},
        {"P(größe=goß)", 11, "variable 'größe' has no state 'goß'", "did you mean 'groß'?"},
        {"P(größe=groß, Rian=yes)", 18, "no variable 'Rian'", "did you mean 'Rain'?"},
    });
}

TEST_CASE("A condition without its relation or state says what is expected", "[query]") {
    check({
        {"P(Rain or Wet=yes)", 8, "expected =, !=, <, <=, >, >= or in after 'Rain', found 'or'", condition_hint + "Rain=no"},
        {"P(Rain | Wet)", 13, "expected =, !=, <, <=, >, >= or in after 'Wet', found ')'", condition_hint + "Wet=no"},
        {"P(Rain | Wet, Cloudy=no)", 13, "expected =, !=, <, <=, >, >= or in after 'Wet', found ','", condition_hint + "Wet=no"},
        {"P(Rain yes)", 8, "expected =, !=, <, <=, >, >= or in after 'Rain', found 'yes'", condition_hint + "Rain=no"},
        {"P(Rain=)", 8, "expected a state of 'Rain', found ')'", ""},
        {"P(Rain= and Wet=yes)", 9, "expected a state of 'Rain', found 'and'", "a name spelled like the word 'and' is put in quotes"},
        {"P(Rain!=)", 9, "expected a state of 'Rain', found ')'", ""},
        {"P(Rain= =yes)", 9, "expected a state of 'Rain', found '='", ""},
        {"P(lower body=5-12)", 3, "no variable 'lower'", all_names},
        {"P('lower body'=<5)", 16, "expected a state of 'lower body', found '<'", sign_hint},
        {"P(dose=>5)", 8, "expected a state of 'dose', found '>'", sign_hint},
        {"P(Rain in yes)", 11, "expected '{', found 'yes'", "a set of states is written {a, b}"},
        {"P(grade in (A, B))", 12, "expected '{', found '('", "a set of states is written {a, b}"},
        {"P(grade in {A, B)", 17, "expected ',' or '}', found ')'", ""},
        {"P(grade in {A B})", 15, "expected ',' or '}', found 'B'", ""},
        {"P(grade in {A,})", 15, "expected a state of 'grade', found '}'", ""},
        {"P(grade not {A})", 9, "expected =, !=, <, <=, >, >= or in after 'grade', found 'not'", condition_hint + "grade=A"},
    });
}

TEST_CASE("Keywords cannot be names without quotes", "[query]") {
    check({
        {"P(or=yes)", 3, "expected a condition, found 'or'", "a name spelled like the word 'or' is put in quotes"},
        {"P(Rain=yes and or Wet=yes)", 16, "expected a condition, found 'or'", "a name spelled like the word 'or' is put in quotes"},
        {"argmax(or)", 8, "expected a variable, found 'or'", "a name spelled like the word 'or' is put in quotes"},
        {"P(*)", 3, "no variable '*'", all_names},
    });
}

TEST_CASE("A distribution and an event are not mixed, and nothing is asked for twice", "[query]") {
    check({
        {"P(Rain, Sprinkler=on | Wet=yes)", 3, "'Rain' has no state here, other parts of the question have one", mixed_hint},
        {"P(Sprinkler=on, Rain)", 17, "'Rain' has no state here, other parts of the question have one", mixed_hint},
        {"P(Rain, Rain)", 9, "'Rain' is asked for twice", ""},
        {"P(Rain, Wet, 'Rain' | Cloudy=no)", 14, "'Rain' is asked for twice", ""},
        {"argmax(Rain, Rain)", 14, "'Rain' is asked for twice", ""},
        {"argmax(Rain=yes)", 12, "expected ',', '|' or ')', found '='", argmax_hint},
    });
}

TEST_CASE("Interventions stand alone and set one state", "[query]") {
    check({
        {"P(do(Rain=yes))", 3, "do(...) cannot stand here", do_hint},
        {"P(Rain | (do(Wet=yes)))", 11, "do(...) cannot stand here", do_hint},
        {"P(Rain | not do(Wet=yes))", 14, "do(...) cannot stand here", do_hint},
        {"P(Rain | Wet=yes and do(Cloudy=no))", 22, "do(...) cannot stand here", do_hint},
        {"P(Rain | do(Wet=yes) and Cloudy=no)", 22, "expected ',' or ')', found 'and'", ""},
        {"P(Rain | do())", 13, "expected a variable, found ')'", ""},
        {"P(Rain | do(Wet))", 16, "expected '=', found ')'", "do() sets a variable to one state: do(X=x)"},
        {"P(Rain | do(Wet!=yes))", 16, "expected '=', found '!='", "do() sets a variable to one state: do(X=x)"},
        {"P(Rain | do(Wet=yes or Cloudy=no))", 21, "expected ',' or ')', found 'or'", ""},
        {"P(Rain | do(Wet=yes)", 21, "expected ',' or ')', found the end", ""},
        {"P(Rain | do(Wet=yes), do(Wet=no))", 26, "'Wet' is made to be in two states at once", ""},
        {"P(Rain | do(Wet=yes, Wet=no))", 22, "'Wet' is made to be in two states at once", ""},
    });
}

TEST_CASE("Comparisons that have no clear answer are refused at the bound", "[query]") {
    check({
        {"P(age > 50)", 9, "'age > 50' holds for one part of state '40-64' and not for the rest", straddle_hint},
        {"P(age > 40)", 9, "'age > 40' holds for one part of state '40-64' and not for the rest", "40 belongs to '40-64': write 'age >= 40'"},
        {"P(age < 17)", 9, "'age < 17' holds for one part of state '0-17' and not for the rest", "17 belongs to '0-17': write 'age <= 17'"},
        {"P(hours > 41)", 11, "'hours > 41' holds for one part of state 'v1:40.5+' and not for the rest",
         "choose a bound where a state begins or ends, or list the states: hours in {...}"},
        {"P('lower body' <= 5)", 19, "'lower body <= 5' holds for one part of state '5-12' and not for the rest",
         "5 belongs to '5-12': write 'lower body < 5'"},
        {"P(grade > 3)", 11, "the states of 'grade' are not numbers, so they cannot be compared with 3",
         "compare with one of its states, in the order of their declaration; known: A, B, C"},
        {"P(grade > D)", 11, "'D' is neither a number nor a state of 'grade'", "known: A, B, C"},
        {"P(dose > many)", 10, "'many' is neither a number nor a state of 'dose'", "known: 5, 10, 20"},
        {"P(dose > )", 10, "expected a number or a state of 'dose', found ')'", ""},
        {"P(dose >> 5)", 9, "expected a number or a state of 'dose', found '>'", ""},
        {"P(dose > 1e999)", 10, "'1e999' is neither a number nor a state of 'dose'", "known: 5, 10, 20"},
    });
}

TEST_CASE("Quotes must close, and control characters have no place", "[query]") {
    check({
        {"P('Rain=yes)", 3, "this quote is not closed", "a quote inside a name is written twice, or the name put in \"...\""},
        {"P(Rain=\"yes)", 8, "this quote is not closed", "a quote inside a name is written twice, or the name put in '...'"},
        {"P(odd=it's)", 9, "this quote is not closed", "a quote inside a name is written twice, or the name put in \"...\""},
        {std::string("P(Rain\x01)"), 7, "a control character cannot stand in a query", ""},
        {std::string("P(Ra\0in)", 8), 5, "a control character cannot stand in a query", ""},
    });
}

TEST_CASE("Nesting beyond two hundred levels is refused, however it is made and however long it is", "[query]") {
    check({
        {"P(" + std::string(201, '(') + "Rain=yes" + std::string(201, ')') + ")", 203, "the expression is nested more than 200 levels deep", ""},
        {"P(" + std::string(201, '!') + "Rain=yes)", 203, "the expression is nested more than 200 levels deep", ""},
        {"P(Rain | " + std::string(1'000'000, '('), 210, "the expression is nested more than 200 levels deep", ""},
    });
}

TEST_CASE("The sentence for a person gives the column, the problem and the hint", "[query]") {
    try {
        parse_query(tests::query_network(), "P(Rian | Wet=yes)");
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(std::string(error.what()) == "column 3: no variable 'Rian' (did you mean 'Rain'?)");
        CHECK(error.code() == ErrorCode::parse);
    }
}

TEST_CASE("Every beginning of a question is a question or a parse error", "[query]") {
    const BayesianNetwork network = tests::query_network();
    for (const std::string whole : {"P(Rain=yes or (not 'lower body' < 5 and age in {0-17, '65+'}) | Wet=yes, do(Sprinkler=off))",
                                    "argmax(größe, odd | hours > 40.5 || \"or\"!=no, odd='it''s')"}) {
        std::size_t questions = 0;
        for (std::size_t length = 0; length <= whole.size(); ++length) {
            try {
                parse_query(network, whole.substr(0, length));
                ++questions;
            } catch (const ParseError& error) {
                CHECK(error.location().column >= 1);
                CHECK(error.location().column <= length + 1);
            }
        }
        CHECK(questions == 1);
    }
}
