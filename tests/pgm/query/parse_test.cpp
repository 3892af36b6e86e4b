#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_text.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/query_checks.hpp>
#include <tests/support/query_terms.hpp>

#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests::query_terms;
using namespace pgm::tests::query_terms;
using tests::check_query_errors;
using tests::is;
using tests::parsed;
using tests::probability_of;

namespace {

const std::string bar_hint =
    "'|' means given and stands once; for a disjunction write 'or' or '||'";
const std::string mixed_hint =
    "ask either for a distribution, P(A, B), or for the probability of an event, P(A=a, B=b)";
const std::string do_hint = "interventions stand between commas on the right of '|'";
const std::string argmax_hint =
    "argmax takes names of variables; what is known stands on the right of '|'";

}  // namespace

TEST_CASE("A list of variables asks for their distribution, in the order of the list", "[query]") {
    CHECK(parsed("P(Rain)") == Query{DistributionOf{{network.id("Rain")}}});
    CHECK(parsed("P(Sprinkler, Rain)") ==
          Query{DistributionOf{{network.id("Sprinkler"), network.id("Rain")}}});
    CHECK(parsed("P(Rain | Wet=yes)") ==
          Query{DistributionOf{{network.id("Rain")}}, {.conditions = {wet}}});
    CHECK(parsed("P(Rain | Rain=yes)") ==
          Query{DistributionOf{{network.id("Rain")}}, {.conditions = {rain}}});
}

TEST_CASE("The text of a question is kept as it was written", "[query]") {
    CHECK(parsed("  P( Rain|Wet =yes )").text == "  P( Rain|Wet =yes )");
}

TEST_CASE("Blanks of any kind and number stand between any two pieces, or none do", "[query]") {
    const Query query = parsed("P(Rain, Sprinkler | Wet=yes, do(Cloudy=no))");
    CHECK(parsed("P(Rain,Sprinkler|Wet=yes,do(Cloudy=no))") == query);
    CHECK(parsed(" P (\tRain ,\nSprinkler | Wet = yes , do ( Cloudy = no ) )\r\n") == query);
    CHECK(parsed("P(Rain=yes&Sprinkler=on||Wet=yes)") ==
          parsed("P(Rain = yes & Sprinkler = on || Wet = yes)"));
}

TEST_CASE("A condition makes it a probability", "[query]") {
    CHECK(parsed("P(Rain=yes)") == probability_of(rain));
    CHECK(parsed("P(Rain==yes)") == probability_of(rain));
    CHECK(parsed("P(Rain=yes, Sprinkler=on)") == probability_of(all_of({rain, sprinkler})));
}

TEST_CASE("On the right of the bar stand expressions and interventions between commas", "[query]") {
    const Intervention off = intervention(network, "Sprinkler", "off");
    const Intervention dry = intervention(network, "Cloudy", "no");
    const std::vector<VariableId> target = {network.id("Rain")};
    CHECK(parsed("P(Rain | do(Sprinkler=off))") ==
          Query{DistributionOf{target}, {.interventions = {off}}});
    CHECK(parsed("P(Rain | Wet=yes, DO(Sprinkler=off), do(Cloudy=no))") ==
          Query{DistributionOf{target}, {.conditions = {wet}, .interventions = {off, dry}}});
    CHECK(parsed("P(Rain | do(Sprinkler=off, Cloudy=no), Wet=yes)") ==
          Query{DistributionOf{target}, {.conditions = {wet}, .interventions = {off, dry}}});
    CHECK(parsed("P(Rain | do(Sprinkler=off), do(Sprinkler=off))") ==
          Query{DistributionOf{target}, {.interventions = {off}}});
    CHECK(parsed("P(Rain | Wet=yes or Sprinkler=on, Cloudy=yes)") ==
          Query{DistributionOf{target}, {.conditions = {any_of({wet, sprinkler}), cloudy}}});
    CHECK(parsed("P(Rain=yes | Rain=yes, Rain=no)") ==
          Query{ProbabilityOf{rain}, {.conditions = {rain, is("Rain", "no")}}});
}

