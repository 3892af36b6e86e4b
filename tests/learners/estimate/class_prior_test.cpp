#include <learners/estimate/class_prior.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;

namespace {

GivenPrior given_prior(std::string_view text) {
    return std::get<GivenPrior>(parse_class_prior(text));
}

}  // namespace

TEST_CASE("The words for a class prior are read and written back", "[learners]") {
    for (const char* words : {"smoothed", "proportions", "uniform", "yes=0.2,no=0.8"})
        CHECK(format(parse_class_prior(words)) == words);
    const ClassPrior prior = parse_class_prior(" no = 0.75 , yes=0.25");
    CHECK(given_probabilities(std::get<GivenPrior>(prior), Variable("play", {"yes", "no"})) ==
          std::vector<double>{0.25, 0.75});
}

TEST_CASE("The name of a class may hold an equals sign", "[learners]") {
    const Variable income("income", {"<=50K", ">50K"});
    CHECK(given_probabilities(given_prior("<=50K=0.75,>50K=0.25"), income) ==
          std::vector<double>{0.75, 0.25});
    CHECK(given_probabilities(given_prior(format(parse_class_prior("'<=50K'=0.75,'>50K'=0.25"))),
                              income) == std::vector<double>{0.75, 0.25});
}

TEST_CASE("A class prior that is none says why", "[learners]") {
    const Variable play("play", {"yes", "no"});
    CHECK_THROWS_WITH(parse_class_prior("unifrm"),
                      "there is no class prior 'unifrm' (did you mean 'uniform'? known: smoothed, "
                      "proportions, uniform, yes=0.2,no=0.8)");
    CHECK_THROWS_WITH(parse_class_prior("yes=1.5,no=0"),
                      "the prior of class 'yes' needs a number from 0 to 1, as in yes=0.2,no=0.8, "
                      "not '1.5'");
    CHECK_THROWS_WITH(parse_class_prior("yes=0.5,yes=0.5"),
                      "the prior of class 'yes' is given twice");
    CHECK_THROWS_WITH(
        given_probabilities(given_prior("yes=0.5,on=0.5"), play),
        "the class prior names 'on', which is no class of 'play' (did you mean 'no'?)");
    CHECK_THROWS_WITH(given_probabilities(given_prior("yes=1"), play),
                      "the class prior gives no number for class 'no'");
    CHECK_THROWS_WITH(given_probabilities(given_prior("yes=0.5,no=0.4"), play),
                      "the class prior sums to 0.9, not 1");
}
