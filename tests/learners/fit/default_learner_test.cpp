#include <learners/fit/fit.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

/// Of at most ten features with states.
constexpr std::string_view with_pairs = "stack:nb,tan,skdb,aode,aode+select,a2de";

const std::vector<std::string_view> six_rows = {"000", "010", "101", "111", "001", "110"};

/// The default for a thousand rows of a class and so many features of three states.
DefaultLearner default_for(std::size_t features, const Fit& common = {},
                           std::string_view obstacle = {}) {
    std::vector<Variable> columns{Variable("y", {"0", "1"})};
    for (std::size_t i = 0; i < features; ++i)
        columns.emplace_back("x" + std::to_string(i), std::vector<std::string>{"a", "b", "c"});
    return default_learner(columns, 1000, "y", common, obstacle);
}

}  // namespace

TEST_CASE("Without a structure a small table has a stack, and a remark says so", "[learners]") {
    const Dataset data = digits("yab", six_rows);
    const Classifier classifier = fit(data, "y");
    CHECK(classifier == with_reason(fit(data, "y", parse_learner(std::string(with_pairs))),
                                    default_learner(data.schema(), data.rows(), "y").reason));
    CHECK_THAT(classifier.provenance().remarks.front(),
               Catch::Matchers::StartsWith("no structure is named: " + std::string(with_pairs) +
                                           ", which is predicted to take "));
}

TEST_CASE("The longer the default would take, the simpler it is", "[learners]") {
    const auto structure = [](std::size_t features) {
        return format_structure(default_for(features).estimator);
    };
    CHECK(structure(10) == "stack:nb,tan,kdb:5+select,aode,aode+select,a2de");
    CHECK(structure(11) == "stack");
    const std::vector<Variable> with_number = {Variable("y", {"0", "1"}), Variable("x")};
    CHECK(format_structure(default_learner(with_number, 1000, "y").estimator) == "stack");
    CHECK(structure(150) == "stack:nb,tan,kdb:2+select,lda,qda");
    CHECK(structure(600) == "kdb:2");
    CHECK(structure(2000) == "nb");
    CHECK_THAT(default_for(2000).reason,
               Catch::Matchers::StartsWith("nb, since kdb:2 is predicted to take ") &&
                   Catch::Matchers::EndsWith(" s, more than 10 s"));
}

TEST_CASE("A column that identifies rows has no part in the cost", "[learners]") {
    std::vector<Variable> columns{Variable("y", {"0", "1"}), Variable("x", {"a", "b", "c"})};
    std::vector<std::string> names;
    for (int i = 0; i < 1000; ++i) names.push_back(std::to_string(i) + "th");
    columns.emplace_back("id", names);
    CHECK_THAT(default_learner(columns, 1000, "y").reason,
               Catch::Matchers::StartsWith(std::string(with_pairs)));
}

TEST_CASE("One network in the place of a stack shrinks its tables and has a temperature",
          "[learners]") {
    const Fit kept{.keep_statistics = true};
    const DefaultLearner learner = default_for(2, kept);
    CHECK(learner.reason == "kdb:2, since a stack keeps no statistics");
    CHECK(format_structure(learner.estimator) == "kdb:2");
    CHECK(format(learner.estimator) ==
          format(parse_learner("kdb:2", {.smoothing = "backoff", .calibration = "temperature"})));
    CHECK(default_for(2, {}, "a letter has no room").reason == "kdb:2, since a letter has no room");
}

TEST_CASE("Data in parts have a default that is counted", "[learners]") {
    const Dataset data = digits("yab", six_rows);
    const auto whole = [&](std::size_t, const Rows::Visit& take) { take(data); };
    const Classifier classifier = fit(Rows(data.schema(), data.rows(), whole), "y");
    CHECK(classifier.provenance().choices.structure == "kdb:2");
    CHECK(classifier.provenance().remarks.front() ==
          "no structure is named: kdb:2, since the data come in parts");
}

TEST_CASE("There is no default for a class that is not there", "[learners]") {
    CHECK_THROWS_AS(fit(digits("yab", six_rows), "z"), ArgumentError);
}
