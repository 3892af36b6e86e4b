#include <learners/counting/fit_options.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;

namespace {

double pseudo_counts_of(const Fit& options) {
    return std::get<VarianceRule>(options.continuous->density).pseudo_counts;
}

}  // namespace

TEST_CASE("Numbers are cut by default, but for structures of densities and under EM",
          "[learners]") {
    const ContinuousModel cut{.discretisation = {.given = {}, .rule = Mdlp{}}, .density = {}};
    for (const char* structure : {"nb", "tan", "kdb:2", "aode", "a -> b"}) {
        CHECK_FALSE(needs_densities(structure));
        CHECK(default_continuous_model(structure) == cut);
        CHECK(default_continuous_model(structure, MissingCells::fill) == cut);
        CHECK(default_continuous_model(structure, MissingCells::em) == ContinuousModel{});
    }
    for (const char* structure : {"lda", "qda", "parzen"}) {
        CHECK(needs_densities(structure));
        CHECK(default_continuous_model(structure) == ContinuousModel{});
    }
}

TEST_CASE("A model of numbers that was chosen is the one", "[learners]") {
    Fit options{.structure = "lda"};
    options.continuous = parse_continuous("frequency:5");
    CHECK(format(continuous_model_of(options)) == "frequency:5");
}

TEST_CASE("Choices are words, and the words are the choices", "[learners]") {
    Fit options{.structure = "kdb:2"};
    CHECK(format(options) == FitWords{.structure = "kdb:2",
                                      .smoothing = "laplace:1",
                                      .continuous = "mdlp",
                                      .class_prior = "smoothed",
                                      .empty_rows = "uniform",
                                      .calibration = "none",
                                      .missing_cells = "sum"});
    const FitWords words{.structure = "tan",
                         .smoothing = "bdeu:10",
                         .continuous = "gaussian:mle",
                         .class_prior = "yes=0.25,no=0.75",
                         .empty_rows = "uniform",
                         .calibration = "temperature",
                         .missing_cells = "fill"};
    const Fit read = parse_fit_options({.choices = words});
    CHECK(format(read) == words);
    CHECK(std::get<Bdeu>(read.smoothing).sample_size == 10);
    CHECK(std::get<GivenPrior>(read.class_prior).probabilities.size() == 2);
    CHECK(read.calibration == Calibration::temperature);
    CHECK(read.missing_cells == MissingCells::fill);
}

TEST_CASE("Words of the first version mean Gaussians without pseudo-counts", "[learners]") {
    Provenance provenance{.choices = format(Fit{.structure = "qda"})};
    CHECK(pseudo_counts_of(parse_fit_options(provenance)) == 2);
    provenance.version = 1;
    CHECK(pseudo_counts_of(parse_fit_options(provenance)) == 0);
}

TEST_CASE("Words that are none are refused", "[learners]") {
    const auto refuses = [](std::string FitWords::*member) {
        FitWords words = format(Fit{.structure = "nb"});
        words.*member = "nonsense:7";
        CHECK_THROWS_AS(parse_fit_options({.choices = words}), ArgumentError);
    };
    refuses(&FitWords::smoothing);
    refuses(&FitWords::continuous);
    refuses(&FitWords::class_prior);
    refuses(&FitWords::empty_rows);
    refuses(&FitWords::calibration);
    refuses(&FitWords::missing_cells);
}
