#include <learners/estimate/smoothing.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;

TEST_CASE("The words for smoothing are read and written back", "[learners]") {
    CHECK(parse_smoothing("mle") == Smoothing(MaximumLikelihood{}));
    CHECK(parse_smoothing("floor:1e-6") == Smoothing(Floor{1e-6}));
    CHECK(parse_smoothing("laplace") == Smoothing(Laplace{1}));
    CHECK(parse_smoothing("laplace:0") == Smoothing(Laplace{0}));
    CHECK(parse_smoothing("lidstone") == Smoothing(Laplace{0.5}));
    CHECK(parse_smoothing("bdeu:10") == Smoothing(Bdeu{10}));
    CHECK(parse_smoothing("prior:4") == Smoothing(PriorNetwork{4}));
    for (const char* words : {"mle", "floor:1e-06", "laplace:1", "laplace:0.5", "bdeu:10",
                              "prior:4", "backoff", "backoff:1,2,4"})
        CHECK(format(parse_smoothing(words)) == words);
}

TEST_CASE("A smoothing that is none says which there are", "[learners]") {
    CHECK_THROWS_WITH(parse_smoothing("laplce:1"),
                      "there is no smoothing 'laplce:1' (did you mean 'laplace:A'? known: mle, "
                      "laplace:A, laplace, lidstone, bdeu:S, prior:S, floor:E, backoff, "
                      "backoff:1,2,4)");
    const std::string floors = "floor needs a number above 0 and at most 0.001, as in floor:1e-6, ",
                      amounts = "laplace needs a number from 0 to 1e100, as in laplace:1, ";
    CHECK_THROWS_WITH(parse_smoothing("floor:0.1"), floors + "not '0.1'");
    CHECK_THROWS_WITH(parse_smoothing("floor:0"), floors + "not '0'");
    for (const std::string amount : {"-1", "x", "1e308", "nan", ""})
        CHECK_THROWS_WITH(parse_smoothing("laplace:" + amount), amounts + "not '" + amount + "'");
    CHECK_THROWS_WITH(parse_smoothing("bdeu:0"),
                      "bdeu needs a number from 1e-100 to 1e100, as in bdeu:10, not '0'");
    CHECK_THROWS_WITH(parse_smoothing("prior:1e-308"),
                      "prior needs a number from 1e-100 to 1e100, as in prior:10, not '1e-308'");
    CHECK_THROWS_AS(parse_smoothing("mle:1"), ArgumentError);
    CHECK_THROWS_AS(parse_smoothing(""), ArgumentError);
}

TEST_CASE("The rules for rows without data are read and written back", "[learners]") {
    for (const char* word : {"uniform", "marginal", "error"})
        CHECK(format(parse_empty_row(word)) == word);
    CHECK_THROWS_WITH(parse_empty_row("unifrom"),
                      "there is no rule for rows without data 'unifrom' (did you mean 'uniform'? "
                      "known: uniform, marginal, error)");
}
