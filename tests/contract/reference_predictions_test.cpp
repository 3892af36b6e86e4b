#include <tests/support/judgement.hpp>
#include <tests/support/reference_classification.hpp>

#include <learners/fit.hpp>
#include <pgm/classify/predictions.hpp>

#include <catch2/catch.hpp>
#include <cmath>

// Classifiers fitted here against predictions of scikit-learn, numpy, Weka and R, frozen as files: the same rows, the same estimates, so the same numbers.

using namespace pgm;
using namespace pgm::tests;
using nlohmann::json;

namespace {

std::vector<std::string> features_of(const json& run) {
    const json& parameters = run.at("parameters");
    if (parameters.contains("features")) return parameters.at("features");
    std::vector<std::string> features = parameters.at("numeric");
    for (const auto& name : parameters.at("nominal")) features.push_back(name);
    return features;
}

bool missing_is_state(const json& run) {
    return run.at("parameters").value("missing", "none").starts_with("?");
}

/// Enough to see what is wrong.
std::vector<std::string> first_of(std::vector<std::string> complaints) {
    complaints.resize(std::min<std::size_t>(complaints.size(), 5));
    return complaints;
}

/// The class of largest log posterior agrees unless the reference itself has a tie.
void judge_row(Complaints& complaints, const std::string& what, std::span<const double> actual, std::span<const double> expected, double tolerance) {
    for (std::size_t k = 0; k < expected.size(); ++k)
        complaints.unless_near(what + ", class " + std::to_string(k), actual[k], expected[k], tolerance * std::max(1.0, std::fabs(expected[k])));
    const auto best = std::max_element(actual.begin(), actual.end()) - actual.begin();
    const auto expected_best = std::max_element(expected.begin(), expected.end()) - expected.begin();
    complaints.unless(best == expected_best || expected[static_cast<std::size_t>(best)] == expected[static_cast<std::size_t>(expected_best)],
                      what + " has another class");
}

/// Fits and predicts every data set of a method. `tolerance` is absolute for log probabilities between -1 and 0 and relative beyond.
void check_method(const std::string& method, const learners::FitOptions& options, double tolerance) {
    const auto runs = reference_runs(method);
    if (!runs) {
        WARN("SKIPPED: PGM_REFERENCE_DATA is not set");
        return;
    }
    CHECK_FALSE(runs->empty());
    for (const json& run : *runs) {
        const std::string name = run.at("dataset");
        INFO(method << " on " << name);
        const auto data = reference_split(name, features_of(run), missing_is_state(run));
        const Classifier classifier = learners::fit(data->train, data->class_name, options);
        const Predictions predictions = predict(classifier, data->test);
        const ReferencePredictions reference = reference_predictions(run.at("file"), classifier.class_variable());
        REQUIRE(reference.rows == data->test_rows);
        Complaints complaints;
        for (std::size_t row = 0; row < reference.rows.size(); ++row) {
            const std::span<const double> logs(&predictions.log_probabilities(static_cast<Eigen::Index>(row), 0), predictions.classes.size());
            judge_row(complaints, "row " + std::to_string(reference.rows[row]), logs, reference.log_probabilities[row], tolerance);
        }
        CHECK(first_of(complaints.list()) == no_complaints);
    }
}

learners::FitOptions choices(const std::string& structure, const std::string& smoothing, const std::string& prior,
                             const std::string& continuous = "gaussian") {
    learners::FitOptions options;
    options.structure = structure;
    options.smoothing = learners::parse_smoothing(smoothing);
    options.class_prior = learners::parse_class_prior(prior);
    options.continuous = learners::parse_continuous(continuous);
    return options;
}

}  // namespace

TEST_CASE("Naive Bayes predicts what scikit-learn's CategoricalNB predicts", "[reference]") {
    check_method("nb_alpha1", choices("nb", "laplace:1", "proportions"), 1e-9);
    check_method("nb_alpha0.5", choices("nb", "lidstone", "proportions"), 1e-9);
}

TEST_CASE("Naive Bayes with a floor for zeros keeps the floor as it is", "[reference]") {
    check_method("nb_ml_floor1e-6", choices("nb", "floor:1e-6", "proportions"), 1e-9);
}

TEST_CASE("AODE predicts what Weka's AODE predicts", "[reference]") {
    check_method("aode_m1", choices("aode", "laplace:1", "smoothed"), 1e-9);
}
