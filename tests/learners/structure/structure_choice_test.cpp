#include <learners/structure/structure_choice.hpp>
#include <pgm/core/error.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::learners;
using ChoiceKind = StructureChoice::Kind;

TEST_CASE("The words for structures are read and written back", "[learners]") {
    for (const char* words : {"nb", "tan", "fan", "fan:aic", "aode", "joint", "lda", "qda",
                              "chow-liu", "parzen", "kdb:2", "a -> b, c"}) {
        CHECK(to_words(parse_structure_choice(words)) == words);
    }
    CHECK(parse_structure_choice("kdb").parents == 1);
    CHECK(parse_structure_choice("kdb:0").kind == ChoiceKind::k_dependence);
    CHECK(parse_structure_choice("fan:bic") == parse_structure_choice("fan"));
}

TEST_CASE("Text with an arrow, a comma or a semicolon is a drawing", "[learners]") {
    CHECK(parse_structure_choice("nb -> tan").kind == ChoiceKind::drawn);
    CHECK(parse_structure_choice("nb;").kind == ChoiceKind::drawn);
    CHECK(parse_structure_choice("a <- b").drawing == "a <- b");
}

TEST_CASE("A structure that is none says which there are", "[learners]") {
    CHECK_THROWS_WITH(parse_structure_choice("tam"),
                      "there is no structure 'tam' (did you mean 'tan'? known: nb, tan, kdb:2, "
                      "fan, aode, joint, lda, qda, chow-liu, parzen, 'class -> a, b; a -> b')");
    CHECK_THROWS_WITH(parse_structure_choice("kdb:1.5"),
                      "kdb needs a whole number of parents from 0 to 100, not 1.5");
    CHECK_THROWS_WITH(parse_structure_choice("kdb:x"),
                      "kdb needs a number of parents, as in kdb:2, not 'x'");
    CHECK_THROWS_AS(parse_structure_choice("nb:3"), ArgumentError);
    CHECK_THROWS_AS(parse_structure_choice(""), ArgumentError);
}
