#include <learners/fit/detail/missing_cells_choice.hpp>

#include <learners/choose/choose.hpp>
#include <learners/judge/out_of_fold.hpp>
#include <learners/stack/detail/automatic_fit.hpp>
#include <learners/stack/detail/stacked_fit.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

using Fit = std::function<Classifier(const Dataset&, const Estimator&)>;

Estimator with_treatment(Estimator estimator, MissingCells treatment) {
    for (FitOptions& options : choices_of(estimator)) {
        // Numbers are not judged by another model with each treatment.
        options.continuous = continuous_model_of(options);
        options.missing_cells = treatment;
    }
    return estimator;
}

/// Rows that are several in ten folds: equal rows lie in different ones.
OutOfFold predict_by_folds(const Dataset& data, std::string_view class_name,
                           const Estimator& estimator, const Fit& fit) {
    constexpr std::size_t folds = 10;
    const Dataset labelled = labelled_rows(data, class_name);
    const auto most_bytes = static_cast<double>(choices_of(estimator).front().max_fit_bytes);
    const Dataset rows = rows_to_judge(labelled, labelled.schema(), folds, most_bytes);
    return predict_out_of_fold(rows, class_name, folds_in_turn(rows.rows(), folds),
                               [&](const Dataset& training) { return fit(training, estimator); });
}

/// The mean of -log P(class | row) of rows that were left out.
double log_loss_of(const Dataset& data, std::string_view class_name, const Estimator& estimator,
                   const Fit& fit) {
    return std::visit(
        Overloaded{[&](const FitOptions&) {
                       const OutOfFold rows = predict_by_folds(data, class_name, estimator, fit);
                       return rows.labels.size() < 2 ? 0 : log_loss(rows);
                   },
                   [&](const Stack& stack) {
                       StackedFit stacked(data, class_name, stack);
                       return log_loss(stacked.pool(stacked.fit_all()).predictions);
                   },
                   [&](const Automatic& automatic) {
                       const Classifier fitted = fit_automatic(data, class_name, automatic);
                       const Candidates& candidates = *fitted.provenance().candidates;
                       return candidates.trials[candidates.chosen].log_loss;
                   }},
        static_cast<const AnyEstimator&>(estimator));
}

/// Null for a treatment that the other choices do not allow.
std::optional<double> loss_of(const Dataset& data, std::string_view class_name,
                              const Estimator& estimator, MissingCells treatment, const Fit& fit) {
    try {
        return log_loss_of(data, class_name, with_treatment(estimator, treatment), fit);
    } catch (const Error&) {
        if (treatment == MissingCells::sum) throw;
        return std::nullopt;
    }
}

bool has_missing_cells(const Dataset& data, std::string_view class_name) {
    const Dataset labelled = labelled_rows(data, class_name);
    return std::ranges::any_of(labelled.columns(),
                               [](const Column& column) { return column.missing_cells() > 0; });
}

std::string remark_on(std::span<const MissingCells> treatments, const Choice& choice) {
    std::string text = "missing values are treated by " + format(treatments[choice.best]) +
                       "; log loss on rows left out:";
    for (std::size_t i = 0; i < treatments.size(); ++i) {
        text += (i == 0 ? " " : ", ") + format(treatments[i]) + " ";
        text += choice.losses[i] ? to_text(*choice.losses[i], 4) : "is not for these choices";
    }
    return text;
}

}  // namespace

Classifier fit_by_best_missing_cells(const Dataset& data, std::string_view class_name,
                                     const Estimator& estimator, const Fit& fit) {
    if (!data.find(class_name) || !has_missing_cells(data, class_name))
        return fit(data, with_treatment(estimator, MissingCells::sum));
    constexpr std::array treatments = {MissingCells::sum, MissingCells::fill, MissingCells::state,
                                       MissingCells::em};
    const Choice choice = choose(treatments, [&](MissingCells treatment) {
        return loss_of(data, class_name, estimator, treatment, fit);
    });
    const Classifier best = fit(data, with_treatment(estimator, treatments[choice.best]));
    Provenance provenance = best.provenance();
    provenance.remarks.insert(provenance.remarks.begin(), remark_on(treatments, choice));
    return with_provenance(best, std::move(provenance));
}

}  // namespace pgm::learners::detail
