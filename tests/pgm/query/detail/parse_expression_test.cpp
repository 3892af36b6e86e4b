#include <tests/support/catch.hpp>
#include <tests/support/query_checks.hpp>
#include <tests/support/query_terms.hpp>

#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests::query_terms;
using tests::check_query_errors;
using tests::parsed;
using tests::probability_of;

namespace {

const std::string bar_inside_hint =
    "'|' means given and stands once, at the top level; for a disjunction write 'or' or '||'";

}  // namespace

TEST_CASE("Words and signs for and, or, not mean the same, in capitals or not", "[query]") {
    for (const char* text : {"P(Rain=yes and Sprinkler=on)", "P(Rain=yes AND Sprinkler=on)",
                             "P(Rain=yes & Sprinkler=on)", "P(Rain=yes && Sprinkler=on)",
                             "P(Rain=yes ∧ Sprinkler=on)", "p(Rain=yes And Sprinkler=on)"}) {
        CHECK(parsed(text) == probability_of(all_of({rain, sprinkler})));
    }
    for (const char* text : {"P(Rain=yes or Sprinkler=on)", "P(Rain=yes OR Sprinkler=on)",
                             "P(Rain=yes || Sprinkler=on)", "P(Rain=yes ∨ Sprinkler=on)"}) {
        CHECK(parsed(text) == probability_of(any_of({rain, sprinkler})));
    }
    for (const char* text : {"P(not Rain=yes)", "P(Not Rain=yes)", "P(!Rain=yes)", "P(¬Rain=yes)",
                             "P(not(Rain=yes))"}) {
        CHECK(parsed(text) == probability_of(not_of(rain)));
    }
}

TEST_CASE("not binds tighter than and, and tighter than or, or tighter than the comma", "[query]") {
    CHECK(parsed("P(Rain=yes or Sprinkler=on and Wet=yes)") ==
          probability_of(any_of({rain, all_of({sprinkler, wet})})));
    CHECK(parsed("P(Rain=yes and Sprinkler=on or Wet=yes)") ==
          probability_of(any_of({all_of({rain, sprinkler}), wet})));
    CHECK(parsed("P(not Rain=yes and Sprinkler=on)") ==
          probability_of(all_of({not_of(rain), sprinkler})));
    CHECK(parsed("P(Rain=yes, Sprinkler=on or Wet=yes)") ==
          probability_of(all_of({rain, any_of({sprinkler, wet})})));
    CHECK(parsed("P((Rain=yes or Sprinkler=on) and Wet=yes)") ==
          probability_of(all_of({any_of({rain, sprinkler}), wet})));
    CHECK(parsed("P(not (Rain=yes or Sprinkler=on))") ==
          probability_of(not_of(any_of({rain, sprinkler}))));
    CHECK(parsed("P(not not Rain=yes)") == probability_of(rain));
    CHECK(parsed("P(Wet=yes or (Rain=yes, Sprinkler=on or Cloudy=yes))") ==
          probability_of(any_of({wet, all_of({rain, any_of({sprinkler, cloudy})})})));
}

TEST_CASE("Two hundred levels of nesting are read", "[query]") {
    const std::string deep =
        "P(" + std::string(200, '(') + "Rain=yes" + std::string(200, ')') + ")";
    CHECK(parsed(deep) == probability_of(rain));
    std::string mixed = "Rain=yes";
    for (int level = 0; level < 100; ++level) mixed = "not (" + mixed + ")";
    CHECK(parsed("P(" + mixed + ")") == probability_of(rain));
}

TEST_CASE("Many parentheses side by side are not deep", "[query]") {
    std::string text = "(Rain=yes)";
    for (int i = 0; i < 1000; ++i) text += " and not (Wet=no)";
    const Query query = parsed("P(" + text + ")");
    CHECK(std::get<ProbabilityOf>(query.asked).event.nodes().size() == 2002);
}

TEST_CASE("Parentheses must match, and a single bar inside them is explained", "[query]") {
    check_query_errors({
        {"P((Rain=yes)", 13, "expected ',', '|' or ')', found the end", ""},
        {"P((Rain=yes", 12, "expected 'and', 'or', ',' or ')', found the end",
         "the parenthesis at column 3 is open"},
        {"P(not (Rain=yes and (Wet=yes) | Cloudy=no)", 31, "'|' cannot stand inside parentheses",
         bar_inside_hint},
        {"P((Rain=yes | Wet=yes))", 13, "'|' cannot stand inside parentheses", bar_inside_hint},
        {"P(Rain | (Wet=yes Cloudy=no))", 19, "expected 'and', 'or', ',' or ')', found 'Cloudy'",
         "the parenthesis at column 10 is open"},
        {"P((Rain))", 8, "expected =, !=, <, <=, >, >= or in after 'Rain', found ')'",
         condition_hint + "Rain=no"},
    });
}

TEST_CASE("Nesting beyond two hundred levels is refused, however it is made and however long it is",
          "[query]") {
    check_query_errors({
        {"P(" + std::string(201, '(') + "Rain=yes" + std::string(201, ')') + ")", 203,
         "the expression is nested more than 200 levels deep", ""},
        {"P(" + std::string(201, '!') + "Rain=yes)", 203,
         "the expression is nested more than 200 levels deep", ""},
        {"P(Rain | " + std::string(1'000'000, '('), 210,
         "the expression is nested more than 200 levels deep", ""},
    });
}
