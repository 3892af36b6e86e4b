#include <learners/fit/fit.hpp>

#include <learners/counting/detail/plan.hpp>
#include <learners/fit/detail/fit_forecast.hpp>
#include <learners/fit/detail/leaf_fits.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace pgm::learners {

using namespace detail;

namespace {

struct DefaultCandidate {
    std::string_view structure;
    double most_seconds;
    /// Null: of any number, and of any kind.
    std::optional<std::size_t> most_features_with_states = std::nullopt;
};

/// Pairs of super-parents show what three features decide together, and are few where these are.
/// Intervals of numbers come in an order that trees and discriminants make more of.
constexpr std::array default_candidates = {
    DefaultCandidate{"stack:nb,tan,skdb,aode,aode+select,a2de", 1, 10},
    DefaultCandidate{"stack", 1}, DefaultCandidate{"stack:nb,tan,skdb:2,lda,qda", 1},
    DefaultCandidate{"kdb:2", 10}};
constexpr std::string_view last_resort = "nb";

bool has_numbers(std::span<const Variable> schema) {
    return !std::ranges::all_of(schema, &Variable::is_discrete);
}

bool suits(const DefaultCandidate& candidate, std::span<const Variable> schema) {
    return !candidate.most_features_with_states ||
           (schema.size() - 1 <= *candidate.most_features_with_states && !has_numbers(schema));
}

double seconds_of(const Estimator& estimator, std::span<const Variable> schema,
                  std::uint64_t rows) {
    double seconds = 0;
    std::vector<Structure> known;
    for (const Fit* const leaf : leaves_of(estimator)) {
        // Members that differ in the model of numbers are fitted once where there are none.
        if (!has_numbers(schema)) {
            if (needs_densities(leaf->structure) ||
                std::ranges::find(known, leaf->structure) != known.end())
                continue;
            known.push_back(leaf->structure);
        }
        const FitSize size = size_of(schema, rows, continuous_model_of(*leaf));
        const double fits = size.numbers > 0 ? 1 + LeafFits::most_folds : 1;
        seconds += predicted_seconds(fit_terms(*leaf, size, fits));
    }
    return seconds;
}

}  // namespace

DefaultLearner default_learner(std::span<const Variable> columns, std::uint64_t rows,
                               std::string_view class_name, const Fit& common,
                               std::string_view obstacle_to_stack) {
    const std::vector<Variable> schema = learning_schema(columns, class_name, NaiveBayes{});
    if (common.keep_statistics) obstacle_to_stack = "a stack keeps no statistics";
    std::string why;
    if (!obstacle_to_stack.empty()) why = ", since " + std::string(obstacle_to_stack);
    for (const DefaultCandidate& candidate : default_candidates) {
        const auto& [structure, most_seconds, of_states] = candidate;
        if (!suits(candidate, schema)) continue;
        if (!obstacle_to_stack.empty() && names_several(structure)) continue;
        Estimator estimator = parse_learner(
            structure, {.smoothing = "backoff", .calibration = "temperature"}, common);
        const double seconds = seconds_of(estimator, schema, rows);
        const std::string predicted = "is predicted to take " + to_text(seconds, 2) + " s";
        if (seconds <= most_seconds)
            return {std::move(estimator),
                    std::string(structure) + (why.empty() ? ", which " + predicted : why)};
        why = ", since " + std::string(structure) + " " + predicted + ", more than " +
              to_text(most_seconds, 2) + " s";
    }
    return {parse_learner(last_resort, {}, common), std::string(last_resort) + why};
}

Classifier with_reason(const Classifier& classifier, const std::string& reason) {
    const std::string remark = "no structure is named: " + reason;
    return with_remarks(classifier, {&remark, 1});
}

Classifier with_remarks(const Classifier& classifier, std::span<const std::string> remarks) {
    if (remarks.empty()) return classifier;
    Provenance provenance = classifier.provenance();
    provenance.remarks.insert(provenance.remarks.begin(), remarks.begin(), remarks.end());
    return with_provenance(classifier, std::move(provenance));
}

}  // namespace pgm::learners
