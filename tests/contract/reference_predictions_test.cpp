#include <tests/support/catch.hpp>
#include <tests/support/judgement.hpp>
#include <tests/support/reference_classification.hpp>
#include <tests/support/reference_data.hpp>

#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>

#include <cmath>
#include <functional>

// Classifiers fitted here against predictions of scikit-learn, numpy, Weka and R, frozen as files:
// the same rows, the same estimates, so the same numbers.

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

CellRules rules_of(const json& run) {
    const json& parameters = run.at("parameters");
    return {parameters.value("missing", "none").starts_with("?"),
            parameters.contains("state_counts") && !parameters.contains("numeric")};
}

/// Enough to see what is wrong.
std::vector<std::string> first_of(std::vector<std::string> complaints) {
    complaints.resize(std::min<std::size_t>(complaints.size(), 5));
    return complaints;
}

/// Logarithms agree, or the probabilities do to the last digits of 1: a reference that computed 1 -
/// p knows small probabilities no better. The most probable class is the same unless the reference
/// itself has a tie.
void judge_row(Complaints& complaints, const std::string& what, std::span<const double> actual,
               std::span<const double> expected, double tolerance) {
    for (std::size_t k = 0; k < expected.size(); ++k) {
        const bool same_probability =
            std::fabs(std::exp(actual[k]) - std::exp(expected[k])) <= 4e-16;
        if (same_probability && actual[k] < -20) continue;
        if (actual[k] == expected[k]) continue;  // -inf
        complaints.unless_near(what + ", class " + std::to_string(k), actual[k], expected[k],
                               tolerance * std::max(1.0, std::fabs(expected[k])));
    }
    const auto best =
        static_cast<std::size_t>(std::max_element(actual.begin(), actual.end()) - actual.begin());
    complaints.unless(expected[best] == *std::max_element(expected.begin(), expected.end()),
                      what + " has another class");
}

/// Fits and predicts every data set of a method. `tolerance` is absolute for log probabilities
/// between -1 and 0 and relative beyond.
void check_method(
    const std::string& method, const learners::Fit& options, double tolerance,
    const std::function<bool(const json&)>& wanted = [](const json&) { return true; }) {
    const auto runs = reference_runs(method);
    if (!runs) {
        WARN("SKIPPED: PGM_REFERENCE_DATA is not set");
        return;
    }
    CHECK_FALSE(runs->empty());
    for (const json& run : *runs) {
        if (!wanted(run)) continue;
        const std::string name = run.at("dataset");
        INFO(method << " on " << name);
        const auto data = reference_split(name, features_of(run), rules_of(run));
        const Classifier classifier = learners::fit(data->train, data->class_name, options);
        const Predictions predictions = predict(classifier, data->test);
        const ReferencePredictions reference =
            reference_predictions(run.at("file"), classifier.class_variable());
        REQUIRE(reference.rows == data->test_rows);
        Complaints complaints;
        for (std::size_t row = 0; row < reference.rows.size(); ++row) {
            const std::span<const double> logs(
                &predictions.log_probabilities(static_cast<Eigen::Index>(row), 0),
                predictions.classes.size());
            judge_row(complaints, "row " + std::to_string(reference.rows[row]), logs,
                      reference.log_probabilities[row], tolerance);
        }
        CHECK(first_of(complaints.list()) == no_complaints);
    }
}

