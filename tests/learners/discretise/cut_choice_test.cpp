#include <learners/discretise/discretise.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;

TEST_CASE("Cut points are given, found by a rule, or both", "[learners]") {
    const CutChoice given = parse_cut_choice("cut:age=30,40; 'in=come' = 5");
    CHECK(given.given.find("age")->cuts == std::vector<double>{30, 40});
    CHECK(given.given.find("in=come")->cuts == std::vector<double>{5});
    CHECK_FALSE(given.rule);
    const CutChoice both = parse_cut_choice("cut:age=30;width:5");
    CHECK(both.given.columns().size() == 1);
    CHECK(both.rule == CutRule(EqualWidth{5}));
    CHECK(parse_cut_choice("").empty());
}

TEST_CASE("A choice of cut points is written as words that are read back", "[learners]") {
    for (const char* words :
         {"", "width:5", "frequency:3", "kmeans:7", "mdlp", "proportional", "proportional:0.4",
          "proportional:1/3", "cut:age=30,40.5", "cut:age=1e-07;'in=come'=5;mdlp"})
        CHECK(format(parse_cut_choice(words)) == words);
    CHECK(format(parse_cut_choice("cut:b=2; a = 1")) == "cut:a=1;b=2");
    const CutChoice third = parse_cut_choice("proportional:1/3");
    CHECK(third.rule == CutRule(Proportional{1.0 / 3}));
    CHECK(parse_cut_choice(format(third)) == third);
}

TEST_CASE("Cut points that are none say why", "[learners]") {
    CHECK_THROWS_WITH(
        parse_cut_choice("cut:age=old"),
        "cut needs numbers after the name of a column, as in cut:age=30,40, not 'old'");
    CHECK_THROWS_WITH(parse_cut_choice("cut:age"),
                      "expected cut points as in cut:age=30,40, not 'age'");
    CHECK_THROWS_WITH(parse_cut_choice("mdlp;width:3"),
                      "two rules for cutting columns, the second being 'width:3'");
    CHECK_THROWS_AS(parse_cut_choice("cut:age=40,30"), ArgumentError);
}

TEST_CASE("A rule for cut points that is none says why", "[learners]") {
    CHECK(parse_cut_choice("kmeans:7").rule == CutRule(KMeans{7}));
    const std::string known = "known: mdlp, frequency:K, proportional, width:K, kmeans:K)";
    CHECK_THROWS_WITH(
        parse_cut_choice("widht:5"),
        "there is no rule for cut points 'widht:5' (did you mean 'width:K'? " + known);
    CHECK_THROWS_WITH(parse_cut_choice("width"),
                      "there is no rule for cut points 'width' (did you mean 'width:K'? " + known);
    CHECK_THROWS_WITH(parse_cut_choice("mdlp:3"),
                      "there is no rule for cut points 'mdlp:3' (did you mean 'mdlp'? " + known);
    for (const std::string number : {"1", "2.5", "10001", "x"})
        CHECK_THROWS_WITH(parse_cut_choice("frequency:" + number),
                          "frequency needs a whole number of intervals from 2 to 10000, as in "
                          "frequency:5, not '" +
                              number + "'");
    CHECK(parse_cut_choice("proportional").rule == CutRule(Proportional{0.5}));
    for (const std::string exponent : {"1", "0", "1/0", "1/3/2"})
        CHECK_THROWS_WITH(parse_cut_choice("proportional:" + exponent),
                          "proportional needs an exponent between 0 and 1, as in "
                          "proportional:1/3, not '" +
                              exponent + "'");
}
