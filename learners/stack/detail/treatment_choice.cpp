#include <learners/stack/detail/treatment_choice.hpp>

#include <learners/detail/learning_rows.hpp>
#include <learners/detail/sufficient_statistics.hpp>
#include <learners/estimate/detail/leave_one_out.hpp>
#include <learners/stack/detail/shared_rows.hpp>
#include <learners/stack/detail/stacked_fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

Learner with_treatment(Learner learner, MissingCells treatment) {
    for (FitOptions& options : choices_of(learner)) options.missing_cells = treatment;
    return learner;
}

Dataset different_labelled_rows(const Dataset& data, std::string_view class_name) {
    const std::optional<Dataset> labelled = labelled_rows(data, data.column(class_name));
    const Dataset& rows = labelled ? *labelled : data;
    return different_rows(rows, rows.schema());
}

/// How much of the weight of every row each of ten folds tests. A row of weight 3 is three rows,
/// which are dealt to the folds in turn, as all rows are: equal rows lie in different folds.
std::vector<std::vector<double>> deal_to_folds(std::span<const double> weights) {
    constexpr std::size_t folds = 10;
    std::vector<std::vector<double>> tested(folds, std::vector<double>(weights.size(), 0.0));
    std::size_t next = 0;
    for (std::size_t row = 0; row < weights.size(); ++row) {
        const double copies = std::max(1.0, std::floor(weights[row])),
                     of_each = weights[row] / copies;
        const auto in_all = static_cast<std::uint64_t>(copies) / folds,
                   more = static_cast<std::uint64_t>(copies) % folds;
        for (std::size_t fold = 0; fold < folds; ++fold)
            tested[fold][row] = static_cast<double>(in_all) * of_each;
        for (std::uint64_t copy = 0; copy < more; ++copy, next = (next + 1) % folds)
            tested[next][row] += of_each;
    }
    return tested;
}

/// The rows with some of their weight, without those that have none.
Dataset part_of(const Dataset& rows, const std::vector<double>& weights) {
    std::vector<std::uint32_t> chosen;
    std::vector<double> of_chosen;
    for (std::size_t row = 0; row < weights.size(); ++row) {
        if (!(weights[row] > 0)) continue;
        chosen.push_back(static_cast<std::uint32_t>(row));
        of_chosen.push_back(weights[row]);
    }
    return rows.select_rows(chosen).with_weights(std::move(of_chosen));
}

/// The mean of -log P(class | row) over folds, each predicted by what was fitted to the others.
double log_loss_by_folds(const Dataset& rows, std::string_view class_name, const Learner& learner) {
    double sum = 0, weight = 0;
    for (const std::vector<double>& tested : deal_to_folds(rows.weights())) {
        std::vector<double> others(rows.weights().begin(), rows.weights().end());
        for (std::size_t row = 0; row < others.size(); ++row) others[row] -= tested[row];
        const Dataset training = part_of(rows, others), test = part_of(rows, tested);
        if (test.rows() == 0 || training.rows() == 0) continue;
        const Predictions predictions = predict(fit(training, class_name, learner), test);
        const Column& labels = test.column(class_name);
        for (std::size_t row = 0; row < test.rows(); ++row) {
            const auto label = static_cast<Eigen::Index>(labels.state(row)->index());
            const double log_p =
                predictions.log_probabilities(static_cast<Eigen::Index>(row), label);
            sum -= test.weights()[row] * std::max(log_p, least_left_out_log);
            weight += test.weights()[row];
        }
    }
    return weight > 0 ? sum / weight : 0;
}

/// The mean of -log P(class | row) of rows that were left out.
double log_loss_of(const Dataset& data, std::string_view class_name, const Learner& learner) {
    return std::visit(
        Overloaded{[&](const FitOptions&) {
                       return log_loss_by_folds(different_labelled_rows(data, class_name),
                                                class_name, learner);
                   },
                   [&](const Stack& stack) {
                       StackedFit stacked(data, class_name, stack);
                       return quality_of(stacked.pool(stacked.fit_all()).predictions).log_loss;
                   },
                   [&](const Automatic& automatic) {
                       const AutomaticFit fitted = fit_automatic(data, class_name, automatic);
                       return fitted.trials[fitted.chosen].log_loss;
                   }},
        learner);
}

/// A treatment and how it did; nothing where the other choices do not allow it.
struct TreatmentTrial {
    MissingCells treatment;
    std::optional<double> log_loss;
};

TreatmentTrial trial_of(const Dataset& data, std::string_view class_name, const Learner& learner,
                        MissingCells treatment) {
    try {
        return {treatment, log_loss_of(data, class_name, with_treatment(learner, treatment))};
    } catch (const Error&) {
        if (treatment == MissingCells::sum) throw;
        return {treatment, std::nullopt};
    }
}

bool lacks_cells(const Dataset& data, std::string_view class_name) {
    const std::optional<Dataset> labelled = labelled_rows(data, data.column(class_name));
    return std::ranges::any_of((labelled ? *labelled : data).columns(),
                               [](const Column& column) { return column.missing_cells() > 0; });
}

std::string remark_on(std::span<const TreatmentTrial> trials, const TreatmentTrial& best) {
    std::string text =
        "missing cells are treated by " + format(best.treatment) + "; log loss on rows left out:";
    for (const TreatmentTrial& trial : trials) {
        text += (&trial == trials.data() ? " " : ", ") + format(trial.treatment) + " ";
        text += trial.log_loss ? to_text(*trial.log_loss, 4) : "is not for these choices";
    }
    return text;
}

}  // namespace

Classifier fit_by_best_treatment(const Dataset& data, std::string_view class_name,
                                 const Learner& learner) {
    if (const auto discrete = with_discrete_class(data, class_name))
        return fit_by_best_treatment(*discrete, class_name, learner);
    if (!data.find(class_name) || !lacks_cells(data, class_name))
        return fit(data, class_name, with_treatment(learner, MissingCells::sum));
    std::vector<TreatmentTrial> trials;
    for (const MissingCells treatment :
         {MissingCells::sum, MissingCells::fill, MissingCells::state, MissingCells::em})
        trials.push_back(trial_of(data, class_name, learner, treatment));
    const auto& best = *std::ranges::min_element(trials, {}, [](const TreatmentTrial& trial) {
        return trial.log_loss.value_or(std::numeric_limits<double>::infinity());
    });
    ClassifierParts parts = fit(data, class_name, with_treatment(learner, best.treatment)).parts();
    std::vector<std::string>& remarks = parts.provenance.remarks;
    remarks.insert(remarks.begin(), remark_on(trials, best));
    return Classifier(std::move(parts));
}

}  // namespace pgm::learners::detail
