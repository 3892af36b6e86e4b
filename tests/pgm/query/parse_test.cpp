#include <pgm/query/parse.hpp>

#include <tests/support/query_network.hpp>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace pgm;

namespace {

const BayesianNetwork network = tests::query_network();

Query parsed(const std::string& text) {
    return parse_query(network, text);
}

/// The question P(expression).
Query probability_of(Expression expression) {
    return probability_query(std::move(expression));
}

Expression is(const char* variable, const char* state) {
    return pgm::is(network, variable, state);
}

Expression in(const char* variable, std::initializer_list<std::string_view> states) {
    return is_one_of(network, variable, states);
}

const Expression rain = is("Rain", "yes");
const Expression sprinkler = is("Sprinkler", "on");
const Expression cloudy = is("Cloudy", "yes");
const Expression wet = is("Wet", "yes");

}  // namespace

TEST_CASE("A list of variables asks for their distribution, in the order of the list", "[query]") {
    CHECK(parsed("P(Rain)") == distribution_query({network.id("Rain")}));
    CHECK(parsed("P(Sprinkler, Rain)") == distribution_query({network.id("Sprinkler"), network.id("Rain")}));
    CHECK(parsed("P(Rain | Wet=yes)") == distribution_query({network.id("Rain")}, {.conditions = {wet}, .interventions = {}}));
    CHECK(parsed("P(Rain | Rain=yes)") == distribution_query({network.id("Rain")}, {.conditions = {rain}, .interventions = {}}));
}

TEST_CASE("The text of a question is kept as it was written", "[query]") {
    CHECK(parsed("  P( Rain|Wet =yes )").text == "  P( Rain|Wet =yes )");
}

TEST_CASE("Blanks of any kind and number stand between any two pieces, or none do", "[query]") {
    const Query query = parsed("P(Rain, Sprinkler | Wet=yes, do(Cloudy=no))");
    CHECK(parsed("P(Rain,Sprinkler|Wet=yes,do(Cloudy=no))") == query);
    CHECK(parsed(" P (\tRain ,\nSprinkler | Wet = yes , do ( Cloudy = no ) )\r\n") == query);
    CHECK(parsed("P(Rain=yes&Sprinkler=on||Wet=yes)") == parsed("P(Rain = yes & Sprinkler = on || Wet = yes)"));
}

TEST_CASE("A condition makes it a probability", "[query]") {
    CHECK(parsed("P(Rain=yes)") == probability_of(rain));
    CHECK(parsed("P(Rain==yes)") == probability_of(rain));
    CHECK(parsed("P(Rain=yes, Sprinkler=on)") == probability_of(all_of({rain, sprinkler})));
}

TEST_CASE("Words and signs for and, or, not mean the same, in capitals or not", "[query]") {
    for (const char* text : {"P(Rain=yes and Sprinkler=on)", "P(Rain=yes AND Sprinkler=on)", "P(Rain=yes & Sprinkler=on)",
                             "P(Rain=yes && Sprinkler=on)", "P(Rain=yes ∧ Sprinkler=on)", "p(Rain=yes And Sprinkler=on)"}) {
        CHECK(parsed(text) == probability_of(all_of({rain, sprinkler})));
    }
    for (const char* text :
         {"P(Rain=yes or Sprinkler=on)", "P(Rain=yes OR Sprinkler=on)", "P(Rain=yes || Sprinkler=on)", "P(Rain=yes ∨ Sprinkler=on)"}) {
        CHECK(parsed(text) == probability_of(any_of({rain, sprinkler})));
    }
    for (const char* text : {"P(not Rain=yes)", "P(Not Rain=yes)", "P(!Rain=yes)", "P(¬Rain=yes)", "P(not(Rain=yes))"}) {
        CHECK(parsed(text) == probability_of(not_of(rain)));
    }
}

TEST_CASE("not binds tighter than and, and tighter than or, or tighter than the comma", "[query]") {
    CHECK(parsed("P(Rain=yes or Sprinkler=on and Wet=yes)") == probability_of(any_of({rain, all_of({sprinkler, wet})})));
    CHECK(parsed("P(Rain=yes and Sprinkler=on or Wet=yes)") == probability_of(any_of({all_of({rain, sprinkler}), wet})));
    CHECK(parsed("P(not Rain=yes and Sprinkler=on)") == probability_of(all_of({not_of(rain), sprinkler})));
    CHECK(parsed("P(Rain=yes, Sprinkler=on or Wet=yes)") == probability_of(all_of({rain, any_of({sprinkler, wet})})));
    CHECK(parsed("P((Rain=yes or Sprinkler=on) and Wet=yes)") == probability_of(all_of({any_of({rain, sprinkler}), wet})));
    CHECK(parsed("P(not (Rain=yes or Sprinkler=on))") == probability_of(not_of(any_of({rain, sprinkler}))));
    CHECK(parsed("P(not not Rain=yes)") == probability_of(rain));
    CHECK(parsed("P(Wet=yes or (Rain=yes, Sprinkler=on or Cloudy=yes))") ==
          probability_of(any_of({wet, all_of({rain, any_of({sprinkler, cloudy})})})));
}