TEST_CASE("argmax asks for the most probable states of some variables or of all", "[query]") {
    CHECK(parsed("argmax(Rain, Sprinkler | Wet=yes)") ==
          Query{MostProbableAssignmentOf{{network.id("Rain"), network.id("Sprinkler")}},
                {.conditions = {wet}}});
    CHECK(parsed("ArgMax(*)") == Query{MostProbableExplanationOf{}});
    CHECK(parsed("argmax(* | Wet=yes or Rain=yes)") ==
          Query{MostProbableExplanationOf{}, {.conditions = {any_of({wet, rain})}}});
    CHECK(parsed("argmax 5 (Rain | Wet=yes)") ==
          Query{MostProbableAssignmentOf{{network.id("Rain")}, 5}, {.conditions = {wet}}});
    CHECK(parsed("argmax 2(*)") == Query{MostProbableExplanationOf{2}});
    CHECK(parsed("argmax 1 (*)") == Query{MostProbableExplanationOf{}});
    const char* const hint = "argmax 5 (A, B | C=c) finds the five best";
    check_query_errors({
        {"argmax 0 (Rain)", 8, "expected a number of assignments, found '0'", hint},
        {"argmax 2.5 (Rain)", 8, "expected a number of assignments, found '2.5'", hint},
        {"argmax 5 Rain", 10, "expected '(', found 'Rain'", ""},
    });
}

TEST_CASE("What is no question at all is refused with an example", "[query]") {
    check_query_errors({
        {"", 1, "expected P(...), E(...) or argmax(...), found the end", "for example P(A | B=b)"},
        {"   ", 4, "expected P(...), E(...) or argmax(...), found the end",
         "for example P(A | B=b)"},
        {"Rain", 1, "expected P(...), E(...) or argmax(...), found 'Rain'",
         "for example P(A | B=b)"},
        {"(Rain)", 2, "expected P(...), E(...) or argmax(...), found 'Rain'",
         "for example P(A | B=b)"},
        {"'P'(Rain)", 1, "expected P(...), E(...) or argmax(...), found 'P'",
         "for example P(A | B=b)"},
        {"max(Rain)", 1, "expected P(...), E(...) or argmax(...), found 'max'",
         "for example P(A | B=b)"},
        {"P", 2, "expected '(', found the end", ""},
        {"P Rain", 3, "expected '(', found 'Rain'", ""},
        {"argmax{Rain}", 7, "expected '(', found '{'", ""},
    });
}

TEST_CASE("E asks for the expected value of one variable of numbers", "[query]") {
    const VariableId dose = network.id("dose");
    CHECK(parsed("E(dose)") == Query{StatisticOf{StatisticOf::Kind::mean, {dose}}});
    CHECK(parsed("e('dose' | Rain=yes)") ==
          Query{StatisticOf{StatisticOf::Kind::mean, {dose}}, {.conditions = {is("Rain", "yes")}}});
    CHECK(format(network, parsed("E( dose|Rain = yes )")) == "E(dose | Rain=yes)");
    check_query_errors({
        {"E()", 3, "expected a variable, found ')'", ""},
        {"E(*)", 3, "no variable '*'",
         "known: Cloudy, Rain, Wet, Sprinkler, age, hours, grade, dose, ..."},
        {"E(dose=5)", 7, "expected ',', '|' or ')', found '='",
         "E takes the name of a variable; what is known stands on the right of '|'"},
        {"E(dose, grade)", 7, "E takes one variable", "ask for each in a question of its own"},
        {"E(grade)", 3, "the state 'A' of 'grade' is no number, so 'grade' has no expected value",
         "P(grade | ..) gives its distribution"},
        {"E(age)", 3, "the state '0-17' of 'age' is no number, so 'age' has no expected value",
         "P(age | ..) gives its distribution"},
    });
}

