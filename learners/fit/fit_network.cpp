#include <learners/fit/fit_network.hpp>

#include <learners/counting/detail/network_by_counting.hpp>
#include <learners/em/detail/fit_by_em.hpp>
#include <learners/plan/detail/learning_rows.hpp>
#include <pgm/core/error.hpp>
#include <pgm/data/discretisation.hpp>

#include <optional>
#include <span>
#include <utility>

namespace pgm::learners {

using namespace detail;

namespace {

void require_no_calibration(const FitOptions& options) {
    if (options.calibration != Calibration::none)
        throw ArgumentError("there is no class whose posteriors could be calibrated",
                            "choose the calibration 'none'");
}

/// The families of the structure over the columns of a table.
std::vector<Family> families_of(const UserDefined& structure, const Dataset& table) {
    const std::vector<Variable> schema = table.schema();
    Columns columns{schema, {}, true};
    for (std::size_t i = 1; i < columns.schema.size(); ++i) columns.features.emplace_back(i);
    return structure.models(columns).front().families;
}

/// The columns of the schema, cut.
Dataset selected(const Dataset& data, std::span<const Variable> schema,
                 const Discretisation& cuts) {
    if (cuts.empty() && schema.size() == data.columns().size())
        return data.view_rows(0, data.rows());
    std::vector<ColumnId> columns;
    for (const Variable& variable : schema) columns.push_back(data.id(variable.name()));
    return prepared(data.select_columns(columns), cuts, {});
}

FittedNetwork by_counting(const Dataset& data, const FitOptions& options,
                          const CountExchange& exchange) {
    require_no_class_choices(options);
    if (options.missing_cells != MissingCells::sum)
        throw ArgumentError(
            "a network without a class leaves missing values unobserved, and does "
            "not treat them by '" +
                format(options.missing_cells) + "'",
            "choose sum or em");
    require_no_hidden_variables(options.structure);
    const auto& structure = std::get<UserDefined>(options.structure);
    const std::vector<Variable> schema = named_columns(data, structure);
    const CutChoice choice = options.continuous ? options.continuous->discretisation : CutChoice();
    const Discretisation cuts = cuts_of(data, schema, choice, false, options.threads, options.stop);
    const Dataset table = selected(data, schema, cuts);
    Remarks remarks;
    CountedNetwork counted =
        network_by_counting(table, families_of(structure, table), options, remarks, exchange);
    return {std::move(counted.network), std::nullopt, std::move(counted.concentrations),
            std::move(remarks).take()};
}

}  // namespace

FittedNetwork fit_network(const Dataset& data, const FitOptions& options,
                          const SearchControl& control) {
    require_no_calibration(options);
    if (options.missing_cells != MissingCells::em)
        return by_counting(data, options, control.exchange);
    EmNetwork fitted = fit_network_by_em(data, options, control);
    return {std::move(fitted.network), std::move(fitted.report), {}, std::move(fitted.remarks)};
}

FittedNetwork fit_network(const Dataset& data, const Dag& dag, FitOptions options,
                          const SearchControl& control) {
    if (dag.size() != data.columns().size())
        throw ArgumentError("the graph has " + std::to_string(dag.size()) +
                            " variables, the table " + std::to_string(data.columns().size()) +
                            " columns");
    options.structure = UserDefined(dag, data.schema());
    return fit_network(data, options, control);
}

}  // namespace pgm::learners
