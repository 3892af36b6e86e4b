#include <pgm/query/query_text.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/query_terms.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/random_query.hpp>

#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests::query_terms;

namespace {

std::string rewritten(const std::string& text) {
    return format(network, parse_query(network, text));
}

}  // namespace

TEST_CASE("A question is written out in one form, whatever its spelling was", "[query]") {
    CHECK(rewritten("p( Rain,Sprinkler|Wet==yes )") == "P(Rain, Sprinkler | Wet=yes)");
    CHECK(rewritten("P(Rain=yes&&(Sprinkler=on||!Wet=yes))") ==
          "P(Rain=yes and (Sprinkler=on or not Wet=yes))");
    CHECK(rewritten("P(not(Rain=yes,Wet=yes) | do(Cloudy=no, Sprinkler=on), age>=40)") ==
          "P(not (Rain=yes and Wet=yes) | age in {40-64, 65+}, do(Cloudy=no), do(Sprinkler=on))");
    CHECK(rewritten("argmax(*|grade not in {A,B,C})") == "argmax(* | grade in {})");
    CHECK(rewritten("argmax(Rain)") == "argmax(Rain)");
    CHECK(rewritten("argmax 3(Rain,Sprinkler|Wet=yes)") == "argmax 3 (Rain, Sprinkler | Wet=yes)");
    CHECK(rewritten("argmax 2 (*)") == "argmax 2 (*)");
}

TEST_CASE("What is written out reads back as the same question", "[query]") {
    for (const char* text : {"P('or', \"lower body\" | odd='it''s', odd in {in, *, 'a, b'})",
                             "argmax('or' | 'lower body'='<5', do(größe=groß))",
                             "P(P=yes or 'or'=yes and not (P=no or 'or'=no))"}) {
        const Query query = parse_query(network, text);
        CHECK(parse_query(network, format(network, query)) == query);
    }
}

TEST_CASE("Random questions written out read back as the same questions", "[query]") {
    Rng rng(11);
    for (int round = 0; round < 300; ++round) {
        const BayesianNetwork model =
            tests::random_model(rng, {.max_variables = 6, .max_assignments = 500});
        const Query query = Query{ProbabilityOf{tests::random_expression(rng, model, 4).typed},
                                  tests::random_given(rng, model).typed};
        INFO(format(model, query));
        CHECK(parse_query(model, format(model, query)) == query);
    }
}