learners::Fit choices(const std::string& structure, const std::string& smoothing,
                      const std::string& prior, const std::string& continuous = "gaussian") {
    learners::Fit options;
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

TEST_CASE("Gaussian naive Bayes predicts what scikit-learn's GaussianNB predicts", "[reference]") {
    check_method("gnb", choices("nb", "laplace:1", "proportions", "gaussian:floor=0"), 1e-8);
    check_method("gnb_vs1e-9",
                 choices("nb", "laplace:1", "proportions", "gaussian:smooth=1e-9,floor=0"), 1e-8);
}

TEST_CASE("Linear discriminant analysis predicts what the multivariate formulas say",
          "[reference][full]") {
    check_method("lda_ml", choices("lda", "laplace:1", "proportions", "gaussian:floor=0"), 1e-8);
    check_method("lda_unbiased",
                 choices("lda", "laplace:1", "proportions", "gaussian:unbiased,floor=0"), 1e-8);
}

TEST_CASE("Quadratic discriminant analysis predicts what the multivariate formulas say",
          "[reference][full]") {
    check_method("gauss_full_ml", choices("qda", "laplace:1", "proportions", "gaussian:floor=0"),
                 1e-8);
    check_method("gauss_full_ml", choices("joint", "laplace:1", "proportions", "gaussian:floor=0"),
                 1e-8);
    check_method("qda_unbiased",
                 choices("qda", "laplace:1", "proportions", "gaussian:unbiased,floor=0"), 1e-8);
}

TEST_CASE("Kernel naive Bayes predicts what scikit-learn's KernelDensity predicts", "[reference]") {
    check_method("kde_naive", choices("nb", "laplace:1", "proportions", "kde:mle"), 1e-8);
}

namespace {

/// The continuous columns of a table, row by row.
std::vector<double> numbers_of(const Dataset& data) {
    std::vector<double> numbers;
    for (std::size_t row = 0; row < data.rows(); ++row) {
        for (const Column& column : data.columns()) {
            if (!column.is_discrete()) numbers.push_back(column.value(row));
        }
    }
    return numbers;
}

/// log P(class, x) but for a constant, by the formula: the logarithm of the sum of the bumps of the
/// class's training rows.
std::vector<double> log_bumps(std::span<const double> points, const Column& label,
                              std::span<const double> x, double h) {
    std::vector<std::vector<double>> exponents(label.variable.cardinality());
    for (std::size_t i = 0; i < label.rows(); ++i) {
        double squares = 0;
        for (std::size_t j = 0; j < x.size(); ++j)
            squares += (x[j] - points[i * x.size() + j]) * (x[j] - points[i * x.size() + j]);
        exponents[label.state(i)->index()].push_back(-squares / (2 * h * h));
    }
    std::vector<double> logs;
    for (const std::vector<double>& terms : exponents) {
        const double largest = terms.empty() ? 0 : *std::max_element(terms.begin(), terms.end());
        double sum = 0;
        for (const double term : terms) sum += std::exp(term - largest);
        logs.push_back(largest + std::log(sum));
    }
    return logs;
}

void check_against_formula(const Predictions& predictions, const SplitData& data, double h) {
    Complaints complaints;
    const std::vector<double> points = numbers_of(data.train), rows = numbers_of(data.test);
    const std::size_t features = rows.size() / data.test.rows();
    for (std::size_t row = 0; row < predictions.rows(); ++row) {
        const std::vector<double> logs =
            log_bumps(points, data.train.column(data.class_name),
                      std::span(rows).subspan(row * features, features), h);
        const double largest = *std::max_element(logs.begin(), logs.end());
        double sum = 0;
        for (const double log : logs) sum += std::exp(log - largest);
        for (std::size_t k = 0; k < logs.size(); ++k) {
            const double expected = logs[k] - largest - std::log(sum);
            complaints.unless_near("row " + std::to_string(row) + ", class " + std::to_string(k),
                                   predictions.log_probabilities(static_cast<Eigen::Index>(row),
                                                                 static_cast<Eigen::Index>(k)),
                                   expected, 1e-11 * std::max(1.0, std::fabs(expected)));
        }
    }
    CHECK(first_of(complaints.list()) == no_complaints);
}

void check_against_file(const Predictions& predictions, const ReferencePredictions& reference) {
    Complaints complaints;
    std::size_t apart = 0;
    for (std::size_t row = 0; row < reference.rows.size(); ++row) {
        const std::vector<double>& expected = reference.log_probabilities[row];
        const std::span<const double> actual = predictions.probability(row);
        double difference = 0;
        for (std::size_t k = 0; k < expected.size(); ++k)
            difference = std::max(difference, std::fabs(actual[k] - std::exp(expected[k])));
        if (difference > 1e-7) ++apart;
        complaints.unless(std::max_element(actual.begin(), actual.end()) - actual.begin() ==
                              std::max_element(expected.begin(), expected.end()) - expected.begin(),
                          "row " + std::to_string(reference.rows[row]) + " has another class");
    }
    CHECK(apart * 50 <= reference.rows.size());
    CHECK(first_of(complaints.list()) == no_complaints);
}

}  // namespace

// scikit-learn's tree of points stops refining far from all points, so its file decides on the
// classes and on the probabilities of 98 rows in a hundred; the formula, added up here term by
// term, decides on all logarithms.
TEST_CASE(
    "Kernel densities of whole vectors predict what the formula and scikit-learn's KernelDensity "
    "say",
    "[reference]") {
    for (const char* const h : {"0.3", "0.5", "1", "5", "10", "20"}) {
        const auto runs = reference_runs(std::string("kde_product_h") + h);
        if (!runs) {
            WARN("SKIPPED: PGM_REFERENCE_DATA is not set");
            return;
        }
        CHECK_FALSE(runs->empty());
        for (const json& run : *runs) {
            INFO("h=" << h << " on " << run.at("dataset"));
            const auto data = reference_split(run.at("dataset"), features_of(run), rules_of(run));
            const Classifier classifier = learners::fit(
                data->train, data->class_name,
                choices("parzen", "laplace:1", "proportions", std::string("kde:h=") + h));
            const Predictions predictions = predict(classifier, data->test);
            check_against_formula(predictions, *data, std::stod(h));
            if (run.at("dataset") == "waveform-5000")
                continue;  // 40 features: most of its rows are far from all points
            check_against_file(predictions,
                               reference_predictions(run.at("file"), classifier.class_variable()));
        }
    }
}

TEST_CASE("Naive Bayes of discrete and continuous features together adds up their evidence",
          "[reference]") {
    check_method("nb_mixed",
                 choices("nb", "laplace:1", "proportions", "gaussian:smooth=1e-9,floor=0"), 1e-8);
}

TEST_CASE("TAN finds the trees of bnclassify and predicts what it predicts", "[reference]") {
    check_method(
        "tan_cmi_alpha1", choices("tan", "laplace:1", "smoothed"), 1e-9,
        [](const json& run) { return run.at("parameters").at("tree_unique").get<bool>(); });
}

TEST_CASE("TAN finds a tree of the largest weight also where several have it", "[reference]") {
    const auto structures = reference_json("classifiers/tan_structures.json");
    if (!structures) {
        WARN("SKIPPED: PGM_REFERENCE_DATA is not set");
        return;
    }
    for (const auto& [name, expected] : structures->items()) {
        INFO(name);
        const std::vector<std::string> features = expected.at("features");
        const auto data =
            reference_split(name, features, {.missing_is_state = true, .numbers_are_states = true});
        const Classifier classifier =
            learners::fit(data->train, data->class_name, choices("tan", "laplace:1", "smoothed"));
        const BayesianNetwork& network = classifier.model().network();
        double weight = 0;
        for (std::size_t child = 1; child < network.size(); ++child) {
            for (const VariableId parent : parents_of(network.cpd(VariableId(child)))) {
                if (parent.index() > 0)
                    weight += expected
                                  .at("conditional_mutual_information_nats")[parent.index() - 1]
                                                                            [child - 1]
                                  .get<double>();
            }
        }
        CHECK_THAT(weight,
                   Catch::Matchers::WithinAbs(expected.at("tree_weight_nats").get<double>(), 1e-9));
    }
}

TEST_CASE("AODE predicts what Weka's AODE predicts", "[reference]") {
    check_method("aode_m1", choices("aode", "laplace:1", "smoothed"), 1e-9);
}
