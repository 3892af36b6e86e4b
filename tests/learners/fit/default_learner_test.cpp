#include <learners/fit/fit.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/small_data.hpp>

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

const std::vector<std::string_view> six_rows = {"000", "010", "101", "111", "001", "110"};

/// The default for a class and two features of so many states each.
DefaultLearner default_for(std::size_t states, const FitOptions& common = {},
                           std::string_view obstacle = {}) {
    return default_learner(digits("yab", six_rows, states).schema(), six_rows.size(), "y", common,
                           obstacle);
}

}  // namespace

TEST_CASE("Without a structure a small table has a stack, and a remark says so", "[learners]") {
    const Dataset data = digits("yab", six_rows);
    const Classifier classifier = fit(data, "y");
    CHECK(classifier == with_reason(fit(data, "y", parse_learner("stack")), default_for(2).reason));
    CHECK_THAT(
        classifier.provenance().remarks.front(),
        Catch::Matchers::StartsWith("no structure is named: stack, which is predicted to take "));
}

TEST_CASE("The more cells the default would have, the simpler it is", "[learners]") {
    const auto structure = [](std::size_t states) {
        return format_structure(default_for(states).estimator);
    };
    CHECK(structure(10) == "stack");
    CHECK(structure(25) == "kdb:2");
    CHECK(structure(400) == "nb");
    CHECK_THAT(default_for(400).reason,
               Catch::Matchers::StartsWith("nb, since kdb:2 is predicted to take ") &&
                   Catch::Matchers::EndsWith(" s, more than 10 s"));
}

TEST_CASE("One network in the place of a stack shrinks its tables and has a temperature",
          "[learners]") {
    const FitOptions kept{.keep_statistics = true};
    const DefaultLearner learner = default_for(2, kept);
    CHECK(learner.reason == "kdb:2, since a stack keeps no statistics");
    CHECK(format_structure(learner.estimator) == "kdb:2");
    CHECK(format(learner.estimator) ==
          format(parse_learner("kdb:2", {.smoothing = "backoff", .calibration = "temperature"})));
    CHECK(default_for(2, {}, "a letter has no room").reason == "kdb:2, since a letter has no room");
}

TEST_CASE("Data in parts have a default that is counted", "[learners]") {
    const Dataset data = digits("yab", six_rows);
    const auto whole = [&](const auto& take) { take(data); };
    const Classifier classifier = fit(CountSource(data.schema(), whole, data.rows()), "y");
    CHECK(classifier.provenance().choices.structure == "kdb:2");
    CHECK(classifier.provenance().remarks.front() ==
          "no structure is named: kdb:2, since the data come in parts");
}

TEST_CASE("There is no default for a class that is not there", "[learners]") {
    CHECK_THROWS_AS(fit(digits("yab", six_rows), "z"), ArgumentError);
}
