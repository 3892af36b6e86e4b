#include <learners/discretise/detail/cut_words.hpp>
#include <pgm/core/error.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

const std::vector<Variable> cut_schema = {Variable("play", {"yes", "no"}), Variable("age"),
                                          Variable("in=come")};

}  // namespace

TEST_CASE("Cut points are given, found by a rule, or both", "[learners]") {
    const CutWords given = parse_cut_words("cut:age=30,40; 'in=come' = 5", cut_schema);
    CHECK(given.given.find("age")->cuts == std::vector<double>{30, 40});
    CHECK(given.given.find("in=come")->cuts == std::vector<double>{5});
    CHECK_FALSE(given.rule);
    const CutWords both = parse_cut_words("cut:age=30;width:5", cut_schema);
    CHECK(both.given.columns().size() == 1);
    CHECK(both.rule == CutRule{CutRule::Kind::width, 5});
    CHECK(parse_cut_words("", cut_schema).given.empty());
}

TEST_CASE("Cut points that are none say why", "[learners]") {
    CHECK_THROWS_WITH(parse_cut_words("cut:agee=3", cut_schema),
                      "there is no column 'agee' to be cut (did you mean 'age'?)");
    CHECK_THROWS_WITH(parse_cut_words("cut:play=3", cut_schema),
                      "the column 'play' is discrete, it cannot be cut");
    CHECK_THROWS_WITH(
        parse_cut_words("cut:age=old", cut_schema),
        "cut needs a number after the name of a column, as in cut:age=30,40, not 'old'");
    CHECK_THROWS_WITH(parse_cut_words("cut:age", cut_schema),
                      "expected cut points as in cut:age=30,40, not 'age'");
    CHECK_THROWS_WITH(parse_cut_words("mdlp;width:3", cut_schema),
                      "two rules for cutting columns, the second being 'width:3'");
    CHECK_THROWS_AS(parse_cut_words("cut:age=40,30", cut_schema), ArgumentError);
}
