#include <learners/score/score.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <string>

using namespace pgm;
using namespace pgm::learners;

TEST_CASE("Scores: every word names one type, and its text reads back") {
    for (const std::string word :
         {"loglik", "aic", "bic", "k2", "bdeu:10", "bdeu:0.5", "bds:3", "fnml", "qnml", "bge"}) {
        INFO(word);
        CHECK(format(parse_score(word)) == word);
        CHECK(name_of(parse_score(word)) == word.substr(0, word.find(':')));
    }
    CHECK(parse_score("bdeu") == Score(BdeuScore{10}));
    CHECK(parse_score("bds") == Score(BdsScore{10}));
}

TEST_CASE("Scores: bic is written without its penalty, extended BIC with its weight") {
    CHECK(parse_score("bic:2") == Score(BicScore{2}));
    CHECK(parse_score("bic:1") == Score(BicScore{}));
    CHECK(format(BicScore{}) == "bic");
    CHECK(format(BicScore{2.5}) == "bic:2.5");
    CHECK(parse_score("ebic") == Score(ExtendedBicScore{1}));
    CHECK(format(ExtendedBicScore{0.5}) == "ebic:0.5");
}

TEST_CASE("Scores: words that are none are refused, and what was expected is said") {
    CHECK_THROWS_AS(parse_score("bik"), ArgumentError);
    CHECK_THROWS_WITH(parse_score("bik"), Catch::Contains("bic"));
    for (const char* text : {"", "aic:3", "bic:", "bic:x", "bic:-1", "ebic:-1", "k2:", "bdeu:",
                             "bdeu:0", "bdeu:-1", "bdeu:nan", "bdeu:1e999", "bdeu:x", "BIC",
                             "bge:1"}) {
        INFO(text);
        CHECK_THROWS_AS(parse_score(text), ArgumentError);
    }
}
