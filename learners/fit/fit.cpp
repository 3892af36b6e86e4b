#include <learners/fit/fit.hpp>

#include <learners/em/detail/fit_by_em.hpp>
#include <learners/fit/detail/missing_cells_choice.hpp>
#include <learners/plan/detail/learning_rows.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <learners/stack/detail/automatic_fit.hpp>
#include <learners/stack/detail/stacked_fit.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>

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

/// Steps that cannot give half a result throw when the token of the caller says so.
void set_stop(std::span<FitOptions> choices, const SearchControl& control) {
    const StopToken token = SearchWatch(control).token();
    if (!token.is_possible()) return;
    for (FitOptions& options : choices) options.stop = token;
}

Classifier fit_stack(const Dataset& data, std::string_view class_name, const Stack& stack) {
    StackedFit stacked(data, class_name, stack);
    FitResult pooled = stacked.pool(stacked.fit_all());
    stack.members.front().stop.check();
    return std::move(pooled.classifier);
}

}  // namespace

Classifier fit(const Rows& data, std::string_view class_name, const FitOptions& options,
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
    if (chooses_missing_cells(estimator)) {
        Estimator stopped = estimator;
        set_stop(choices_of(stopped), control);
        return fit_by_best_missing_cells(table_of(data), class_name, stopped,
                                         [&](const Dataset& rows, const Estimator& treated) {
                                             return fit(rows, class_name, treated);
                                         });
    }
    return std::visit(
        Overloaded{[&](FitOptions options) {
                       if (options.missing_cells == MissingCells::em)
                           return fit_by_em(table_of(data), class_name, options, control);
                       set_stop({&options, 1}, control);
                       return fit_by_counting(data, class_name, options);
                   },
                   [&](Stack stack) {
                       set_stop(stack.members, control);
                       return fit_stack(table_of(data), class_name, stack);
                   },
                   [&](const Automatic& automatic) {
                       return fit_automatic(table_of(data), class_name, automatic, control);
                   }},
        static_cast<const AnyEstimator&>(estimator));
}

bool needs_table(std::span<const Variable> columns, std::string_view class_name,
                 const Estimator& estimator) {
    const auto* const options = std::get_if<FitOptions>(&estimator);
    return options == nullptr || options->missing_cells == MissingCells::em ||
           chooses_missing_cells(estimator) || counting_needs_table(columns, class_name, *options);
}

}  // namespace pgm::learners