TEST_CASE("Statistics are of sums, whose names may hold digits and signs", "[query]") {
    const BayesianNetwork net = NetworkBuilder::parse(
                                    "X1{real} -> X2{real}; 'X-Y'{real}; X1: normal(0, sd 1); "
                                    "X2: normal(X1, sd 1); 'X-Y': normal(0, sd 1)")
                                    .build();
    const VariableId x1 = net.id("X1"), x2 = net.id("X2"), glued = net.id("X-Y");
    const auto mean_of = [](std::vector<LinearForm::Term> terms, double constant) {
        return Query{
            StatisticOf{StatisticOf::Kind::mean, {LinearForm(std::move(terms), constant)}}};
    };
    CHECK(parse_query(net, "E(X2 - X1)") == mean_of({{x2, 1}, {x1, -1}}, 0));
    CHECK(parse_query(net, "E(X2-X1)") == mean_of({{x2, 1}, {x1, -1}}, 0));
    CHECK(parse_query(net, "E(2 X2 + 3*X1 - 1)") == mean_of({{x2, 2}, {x1, 3}}, -1));
    CHECK(parse_query(net, "E(2X2-0.5X1+4)") == mean_of({{x2, 2}, {x1, -0.5}}, 4));
    CHECK(parse_query(net, "E(- X2 -2X1)") == mean_of({{x2, -1}, {x1, -2}}, 0));
    CHECK(parse_query(net, "E(X-Y + X1)") == mean_of({{glued, 1}, {x1, 1}}, 0));
    CHECK(parse_query(net, "E(X1 + X1)") == mean_of({{x1, 2}}, 0));
    CHECK(format(net, parse_query(net, "sd(2X2-X1+4 | X1 > 0)")) == "sd(2 X2 - X1 + 4 | X1 > 0)");
    CHECK_THROWS_WITH(parse_query(net, "E(X2 - Z)"), Catch::Contains("no variable 'Z'"));
    CHECK_THROWS_WITH(parse_query(net, "E(2 Z)"), Catch::Contains("no variable 'Z'"));
    CHECK_THROWS_WITH(parse_query(net, "E(3)"), Catch::Contains("a number has no distribution"));
}

TEST_CASE("A variable without a state on the right stands for each of its states", "[query]") {
    const VariableId rain_id = network.id("Rain"), cloudy_id = network.id("Cloudy");
    const Query each = parsed("P(Rain | Cloudy, Wet=yes, do(Sprinkler))");
    CHECK(each.asked == decltype(each.asked)(DistributionOf{{rain_id}}));
    CHECK(each.given.conditions == std::vector{wet});
    CHECK(each.for_each ==
          std::vector<ForEach>{{cloudy_id, false}, {network.id("Sprinkler"), true}});
    CHECK(format(network, each) == "P(Rain | Cloudy, do(Sprinkler), Wet=yes)");
    CHECK(parsed("H(Rain | Cloudy, Wet=yes)") ==
          Query{EntropyOf{{rain_id}, {cloudy_id}}, {.conditions = {wet}}});
    CHECK(format(network, parsed("I(Rain; Wet | Cloudy)")) == "I(Rain; Wet | Cloudy)");
    check_query_errors({
        {"P(Rain | Cloudy, Cloudy)", 18, "'Cloudy' stands here twice", ""},
        {"I(Rain)", 7, "expected ';', found ')'",
         "a mutual information is of two sides: I(X; Y), I(X, Y; Z | W)"},
        {"H(Rain | Rain)", 1, "'Rain' is asked for twice", ""},
        {"odds(Rain)", 6, "the odds of 'Rain' without a state",
         "odds are of an event: odds(Rain=.. | ..)"},
    });
    CHECK_THROWS_WITH(parse_given(network, "Rain"), Catch::Contains("after 'Rain', found the end"));
}

TEST_CASE("Questions for numbers are joined to formulas", "[query]") {
    const auto formula = [](const std::string& text) { return format(network, parsed(text)); };
    CHECK(formula("P(Rain=yes|Cloudy=yes)/P(Rain=yes|Cloudy=no)") ==
          "P(Rain=yes | Cloudy=yes) / P(Rain=yes | Cloudy=no)");
    CHECK(formula("1-P(Rain=yes)") == "1 - P(Rain=yes)");
    CHECK(formula("(P(Rain=yes) - P(Wet=yes)) / 2 * E(dose)") ==
          "(P(Rain=yes) - P(Wet=yes)) / 2 * E(dose)");
    CHECK(formula("1 - (2 - E(dose))") == "1 - (2 - E(dose))");
    check_query_errors({
        {"P(Rain)/P(Wet)", 1, "'P(Rain)' does not ask for one number",
         "a ratio or difference is of numbers, as P(A=a | B=b) or E(X)"},
        {"P(Rain=yes)/P(Wett=yes)", 15, "no variable 'Wett'", "did you mean 'Wet'?"},
        {"P(Rain=yes)/", 13, "expected P(...), E(...) or argmax(...), found the end",
         "for example P(A | B=b)"},
        {"(P(Rain=yes)", 13, "expected ')' or a sign of arithmetic", "a parenthesis is open"},
        {"P(Rain=yes) / 2 x", 17, "unexpected 'x' after the question",
         "questions for numbers are joined by + - * / and parentheses"},
    });
}

