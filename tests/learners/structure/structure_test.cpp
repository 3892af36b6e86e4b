#include <learners/structure/structure.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;

TEST_CASE("The words for structures are read and written back", "[learners]") {
    for (const char* words :
         {"nb", "tan", "fan", "fan:aic", "fan:k2", "tan:bic", "aode", "a2de", "joint", "lda", "qda",
          "chow-liu", "parzen", "kdb:2", "kdb:2:k2", "a -> b, c"}) {
        CHECK(learners::format(learners::Structure(words)) == words);
    }
}

TEST_CASE("Selection is written behind a structure, and skdb is that of kdb", "[learners]") {
    for (const char* words : {"nb+select", "tan:k2+select", "fan+select", "kdb:2+select",
                              "kdb:3:k2+select", "aode+select"}) {
        CHECK(learners::format(learners::Structure(words)) == words);
        CHECK(learners::Structure(words).selects_features());
    }
    CHECK(learners::Structure("skdb") == learners::Structure("kdb:5+select"));
    CHECK(learners::Structure("skdb:3") == learners::Structure("kdb:3+select"));
    CHECK(learners::Structure("skdb:3:k2") == learners::Structure("kdb:3:k2+select"));
    CHECK(learners::Structure("nb+select") ==
          learners::Structure(learners::NaiveBayes{}, learners::Structure::Features::selected));
    CHECK(learners::Structure("nb+select") != learners::Structure("nb"));
    CHECK_THROWS_WITH(learners::Structure("joint+select"),
                      "the features of joint cannot be selected (choose nb, tan, fan, kdb:K "
                      "or aode)");
    CHECK_THROWS_AS(learners::Structure("nb+select+select"), ArgumentError);
    CHECK_THROWS_WITH(learners::Structure("nb+select:error"),
                      Catch::StartsWith("there is no selection 'select:error'"));
    CHECK_THROWS_AS(learners::Structure("nb+"), ArgumentError);
    CHECK_THROWS_AS(learners::Structure("+select"), ArgumentError);
}

TEST_CASE("A structure is a type or the words for it", "[learners]") {
    CHECK(learners::Structure() == learners::NaiveBayes{});
    CHECK(learners::Structure("tan") == learners::Tan{});
    CHECK(learners::Structure("kdb") == learners::KDependence{1});
    CHECK(learners::Structure("kdb:0") == learners::KDependence{0});
    CHECK(learners::Structure("fan:bic") == learners::Fan{});
    CHECK(learners::Structure("tan:mi") == learners::Tan{});
    CHECK(learners::Structure("kdb:3:aic") == learners::KDependence{3, learners::ArcWeight::aic});
    CHECK(learners::Structure("fan:aic") == learners::Fan{learners::ArcWeight::aic});
    CHECK(learners::Structure("lda") == learners::Discriminant{.tied = true});
    CHECK(learners::Structure("lda") != learners::Structure("qda"));
}

TEST_CASE("Text with an arrow, a comma or a semicolon is a user-defined structure", "[learners]") {
    CHECK(learners::Structure("nb -> tan") == learners::UserDefined("nb -> tan"));
    CHECK(std::holds_alternative<learners::UserDefined>(learners::Structure("nb;")));
    CHECK(std::get<learners::UserDefined>(learners::Structure("a <- b")).names() ==
          std::vector<std::string>{"a", "b"});
    CHECK_THROWS_AS(learners::Structure("a -> "), ParseError);
}

TEST_CASE("A structure that is none says which there are", "[learners]") {
    CHECK_THROWS_WITH(learners::Structure("tam"),
                      "there is no structure 'tam' (did you mean 'tan'? known: nb, tan, fan, "
                      "kdb:K, skdb:K, aode, a2de, joint, lda, qda, chow-liu, parzen, "
                      "tan:W, fan:W, kdb:K:W, nb+select, tan+select, 'class -> a, b')");
    for (const std::string number : {"1.5", "x", "-1", "101", ""})
        CHECK_THROWS_WITH(
            learners::Structure("kdb:" + number),
            "kdb needs a whole number of parents from 0 to 100, as in kdb:2, not '" + number + "'");
    CHECK_THROWS_WITH(learners::Structure("tan:k3"),
                      "there is no weight of arcs 'k3' (did you mean 'k2'? known: mi, k2, bic, "
                      "aic)");
    CHECK_THROWS_AS(learners::Structure("kdb:2:"), ArgumentError);
    CHECK_THROWS_AS(learners::Structure("kdb:2:k2:k2"), ArgumentError);
    CHECK_THROWS_AS(learners::Structure("tan:"), ArgumentError);
    CHECK_THROWS_AS(learners::Structure("nb:3"), ArgumentError);
    CHECK_THROWS_AS(learners::Structure(""), ArgumentError);
}
