#include <learners/fit/fit.hpp>

#include <learners/em/expectation_maximisation.hpp>
#include <learners/fit/detail/missing_cells_choice.hpp>
#include <learners/plan/detail/learning_rows.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <learners/stack/detail/automatic_fit.hpp>
#include <learners/stack/detail/stacked_fit.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>

#include <optional>

namespace pgm::learners {

using namespace detail;

namespace {

const Dataset& table_of(const CountSource& data) {
    if (data.table() == nullptr)
        throw ArgumentError("the data come in parts, and this choice needs all rows at once",
                            "read them into one table, or fit one classifier by counting");
    return *data.table();
}

/// Steps that cannot give half a result throw when the token of the caller says so.
template <class Choices>
Choices stoppable(Choices choices, const SearchControl& control) {
    const StopToken token = SearchWatch(control).token();
    if (token.is_possible())
        for (FitOptions& options : choices_of(choices)) options.stop = token;
    return choices;
}

Classifier fit_stack(const Dataset& data, std::string_view class_name, const Stack& stack) {
    if (const auto discrete = with_discrete_class(data, class_name))
        return fit_stack(*discrete, class_name, stack);
    StackedFit stacked(data, class_name, stack);
    FitResult pooled = stacked.pool(stacked.fit_all());
    stack.members.front().stop.check();
    return std::move(pooled.classifier);
}

}  // namespace

Classifier fit(const CountSource& data, std::string_view class_name, const FitOptions& options,
               const SearchControl& control) {
    return fit(data, class_name, Estimator(options), control);
}

Classifier fit(const CountSource& data, std::string_view class_name, const Estimator& estimator,
               const SearchControl& control) {
    if (chooses_missing_cells(estimator))
        return fit_by_best_missing_cells(table_of(data), class_name, stoppable(estimator, control),
                                         [&](const Dataset& rows, const Estimator& treated) {
                                             return fit(rows, class_name, treated);
                                         });
    return std::visit(
        Overloaded{[&](const FitOptions& options) {
                       return options.missing_cells == MissingCells::em
                                  ? fit_em(table_of(data), class_name, options, control)
                                  : fit_by_counting(data, class_name, stoppable(options, control));
                   },
                   [&](const Stack& stack) {
                       return fit_stack(table_of(data), class_name, stoppable(stack, control));
                   },
                   [&](const Automatic& automatic) {
                       return fit_automatic(table_of(data), class_name, automatic, control);
                   }},
        static_cast<const AnyEstimator&>(estimator));
}

}  // namespace pgm::learners