TEST_CASE("What is likely meant by a name that is none stands in the hint", "[query]") {
    check_query_errors({
        {"P(klein | Rain=yes)", 3, "no variable 'klein'",
         "'klein' is a state of 'größe': größe=klein"},
        {"P(Rain | Cloudy:yes)", 10, "no variable 'Cloudy:yes'", "a finding is written Cloudy=yes"},
        {"P(Rain | do Cloudy=yes)", 10, "no variable 'do Cloudy'",
         "an intervention has parentheses: do(Cloudy=yes)"},
        {"P(Rain | do[Cloudy=yes])", 10, "no variable 'do[Cloudy'",
         "an intervention has parentheses: do(Cloudy=yes)"},
        {"P(Rain | Cloudy:=yes)", 10, "no variable 'Cloudy:'",
         "a finding has no colon: Cloudy=..."},
        {"P(Rain | dose=4,8)", 15, "variable 'dose' has no state '4'", "known: 5, 10, 20"},
        {"P(Rain | dose=5,8)", 17, "expected a variable, found '8'",
         "numbers have a decimal point: dose=5.8"},
        {"P(Rain | dose<5,8)", 17, "no variable '8'", "numbers have a decimal point: 1.5"},
        {"P(dose>5,5)", 10, "no variable '5'", "numbers have a decimal point: 1.5"},
        {"P(Rain | Cloudy: yes)", 10, "no variable 'Cloudy: yes'",
         "a finding is written Cloudy=yes"},
    });
}

TEST_CASE("Words of other notations are understood or told what to write", "[query]") {
    CHECK(parsed("Pr(Rain | Wet=yes)") == parsed("P(Rain | Wet=yes)"));
    const std::string head = "expected P(...), E(...) or argmax(...), found ";
    const std::string negation = "'~' is not the sign of negation";
    const std::string implication =
        "'if a, then b' is written 'not a or b'; the probability of b where a holds is P(b | a)";
    check_query_errors({
        {"MPE(Rain=yes)", 1, head + "'MPE'",
         "the most probable states of all variables are argmax(* | C=c)"},
        {"MAP(Rain)", 1, head + "'MAP'",
         "the most probable states of A and B are argmax(A, B | C=c)"},
        {"P(~Rain=yes)", 3, negation, "write 'not' or '!'"},
        {"P(Rain | Wet=yes, ~Cloudy=yes)", 19, negation, "write 'not' or '!'"},
        {"P(Wet=yes and (~Cloudy=yes))", 16, negation, "write 'not' or '!'"},
        {"P(Rain=yes => Wet=yes)", 12, "'=>' is not in the language", implication},
        {"P(Wet | Rain=yes -> Wet=yes)", 18, "'->' is not in the language", implication},
        {"P((Rain=yes=>Wet=yes))", 12, "'=>' is not in the language", implication},
        {"P(Rain => Wet)", 9, "expected a state of 'Rain', found '>'",
         "comparisons are written < <= > >=, and 'if a, then b' is written 'not a or b'"},
        {"P(Rain=[0.9, 0.2])", 7, "soft evidence cannot stand here",
         "Rain=[...] and Rain~[...] stand between commas on the right of '|', by themselves"},
        {"P(Rain~[0.9, 0.1])", 7, "soft evidence cannot stand here",
         "Rain=[...] and Rain~[...] stand between commas on the right of '|', by themselves"},
    });
}

TEST_CASE("An empty side is refused where something should stand", "[query]") {
    check_query_errors({
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
        {"P(not)", 3, "expected a variable, found 'not'",
         "a name spelled like the word 'not' is put in quotes"},
        {"P(not not )", 11, "expected a condition, found ')'", ""},
        {"P(())", 4, "expected a condition, found ')'", ""},
        {"argmax()", 8, "expected a variable, found ')'", ""},
        {"argmax(| Rain=yes)", 8, "expected a variable, found '|'", ""},
        {"argmax(Rain | )", 15, "expected a condition, found ')'", ""},
    });
}

