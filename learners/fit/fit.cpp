#include <learners/fit/fit.hpp>

#include <learners/counting/detail/fit_run.hpp>
#include <learners/counting/detail/plan.hpp>
#include <learners/em/detail/em_model.hpp>
#include <learners/em/detail/fit_by_em.hpp>
#include <learners/fit/detail/tree_fit.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <optional>
#include <span>

namespace pgm::learners {

using namespace detail;

namespace {

const Dataset& table_of(const Rows& data) {
    if (data.table() == nullptr)
        throw ArgumentError(
            "the data are no table in memory, and this choice needs all rows at once",
            "read them into one table, or fit one classifier by counting");
    return *data.table();
}

Estimator with_treatment(Estimator estimator, MissingCells treatment) {
    for (Fit* const leaf : leaves_of(estimator)) {
        // Numbers are not judged by another model with each treatment.
        leaf->continuous = continuous_model_of(*leaf);
        leaf->missing_cells = treatment;
    }
    return estimator;
}

bool has_missing_cells(const Dataset& data, std::string_view class_name) {
    const Dataset labelled = labelled_rows(data, class_name);
    return std::ranges::any_of(labelled.columns(),
                               [](const Column& column) { return column.missing_cells() > 0; });
}

/// `auto` for missing values, written out. Expectation maximisation is for one classifier.
Estimator with_treatments(const Dataset& data, std::string_view class_name,
                          const Estimator& estimator) {
    if (!data.find(class_name) || !has_missing_cells(data, class_name))
        return with_treatment(estimator, MissingCells::sum);
    const auto* const choice = std::get_if<BestOf>(&estimator);
    const auto* const one = std::get_if<Fit>(&estimator);
    BestOf treatments{.judge = one      ? Judge::folds_of_rows
                               : choice ? choice->judge
                                        : Judge::left_out_rows};
    for (const MissingCells treatment :
         {MissingCells::sum, MissingCells::fill, MissingCells::state})
        treatments.candidates.push_back(with_treatment(estimator, treatment));
    if (one && !objection_to_em(*one))
        treatments.candidates.push_back(with_treatment(estimator, MissingCells::em));
    return treatments;
}

/// Steps that cannot give half a result throw when the token of the caller says so.
Fit stopped_by(Fit options, const SearchControl& control) {
    const StopToken token = SearchWatch(control).token();
    if (token.is_possible()) options.stop = token;
    return options;
}

}  // namespace

Classifier fit(const Rows& data, std::string_view class_name, const Fit& options,
               const SearchControl& control) {
    return fit(data, class_name, Estimator(options), control);
}

Classifier fit(const Rows& data, std::string_view class_name) {
    if (const auto discrete = with_discrete_class(data, class_name))
        return fit(*discrete, class_name);
    const DefaultLearner learner =
        default_learner(data.schema(), data.rows().value_or(0), class_name, {},
                        data.table() == nullptr ? "the data come in parts" : "");
    return with_reason(fit(data, class_name, learner.estimator), learner.reason);
}

Classifier fit(const Rows& data, std::string_view class_name, const Estimator& estimator,
               const SearchControl& control) {
    if (const auto discrete = with_discrete_class(data, class_name))
        return fit(*discrete, class_name, estimator, control);
    const auto* const one = std::get_if<Fit>(&estimator);
    if (one && data.table() != nullptr)
        if (const auto declared = with_declared_states(*data.table(), one->structure))
            return fit(*declared, class_name, estimator, control);
    if (chooses_missing_cells(estimator))
        return fit(data, class_name, with_treatments(table_of(data), class_name, estimator),
                   control);
    if (!one) return fit_tree(table_of(data), class_name, estimator, control);
    if (one->missing_cells == MissingCells::em)
        return fit_by_em(table_of(data), class_name, *one, control);
    return fit_by_counting(data, class_name, stopped_by(*one, control));
}

bool needs_table(std::span<const Variable> columns, std::string_view class_name,
                 const Estimator& estimator) {
    const auto* const options = std::get_if<Fit>(&estimator);
    return options == nullptr || options->missing_cells == MissingCells::em ||
           chooses_missing_cells(estimator) || counting_needs_table(columns, class_name, *options);
}

}  // namespace pgm::learners
