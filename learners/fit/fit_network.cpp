#include <learners/fit/fit_network.hpp>

#include <learners/counting/detail/network_estimation.hpp>
#include <learners/counting/detail/plan.hpp>
#include <learners/em/detail/fit_by_em.hpp>
#include <learners/estimate/detail/back_off_tables.hpp>
#include <learners/estimate/detail/density/column_spread.hpp>
#include <learners/families/family_sums.hpp>
#include <learners/judge/detail/concentrations.hpp>
#include <learners/judge/detail/left_out_table.hpp>
#include <learners/structure/detail/mutual_information.hpp>
#include <pgm/core/error.hpp>
#include <pgm/data/sums.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pgm::learners {

using namespace detail;

namespace {

void require_no_calibration(const Fit& options) {
    if (options.calibration != Calibration::none)
        throw ArgumentError("there is no class whose posteriors could be calibrated",
                            "choose the calibration 'none'");
}

/// The statistics of all shards.
Sums sums_of_all_shards(const Dataset& table, std::vector<Family> families, const Fit& options,
                        const CountExchange& exchange) {
    Sums statistics(table.schema(), std::move(families), options.limits);
    statistics.add(table, options.threads);
    return exchange ? exchange.merge(statistics) : statistics;
}

/// The parents of every table in the order in which back-off drops them last: those first that tell
/// more about the variable by themselves (mutual information), of equals the first column.
ParentLists parents_by_information(const Dataset& table, std::span<const Family> families,
                                   const Fit& options, const CountExchange& exchange) {
    const auto is_ordered = [&](const Family& family) {
        return family.parents.size() > 1 && table.column(family.child).is_discrete();
    };
    std::vector<Family> pairs;
    ParentLists order;
    for (const Family& family : families) {
        order.push_back(family.parents);
        if (!is_ordered(family)) continue;
        for (const ColumnId parent : family.parents) pairs.push_back({family.child, {parent}});
    }
    if (pairs.empty()) return order;
    const Sums statistics = sums_of_all_shards(table, pairs, options, exchange);
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (!is_ordered(families[i])) continue;
        std::vector<std::pair<double, ColumnId>> ranked;
        for (const ColumnId parent : order[i])
            ranked.emplace_back(
                -conditional_mutual_information(statistics.counts({families[i].child, {parent}})),
                parent);
        std::ranges::sort(ranked);
        std::ranges::transform(ranked, order[i].begin(),
                               [](const auto& pair) { return pair.second; });
    }
    return order;
}

/// The families of the network, those with fewer parents that back-off shrinks to, and every column
/// alone, whose spread bounds variances.
std::vector<Family> families_to_count(const Columns& columns, const ModelStructure& structure) {
    std::vector<Family> families = structure.families;
    for (const Family& family : families_to_back_off(columns, {&structure, 1}))
        families.push_back(family);
    for (const Family& family : structure.families) families.push_back({family.child, {}});
    std::erase_if(families, [&](const Family& family) { return columns.is_threshold(family); });
    return without_doubles(std::move(families));
}

/// The rows that regressions keep.
SufficientStatistics kept_rows(const Dataset& table, const FitPlan& plan,
                               const CountExchange& exchange) {
    SufficientStatistics kept;
    std::vector<ColumnId> columns;
    for (std::size_t c = 0; c < plan.cut_schema.size(); ++c) columns.emplace_back(c);
    for (Family& family : plan.threshold_families()) {
        if (exchange)
            throw ArgumentError(
                "a regression of states on numbers needs all rows at once, and "
                "these are one shard",
                "fit them in one process, or cut the columns");
        kept.threshold_rows.emplace_back(std::move(family), plan.cut_schema).add(table, columns);
    }
    return kept;
}

std::vector<ColumnSpread> spreads_of(const FitPlan& plan, const FamilySums& sums) {
    std::vector<ColumnId> continuous;
    for (std::size_t c = 0; c < plan.cut_schema.size(); ++c) {
        if (plan.cut_schema[c].is_discrete()) continue;
        continuous.emplace_back(c);
        if (!sums.has_values({continuous.back(), {}}))
            throw ArgumentError(empty_column_remark(plan.cut_schema[c].name()), "leave it out");
    }
    return column_spreads(plan.cut_schema, continuous, {}, sums);
}

std::optional<std::vector<double>> concentrations_of(const FitPlan& plan,
                                                     const ModelStructure& structure,
                                                     const FamilySums& sums) {
    if (const auto* const given = std::get_if<BackOff>(&plan.options.smoothing))
        return given->concentrations;
    if (!plan.uses_back_off()) return std::nullopt;
    std::vector<LeftOutTable> tables;
    for (std::size_t i = 0; i < structure.families.size(); ++i) {
        const ColumnId child = structure.families[i].child;
        if (plan.cut_schema[child.index()].is_discrete())
            tables.emplace_back(back_off_levels(sums, child, structure.parents_as_chosen(i)));
    }
    return tune_concentrations(tables);
}

/// The network of a plan without a class.
FittedNetwork network_by_counting(const Dataset& data, const FitPlan& plan,
                                  const CountExchange& exchange) {
    if (data.rows() == 0 && !exchange) throw ArgumentError("there is no row to learn from");
    const Dataset table = planned_columns(data.view(), plan);
    const Columns columns = plan.columns();
    ModelStructure structure =
        std::get<UserDefined>(plan.options.structure).models(columns).front();
    structure.chosen_order.clear();
    if (plan.uses_back_off())
        structure.chosen_order =
            parents_by_information(table, structure.families, plan.options, exchange);
    const Sums statistics =
        sums_of_all_shards(table, families_to_count(columns, structure), plan.options, exchange);
    const FamilySums sums(statistics);
    const std::optional<std::vector<double>> concentrations =
        concentrations_of(plan, structure, sums);
    const SufficientStatistics kept = kept_rows(table, plan, exchange);
    Remarks remarks;
    WeightedNetwork fitted =
        NetworkEstimator(plan, sums, kept, spreads_of(plan, sums), concentrations)
            .estimate(structure, remarks);
    return {std::move(fitted.network), std::nullopt, concentrations.value_or(std::vector<double>()),
            std::move(remarks).take()};
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
    const std::optional<Dataset> declared = with_declared_states(data, options.structure);
    const Dataset& table = declared ? *declared : data;
    if (options.missing_cells != MissingCells::em)
        return by_counting(table, options, control.exchange);
    EmNetwork fitted = fit_network_by_em(table, options, control);
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