TEST_CASE("What stands behind a complete question, or is missing at its end, is named", "[query]") {
    check_query_errors({
        {"P(Rain", 7, "expected ',', '|' or ')', found the end", ""},
        {"P(Rain=yes", 11, "expected ',', '|' or ')', found the end", ""},
        {"P(Rain | Wet=yes", 17, "expected ',' or ')', found the end", ""},
        {"P(Rain))", 8, "unexpected ')' after the question", ""},
        {"P(Rain) Wet", 9, "unexpected 'Wet' after the question", ""},
        {"P(Rain) | Wet=yes", 9, "unexpected '|' after the question", ""},
        {"P(Rain=yes Wet=yes)", 12, "expected ',', '|' or ')', found 'Wet'", ""},
        {"P(Rain=yes | Wet=yes Cloudy=no)", 22, "expected ',' or ')', found 'Cloudy'", ""},
        {"P(Rain | Wet=yes | Cloudy=no)", 18, "a second '|'", bar_hint},
        {"P(Rain | Wet=yes}", 17, "expected ',' or ')', found '}'", ""},
        {"argmax(Rain", 12, "expected ',', '|' or ')', found the end", ""},
        {"argmax(*, Rain)", 9, "expected ',', '|' or ')', found ','", ""},
    });
}

TEST_CASE("A distribution and an event are not mixed, and nothing is asked for twice", "[query]") {
    check_query_errors({
        {"P(Rain, Sprinkler=on | Wet=yes)", 3,
         "'Rain' has no state here, other parts of the question have one", mixed_hint},
        {"P(Sprinkler=on, Rain)", 17,
         "'Rain' has no state here, other parts of the question have one", mixed_hint},
        {"P(Rain, Rain)", 9, "'Rain' is asked for twice", ""},
        {"P(Rain, Wet, 'Rain' | Cloudy=no)", 14, "'Rain' is asked for twice", ""},
        {"argmax(Rain, Rain)", 14, "'Rain' is asked for twice", ""},
        {"argmax(Rain=yes)", 12, "expected ',', '|' or ')', found '='", argmax_hint},
    });
}

TEST_CASE("Interventions stand alone and set one state", "[query]") {
    check_query_errors({
        {"P(do(Rain=yes))", 3, "do(...) cannot stand here", do_hint},
        {"P(Rain | (do(Wet=yes)))", 11, "do(...) cannot stand here", do_hint},
        {"P(Rain | not do(Wet=yes))", 14, "do(...) cannot stand here", do_hint},
        {"P(Rain | Wet=yes and do(Cloudy=no))", 22, "do(...) cannot stand here", do_hint},
        {"P(Rain | do(Wet=yes) and Cloudy=no)", 22, "expected ',' or ')', found 'and'", ""},
        {"P(Rain | do())", 13, "expected a variable, found ')'", ""},
        {"P(Rain | do(Wet!=yes))", 16, "expected '=', found '!='",
         "do() sets a variable to one state: do(X=x)"},
        {"P(Rain | do(Wet=yes or Cloudy=no))", 21, "expected ',' or ')', found 'or'", ""},
        {"P(Rain | do(Wet=yes)", 21, "expected ',' or ')', found the end", ""},
        {"P(Rain | do(Wet=yes), do(Wet=no))", 26, "'Wet' is set to two states at once", ""},
        {"P(Rain | do(Wet=yes, Wet=no))", 22, "'Wet' is set to two states at once", ""},
    });
}

TEST_CASE("The sentence for a person gives the column, the problem and the hint", "[query]") {
    try {
        parse_query(network, "P(Rian | Wet=yes)");
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(std::string(error.what()) == "column 3: no variable 'Rian' (did you mean 'Rain'?)");
        CHECK(error.code() == ErrorCode::parse);
    }
}

TEST_CASE("Every beginning of a question is a question or a parse error", "[query]") {
    for (const std::string whole :
         {"P(Rain=yes or (not 'lower body' < 5 and age in {0-17, '65+'}) | Wet=yes, "
          "do(Sprinkler=off))",
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
