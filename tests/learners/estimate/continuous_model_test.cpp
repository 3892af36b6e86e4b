#include <learners/estimate/continuous_model.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;

TEST_CASE("The words for continuous columns are read and written back", "[learners]") {
    for (const char* words : {"gaussian",
                              "gaussian:unbiased",
                              "gaussian:smooth=1e-09,floor=0",
                              "gaussian:mle",
                              "gaussian:prior=5",
                              "gaussian:unbiased,prior=2",
                              "kde:mle",
                              "kde:tophat,h=2,floor=0.5,prior=1",
                              "kde",
                              "kde:tophat",
                              "kde:h=0.5",
                              "kde:cv",
                              "kde:tophat,h=2",
                              "kde:cv,floor=0.01",
                              "kde:sj",
                              "kde:sj,mle",
                              "mixture",
                              "mixture:3",
                              "mixture:3,mle",
                              "mixture:prior=5",
                              "mdlp;mixture",
                              "width:5",
                              "mdlp;kde",
                              "cut:age=30,40;income=5",
                              "cut:age=30,40;income=5;kde:cv"}) {
        CHECK(format(parse_continuous(words)) == words);
    }
    CHECK(format(parse_continuous("mdlp;gaussian")) == "mdlp");
}

TEST_CASE("A user who names an estimate of the variance means that one", "[learners]") {
    const auto rows = [](const char* words) {
        const auto density = parse_continuous(words).density;
        const VarianceRule* const gaussian = std::get_if<VarianceRule>(&density);
        return (gaussian ? *gaussian : std::get<KernelRule>(density).variance).pseudo_counts;
    };
    for (const char* words : {"gaussian", "kde", "mdlp", "kde:tophat", "kde:cv"})
        CHECK(rows(words) == 2);
    for (const char* words : {"gaussian:mle", "gaussian:unbiased", "gaussian:smooth=1e-9",
                              "gaussian:floor=0.01", "kde:floor=0.01", "kde:mle", "kde:prior=0"})
        CHECK(rows(words) == 0);
    CHECK(rows("gaussian:floor=0.01,prior=3") == 3);
}

TEST_CASE("What is not cut gets the density named", "[learners]") {
    const ContinuousModel model = parse_continuous("cut:age=30,40;income=5;kde:tophat");
    CHECK(model.discretisation == parse_cut_choice("cut:age=30,40;income=5"));
    CHECK(std::get<KernelRule>(model.density).kernel == KernelDensityCpd::Kernel::tophat);
}

TEST_CASE("A model of continuous features that is none says why", "[learners]") {
    CHECK_THROWS_WITH(
        parse_continuous("gausian"),
        "there is no model of continuous features 'gausian' (did you mean 'gaussian'? known: "
        "mdlp, frequency:K, proportional, width:K, kmeans:K, 'cut:age=30,40;x=5', gaussian, kde, "
        "mixture)");
    const std::string floors = "floor needs a number from 0 to 1, as in kde:floor=0.01, not '2'",
                      widths = "h needs a number above 0, as in kde:h=0.5, ";
    CHECK_THROWS_WITH(parse_continuous("kde:floor=2"), floors);
    CHECK_THROWS_WITH(parse_continuous("gaussian:floor=2"), floors);
    CHECK_THROWS_WITH(parse_continuous("kde:h=0"), widths + "not '0'");
    CHECK_THROWS_WITH(parse_continuous("kde:h=x"), widths + "not 'x'");
    CHECK_THROWS_WITH(parse_continuous("gaussian:prior=-1"),
                      "prior needs a number of rows, 0 or more, as in kde:prior=2, not '-1'");
    CHECK_THROWS_AS(parse_continuous("kde:prior=inf"), ArgumentError);
    CHECK_THROWS_WITH(parse_continuous("gaussian:smooth=-1"),
                      "smooth needs a number of 0 or more, as in gaussian:smooth=1e-9, not '-1'");
    CHECK_THROWS_WITH(parse_continuous("kde;gaussian"),
                      "two densities for continuous columns: 'kde' and 'gaussian'");
    CHECK_THROWS_WITH(parse_continuous("kde:tophat,sj"),
                      "sj is the bandwidth of a Gaussian kernel, and tophat is none (leave out "
                      "tophat, or choose cv)");
    for (const char* words : {"mixture:0", "mixture:21", "mixture:2.5", "mixture:-1"})
        CHECK_THROWS_WITH(parse_continuous(words),
                          Catch::Contains("a whole number of components from 1 to 20"));
    CHECK_THROWS_WITH(parse_continuous("mixture:many"), Catch::Contains("choice for mixtures"));
    CHECK_THROWS_WITH(parse_continuous("mixture;kde"), Catch::Contains("two densities"));
    CHECK_THROWS_AS(parse_continuous("gaussian:wide"), ArgumentError);
    CHECK_THROWS_AS(parse_continuous(""), ArgumentError);
    CHECK_THROWS_AS(parse_continuous("age=30"), ArgumentError);
}
