#include <learners/fit/fit_network.hpp>

#include <learners/counting/detail/plan.hpp>
#include <learners/em/detail/fit_by_em.hpp>
#include <learners/fit/detail/network_by_counting.hpp>
#include <pgm/core/error.hpp>

#include <optional>
#include <utility>

namespace pgm::learners {

using namespace detail;

namespace {

void require_no_calibration(const Fit& options) {
    if (options.calibration != Calibration::none)
        throw ArgumentError("there is no class whose posteriors could be calibrated",
                            "choose the calibration 'none'");
}

FittedNetwork by_counting(const Dataset& data, Fit options, const CountExchange& exchange) {
    require_no_class_choices(options);
    if (options.missing_cells != MissingCells::sum)
        throw ArgumentError(
            "a network without a class leaves missing values unobserved, and does "
            "not treat them by '" +
                format(options.missing_cells) + "'",
            "choose sum or em");
    require_no_hidden_variables(options.structure);
    if (!options.continuous)
        options.continuous = {.discretisation = {}, .density = maximum_likelihood_variance};
    if (!std::holds_alternative<VarianceRule>(options.continuous->density))
        throw ArgumentError(
            "a network without a class has tables and Gaussians, and kernel densities "
            "and mixtures are neither",
            "choose gaussian, or cut the columns");
    return network_by_counting(data, plan_rows(data, std::nullopt, options), exchange);
}

}  // namespace

FittedNetwork fit_network(const Dataset& data, const Fit& options, const SearchControl& control) {
    require_no_calibration(options);
    if (options.missing_cells != MissingCells::em)
        return by_counting(data, options, control.exchange);
    EmNetwork fitted = fit_network_by_em(data, options, control);
    return {std::move(fitted.network), std::move(fitted.report), {}, std::move(fitted.remarks)};
}

FittedNetwork fit_network(const Dataset& data, const Dag& dag, Fit options,
                          const SearchControl& control) {
    if (dag.size() != data.columns().size())
        throw ArgumentError("the graph has " + std::to_string(dag.size()) +
                            " variables, the table " + std::to_string(data.columns().size()) +
                            " columns");
    options.structure = UserDefined(dag, data.schema());
    return fit_network(data, options, control);
}

}  // namespace pgm::learners
