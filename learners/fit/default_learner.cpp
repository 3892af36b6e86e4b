#include <learners/fit/fit.hpp>

#include <learners/plan/detail/learning_rows.hpp>
#include <learners/stack/detail/fit_forecast.hpp>
#include <learners/stack/detail/stacked_fit.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace pgm::learners {

using namespace detail;

namespace {

/// The predicted cost of a learner, or the most that it may be.
struct Cost {
    double seconds = 0, cells = 0;

    bool is_within(const Cost& most) const {
        return seconds <= most.seconds && cells <= most.cells;
    }
};

struct Candidate {
    std::string_view structure;
    Cost most;
};

constexpr double cells_of_megabyte = 1 << 17;
constexpr std::array candidates = {
    Candidate{"stack", {1, cells_of_megabyte}},
    Candidate{"stack:nb,tan,skdb:2,lda,qda", {1, cells_of_megabyte}},
    Candidate{"kdb:2", {10, infinity}},
};
constexpr std::string_view last_resort = "nb";

Cost cost_of(const Estimator& estimator, std::span<const Variable> schema, std::uint64_t rows) {
    const bool has_numbers = !std::ranges::all_of(schema, &Variable::is_discrete);
    Cost all;
    std::vector<Structure> known;
    for (const FitOptions& member : choices_of(estimator)) {
        // Members that differ in the model of numbers are fitted once where there are none.
        if (!has_numbers) {
            if (is_about_densities(member.structure) ||
                std::ranges::find(known, member.structure) != known.end())
                continue;
            known.push_back(member.structure);
        }
        const FitSize size = size_of(schema, rows, continuous_model_of(member));
        all.seconds +=
            predicted_seconds(member, size, size.numbers > 0 ? 1 + StackedFit::most_folds : 1);
        all.cells += predicted_cells(member, size);
    }
    return all;
}

/// ", since stack is predicted to take 3 s, more than 1 s".
std::string too_costly(std::string_view structure, const Cost& cost, const Cost& most) {
    const std::string costs =
        cost.seconds > most.seconds
            ? "take " + to_text(cost.seconds, 2) + " s, more than " + to_text(most.seconds, 2) +
                  " s"
            : "have " + to_text(cost.cells, 2) + " cells, more than a megabyte";
    return ", since " + std::string(structure) + " is predicted to " + costs;
}

}  // namespace

DefaultLearner default_learner(std::span<const Variable> columns, std::uint64_t rows,
                               std::string_view class_name, const FitOptions& common,
                               std::string_view obstacle_to_stack) {
    const std::vector<Variable> schema = learning_schema(columns, class_name, NaiveBayes{});
    if (common.keep_statistics) obstacle_to_stack = "a stack keeps no statistics";
    std::string why;
    if (!obstacle_to_stack.empty()) why = ", since " + std::string(obstacle_to_stack);
    for (const auto& [structure, most] : candidates) {
        if (!obstacle_to_stack.empty() && names_several(structure)) continue;
        Estimator estimator = parse_learner(
            structure, {.smoothing = "backoff", .calibration = "temperature"}, common);
        const Cost cost = cost_of(estimator, schema, rows);
        if (cost.is_within(most)) {
            if (why.empty())
                why = ", which is predicted to take " + to_text(cost.seconds, 2) + " s";
            return {std::move(estimator), std::string(structure) + why};
        }
        why = too_costly(structure, cost, most);
    }
    return {parse_learner(last_resort, {}, common), std::string(last_resort) + why};
}

Classifier with_reason(const Classifier& classifier, const std::string& reason) {
    Provenance provenance = classifier.provenance();
    provenance.remarks.insert(provenance.remarks.begin(), "no structure is named: " + reason);
    return with_provenance(classifier, std::move(provenance));
}

}  // namespace pgm::learners
