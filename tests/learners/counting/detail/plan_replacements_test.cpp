#include <learners/counting/detail/fit_run.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using Catch::WithinAbs;

namespace {

const double unknown = std::nan("");

learners::Fit treated(learners::MissingCells treatment, const char* structure = "nb") {
    learners::Fit options;
    options.continuous = learners::parse_continuous("gaussian");
    options.structure = structure;
    options.missing_cells = treatment;
    return options;
}

Dataset with_numbers() {
    return digits("ya", {"00", "01", "1.", "1.", "11"})
        .with_column(continuous_column("x", {1, 2, unknown, 6, unknown}));
}

}  // namespace

TEST_CASE("fill: the most frequent state and the mean take the place of missing values",
          "[learners]") {
    const Classifier classifier =
        learners::fit(with_numbers(), "y", treated(learners::MissingCells::fill));
    CHECK(*classifier.networks()->replacements().find("a") == Replacement(StateId{1}));
    CHECK(*classifier.networks()->replacements().find("x") == Replacement(3.0));
    CHECK(classifier.provenance().choices.missing_cells == "fill");
    // a given y=1: three rows, all of them 1 once they are filled, and one pseudo-counts row per
    // state.
    CHECK_THAT(table_row(classifier, "a", 1)[1], WithinAbs(4.0 / 5, 1e-15));
    // A missing value of a new row is filled in, too; so is a column that is not there.
    const Dataset missing = digits("ya", {".."}).with_column(continuous_column("x", {unknown})),
                  filled = digits("ya", {".1"}).with_column(continuous_column("x", {3})),
                  absent = digits("ya", {".1"});
    CHECK(posterior_of(classifier, missing) == posterior_of(classifier, filled));
    CHECK(posterior_of(classifier, absent) == posterior_of(classifier, filled));
}

TEST_CASE("fill: the first of equally frequent states is taken, rows count by their weight",
          "[learners]") {
    const Dataset data = digits("yab", {"010", "001", "1.1", "10."});
    const Classifier equal =
        learners::fit(data.with_weights({2, 1, 1, 1}), "y", treated(learners::MissingCells::fill));
    CHECK(*equal.networks()->replacements().find("a") == Replacement(StateId{0}));
    CHECK(*equal.networks()->replacements().find("b") == Replacement(StateId{0}));
    const Classifier heavier =
        learners::fit(data.with_weights({3, 1, 1, 1}), "y", treated(learners::MissingCells::fill));
    CHECK(*heavier.networks()->replacements().find("a") == Replacement(StateId{1}));
}

TEST_CASE("fill: rows without a class and columns without values fill nothing", "[learners]") {
    const Dataset data = digits("yab", {"00.", ".1.", ".1."});
    const Classifier classifier = learners::fit(data, "y", treated(learners::MissingCells::fill));
    CHECK(*classifier.networks()->replacements().find("a") == Replacement(StateId{0}));
    CHECK(classifier.networks()->replacements().find("b") == nullptr);
}

TEST_CASE("state: a column that is without cells in training has one more state", "[learners]") {
    const Dataset data = digits("yab", {"000", "01.", "1.1", "1.0"});
    const Classifier classifier =
        learners::fit(data, "y", treated(learners::MissingCells::state, "tan"));
    const BayesianNetwork& network = classifier.model().network();
    CHECK(network.variable(network.id("a")).states() == std::vector<std::string>{"0", "1", "?"});
    CHECK(network.variable(network.id("b")).states() == std::vector<std::string>{"0", "1", "?"});
    CHECK(classifier.find("a")->cardinality() == 2);
    const Classifier plain = learners::fit(digits("yab", {"000", "011", "101", "110"}), "y",
                                           treated(learners::MissingCells::state, "tan"));
    CHECK(plain.networks()->replacements().empty());
    CHECK(plain.model().network() == learners::fit(digits("yab", {"000", "011", "101", "110"}), "y",
                                                   treated(learners::MissingCells::sum, "tan"))
                                         .model()
                                         .network());
}

TEST_CASE("state: to be missing speaks for a class", "[learners]") {
    const Dataset data = digits("ya", {"00", "01", "1.", "1."});
    const Classifier classifier = learners::fit(data, "y", treated(learners::MissingCells::state));
    // P(? | y=1) = (2 + 1) / (2 + 3), P(? | y=0) = 1 / 5, equal class probabilities.
    CHECK_THAT(posterior_of(classifier, digits("ya", {".."}))[1], WithinAbs(0.75, 1e-15));
    CHECK(learners::fit(data, "y", treated(learners::MissingCells::sum))
              .networks()
              ->replacements()
              .empty());
}

TEST_CASE("state: numbers must be cut", "[learners]") {
    CHECK_THROWS_WITH(
        learners::fit(with_numbers(), "y", treated(learners::MissingCells::state)),
        "missing values of 'x' cannot be a state of their own, for it is continuous (cut it into "
        "intervals (mdlp))");
    learners::Fit cut = treated(learners::MissingCells::state);
    cut.continuous = learners::parse_continuous("cut:x=4");
    const Classifier classifier = learners::fit(with_numbers(), "y", cut);
    const BayesianNetwork& network = classifier.model().network();
    CHECK(network.variable(network.id("x")).states() == std::vector<std::string>{"<4", ">=4", "?"});
}

TEST_CASE("fill and state: rows that are added are treated as the first ones were", "[learners]") {
    const Dataset first = digits("yab", {"000", "01.", "101", "110"}),
                  more = digits("yab", {"0.1", "111"});
    for (const learners::MissingCells treatment :
         {learners::MissingCells::fill, learners::MissingCells::state}) {
        learners::Fit options = treated(treatment, "tan");
        options.keep_statistics = true;
        const Classifier classifier = learners::fit(first, "y", options),
                         updated = learners::update(classifier, more);
        CHECK(updated.networks()->replacements() == classifier.networks()->replacements());
        CHECK(updated.provenance().rows == 6);
        CHECK(learners::options_of(updated).missing_cells == treatment);
    }
}

TEST_CASE("em and auto are more than counting", "[learners]") {
    for (const learners::MissingCells treatment :
         {learners::MissingCells::em, learners::MissingCells::automatic})
        CHECK_THROWS_WITH(
            learners::detail::fit_by_counting(with_numbers(), "y", treated(treatment)),
            Catch::Contains("where a classifier is made by counting"));
}
