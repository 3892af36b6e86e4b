#include <learners/stack/detail/treatment_choice.hpp>

#include <learners/detail/learning_rows.hpp>
#include <learners/detail/sufficient_statistics.hpp>
#include <learners/stack/detail/fold_predictions.hpp>
#include <learners/stack/detail/shared_rows.hpp>
#include <learners/stack/detail/stacked_fit.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
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

/// The different rows with a class, as they stand in the table, in an order that depends on what is
/// in them only.
Dataset different_rows(const Dataset& data, std::string_view class_name) {
    const std::optional<Dataset> labelled = labelled_rows(data, data.column(class_name));
    const Dataset& rows = labelled ? *labelled : data;
    const Discretisation no_cuts;
    return SharedRows(rows, rows.schema(), {&no_cuts, 1}).select_from(rows);
}

/// The mean of -log P(class | row) of rows that were left out.
double log_loss_of(const Dataset& data, std::string_view class_name, const Learner& learner) {
    return std::visit(
        Overloaded{[&](const FitOptions& options) {
                       const auto fit_again = [&](const Dataset& rows) {
                           return fit(rows, class_name, learner);
                       };
                       return quality_of(predict_by_folds(fit_again,
                                                          different_rows(data, class_name),
                                                          class_name, options.threads))
                           .log_loss;
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