TEST_CASE("Conditions may exclude a state or list several", "[query]") {
    CHECK(parsed("P(grade != A)") == probability_of(in("grade", {"B", "C"})));
    CHECK(parsed("P(grade ≠ A)") == probability_of(in("grade", {"B", "C"})));
    CHECK(parsed("P(grade in {A, C})") == probability_of(in("grade", {"A", "C"})));
    CHECK(parsed("P(grade IN{C,A,C})") == probability_of(in("grade", {"A", "C"})));
    CHECK(parsed("P(grade ∈ {A, C})") == probability_of(in("grade", {"A", "C"})));
    CHECK(parsed("P(grade not in {A, C})") == probability_of(is("grade", "B")));
    CHECK(parsed("P(grade ∉ {A, C})") == probability_of(is("grade", "B")));
    CHECK(parsed("P(grade in {})") == probability_of(in("grade", {})));
    CHECK(parsed("P(not grade in {A} and Rain=yes)") == probability_of(all_of({not_of(is("grade", "A")), rain})));
}

TEST_CASE("Numeric and ordered states compare", "[query]") {
    CHECK(parsed("P(hours > 40.5)") == probability_of(is("hours", "v1:40.5+")));
    CHECK(parsed("P(hours<=40.5)") == probability_of(is("hours", "v0:40.5-")));
    CHECK(parsed("P(age ≥ 40)") == probability_of(in("age", {"40-64", "65+"})));
    CHECK(parsed("P(age<40)") == probability_of(in("age", {"0-17", "18-39"})));
    CHECK(parsed("P(dose > 5 & dose ≤ 20)") == probability_of(all_of({in("dose", {"10", "20"}), in("dose", {"5", "10", "20"})})));
    CHECK(parsed("P(dose > -3)") == probability_of(in("dose", {"5", "10", "20"})));
    CHECK(parsed("P(grade >= B)") == probability_of(in("grade", {"B", "C"})));
    CHECK(parsed("P('lower body' < 12)") == probability_of(in("lower body", {"<5", "5-12"})));
}

TEST_CASE("Odd names and states are written in quotes, or bare where nothing else could be meant", "[query]") {
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
    CHECK(parsed("P('or'=yes or P=yes)") == probability_of(any_of({is("or", "yes"), is("P", "yes")})));
    CHECK(parsed("P(P)") == distribution_query({network.id("P")}));
    CHECK(parsed("P(\"or\" | P=no)") == distribution_query({network.id("or")}, {.conditions = {is("P", "no")}, .interventions = {}}));
    CHECK(parsed("P(odd=in)") == probability_of(is("odd", "in")));
    CHECK(parsed("P(odd in {in})") == probability_of(is("odd", "in")));
}

TEST_CASE("On the right of the bar stand expressions and interventions between commas", "[query]") {
    const Intervention off = intervention(network, "Sprinkler", "off");
    const Intervention dry = intervention(network, "Cloudy", "no");
    const std::vector<VariableId> target = {network.id("Rain")};
    CHECK(parsed("P(Rain | do(Sprinkler=off))") == distribution_query(target, {.conditions = {}, .interventions = {off}}));
    CHECK(parsed("P(Rain | Wet=yes, DO(Sprinkler=off), do(Cloudy=no))") ==
          distribution_query(target, {.conditions = {wet}, .interventions = {off, dry}}));
    CHECK(parsed("P(Rain | do(Sprinkler=off, Cloudy=no), Wet=yes)") ==
          distribution_query(target, {.conditions = {wet}, .interventions = {off, dry}}));
    CHECK(parsed("P(Rain | do(Sprinkler=off), do(Sprinkler=off))") == distribution_query(target, {.conditions = {}, .interventions = {off}}));
    CHECK(parsed("P(Rain | Wet=yes or Sprinkler=on, Cloudy=yes)") ==
          distribution_query(target, {.conditions = {any_of({wet, sprinkler}), cloudy}, .interventions = {}}));
    CHECK(parsed("P(Rain=yes | Rain=yes, Rain=no)") == probability_query(rain, {.conditions = {rain, is("Rain", "no")}, .interventions = {}}));
}

TEST_CASE("argmax asks for the most probable states of some variables or of all", "[query]") {
    CHECK(parsed("argmax(Rain, Sprinkler | Wet=yes)") ==
          most_probable_assignment_query({network.id("Rain"), network.id("Sprinkler")}, {.conditions = {wet}, .interventions = {}}));
    CHECK(parsed("ArgMax(*)") == most_probable_explanation_query());
    CHECK(parsed("argmax(* | Wet=yes or Rain=yes)") == most_probable_explanation_query({.conditions = {any_of({wet, rain})}, .interventions = {}}));
}

TEST_CASE("Two hundred levels of nesting are read", "[query]") {
    const std::string deep = "P(" + std::string(200, '(') + "Rain=yes" + std::string(200, ')') + ")";
    CHECK(parsed(deep) == probability_of(rain));
    std::string mixed = "Rain=yes";
    for (int level = 0; level < 100; ++level) mixed = "not (" + mixed + ")";
    CHECK(parsed("P(" + mixed + ")") == probability_of(rain));
}

TEST_CASE("Many parentheses side by side are not deep", "[query]") {
    std::string text = "(Rain=yes)";
    for (int i = 0; i < 1000; ++i) text += " and not (Wet=no)";
    CHECK(parsed("P(" + text + ")").event->nodes().size() == 2002);
}
