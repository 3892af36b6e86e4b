#include <pgm/query/d_separation_statement.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/query_terms.hpp>

#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests::query_terms;

namespace {

std::vector<VariableId> ids(const std::vector<std::string>& names) {
    std::vector<VariableId> result;
    for (const std::string& name : names) result.push_back(network.id(name));
    return result;
}

}  // namespace

TEST_CASE("A statement of independence has two sides and perhaps a given", "[query]") {
    CHECK(parse_d_separation(network, "Rain _||_ Sprinkler | Cloudy") ==
          DSeparationStatement{ids({"Rain"}), ids({"Sprinkler"}), ids({"Cloudy"})});
    CHECK(parse_d_separation(network, "Rain _||_ Sprinkler") ==
          DSeparationStatement{ids({"Rain"}), ids({"Sprinkler"}), {}});
    CHECK(
        parse_d_separation(network, " Rain,Wet _||_ age , grade|dose,hours ") ==
        DSeparationStatement{ids({"Rain", "Wet"}), ids({"age", "grade"}), ids({"dose", "hours"})});
}

TEST_CASE("What is given may stand on a side too", "[query]") {
    CHECK(parse_d_separation(network, "Rain, Wet _||_ age | Wet, age") ==
          DSeparationStatement{ids({"Rain", "Wet"}), ids({"age"}), ids({"Wet", "age"})});
}

TEST_CASE("The sign of independence has several forms and needs no blanks", "[query]") {
    for (const char* text :
         {"Rain_||_Sprinkler|Cloudy", "Rain _|_ Sprinkler | Cloudy", "Rain ⟂ Sprinkler | Cloudy",
          "Rain⊥Sprinkler|Cloudy", "Rain ⊥⊥ Sprinkler | Cloudy", "Rain ⫫ Sprinkler | Cloudy"}) {
        INFO(text);
        CHECK(parse_d_separation(network, text) ==
              DSeparationStatement{ids({"Rain"}), ids({"Sprinkler"}), ids({"Cloudy"})});
    }
}

TEST_CASE("Quoted names may hold anything, also the sign itself", "[query]") {
    CHECK(parse_d_separation(network, "'lower body' _||_ \"or\" | größe") ==
          DSeparationStatement{ids({"lower body"}), ids({"or"}), ids({"größe"})});
    CHECK_THROWS_WITH(parse_d_separation(network, "'A _||_ B' _||_ Rain"),
                      Catch::StartsWith("column 1: no variable 'A _||_ B'"));
}

TEST_CASE("Errors of a statement point at the column in the whole text", "[query]") {
    struct Bad {
        std::string text;
        std::string sentence;
    };
    const std::vector<Bad> all = {
        {"", "column 1: no sign of independence in '' (write A _||_ B or A, B _||_ C | D)"},
        {"Rain, Wet",
         "column 10: no sign of independence in 'Rain, Wet' (write A _||_ B or A, B _||_ C | D)"},
        {"Rain || Wet",
         "column 12: no sign of independence in 'Rain || Wet' (write A _||_ B or A, B _||_ C | D)"},
        {"_||_ Wet", "column 1: expected a variable, found '_||_'"},
        {"Rain _||_", "column 10: expected a variable, found the end"},
        {"Rain _||_ Wet |", "column 16: expected a variable, found the end"},
        {"Rain, _||_ Wet", "column 7: expected a variable, found '_||_'"},
        {"Rain _||_ Wet, | age", "column 16: expected a variable, found '|'"},
        {"Rain | age _||_ Wet", "column 6: expected ',' or the sign of independence, found '|'"},
        {"Rain _||_ Wet _||_ age", "column 15: expected ',', '|' or the end, found '_||_'"},
        {"Rain _||_ Wet age", "column 15: expected ',', '|' or the end, found 'age'"},
        {"Rain _||_ Wet | age | dose", "column 21: expected ',' or the end, found '|'"},
        {"Rian _||_ Wet", "column 1: no variable 'Rian' (did you mean 'Rain'?)"},
        {"Rain ⟂ Wett", "column 10: no variable 'Wett' (did you mean 'Wet'?)"},
        {"Rain, Wet _||_ age, Wet",
         "column 21: 'Wet' stands on both sides (nothing is independent of itself; name it on one "
         "side)"},
        {"Rain _||_ Rain | Rain",
         "column 11: 'Rain' stands on both sides (nothing is independent of itself; name it on one "
         "side)"},
        {"Rain _||_ *, Wet", "column 12: expected '|' or the end, found ','"},
        {"* _||_ *", "column 8: no variable '*' ('*' is a state of 'odd': odd='*')"},
        {"Rain=yes _||_ Wet", "column 5: expected ',' or the sign of independence, found '='"},
        {"'Rain _||_ Wet",
         "column 1: this quote is not closed (a quote inside a name is written twice, or the name "
         "put in \"...\")"},
        {"Rain _||_ 'Wet",
         "column 11: this quote is not closed (a quote inside a name is written twice, or the name "
         "put in \"...\")"},
    };
    for (const Bad& bad : all) {
        INFO(bad.text);
        CHECK_THROWS_AS(parse_d_separation(network, bad.text), ParseError);
        CHECK_THROWS_WITH(parse_d_separation(network, bad.text), bad.sentence);
    }
}
