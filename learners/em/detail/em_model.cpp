#include <learners/em/detail/em_model.hpp>

#include <learners/counting/detail/collect.hpp>
#include <learners/counting/detail/fit_memory.hpp>
#include <learners/counting/detail/network_estimation.hpp>
#include <learners/counting/detail/plan.hpp>
#include <learners/structure/detail/structure_decision.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace pgm::learners::detail {
namespace {

void require_suitable(const Fit& options, bool has_class) {
    if (const std::optional<ArgumentError> objection = objection_to_em(options)) throw *objection;
    if (!has_class) require_no_class_choices(options);
}

std::vector<Variable> hidden_variables(const Fit& options) {
    const auto* const given = std::get_if<UserDefined>(&options.structure);
    return given ? given->hidden_variables() : std::vector<Variable>();
}

/// The table with a column for each hidden variable, all of whose cells are missing.
Dataset with_hidden_columns(Dataset data, std::span<const Variable> hidden) {
    for (const Variable& variable : hidden) {
        const std::string name = printable(variable.name());
        if (variable.cardinality() == 0)
            throw ArgumentError("the hidden variable '" + name + "' needs states",
                                "write " + name + "{2 states, hidden}");
        if (data.find(variable.name()))
            throw ArgumentError("'" + name + "' is declared hidden, and is a column of the data",
                                "give the hidden variable another name, or leave 'hidden' out");
        data = data.with_column({variable, missing_codes(variable.cardinality(), data.rows())});
    }
    return data;
}

bool has_values(const Sums& columns, std::uint32_t column) {
    const Family family{ColumnId(std::size_t{column}), {}};
    return columns.schema()[column].is_discrete() ? !columns.counts(family).total().is_zero()
                                                  : !columns.moments(family).weight(0).is_zero();
}

/// The features that take part: a continuous one without any value can have no distribution, and
/// one of a single interval tells nothing.
Columns columns_that_take_part(const FitPlan& plan, const Sums& alone,
                               std::vector<std::string>& remarks) {
    Columns columns = plan.columns();
    bool has_any_value = false;
    for (std::uint32_t c = 0; c < plan.cut_schema.size(); ++c)
        has_any_value |= has_values(alone, c);
    if (!has_any_value)
        throw ArgumentError(
            "every cell of the columns that take part is missing: there is nothing "
            "to learn from");
    const auto is_empty = [&](ColumnId column) {
        return !columns.is_discrete(column) && !has_values(alone, column.value);
    };
    if (is_empty(class_column))
        throw ArgumentError(empty_column_remark(plan.cut_schema.front().name()),
                            "leave it out of the structure");
    std::erase_if(columns.features, [&](ColumnId feature) {
        const std::string& name = plan.cut_schema[feature.index()].name();
        if (is_empty(feature)) {
            remarks.push_back(empty_column_remark(name) + " and is left out");
            return true;
        }
        if (plan.is_one_interval(feature)) remarks.push_back(one_interval_remark(name));
        return plan.is_one_interval(feature);
    });
    return columns;
}

/// The arcs; where they depend on data, from the rows with a class, as in a plain fit.
std::vector<ModelStructure> decided_structures(const FitPlan& plan, const Dataset& data,
                                               const Columns& columns) {
    const bool is_learned = is_data_driven(plan.options.structure);
    FitPlan plan_of_arcs = plan;
    plan_of_arcs.options.keep_statistics = false;
    const Rows rows(data);
    CountingRun run({&plan_of_arcs, 1}, rows);
    if (is_learned) run.begin();
    if (is_learned && !(run.sums().statistics().weight().value() > 0))
        throw ArgumentError("the arcs of " + format(plan.options.structure) +
                                " are learned from rows with a class, and there are none",
                            "choose nb, or write the arcs");
    return decide_structure(plan.options.structure, columns, run.sums());
}

/// Every family whose sums are needed: those that are estimated from, and those of the network.
std::vector<Family> families_to_sum(const Columns& columns,
                                    std::span<const ModelStructure> structures) {
    std::vector<Family> families = families_to_estimate(columns, structures);
    for (const Family& family : structures.front().families)
        if (std::ranges::find(families, family) == families.end()) families.push_back(family);
    return families;
}

std::vector<ColumnSpread> spreads_of_columns(const Sums& alone) {
    std::vector<ColumnId> continuous;
    for (std::size_t c = 0; c < alone.schema().size(); ++c)
        if (!alone.schema()[c].is_discrete()) continuous.emplace_back(c);
    return column_spreads(alone.schema(), continuous, {}, FamilySums(alone));
}

Sums statistics_of_columns(const Dataset& rows, const Fit& options) {
    std::vector<Family> families;
    for (std::size_t c = 0; c < rows.columns().size(); ++c) families.push_back({ColumnId(c), {}});
    Sums statistics(rows.schema(), std::move(families), options.limits);
    statistics.add(rows, options.threads, options.stop);
    return statistics;
}

void require_no_thresholds(const Columns& columns, const ModelStructure& structure) {
    for (const Family& family : structure.families)
        if (columns.is_threshold(family))
            throw ArgumentError(
                "expectation maximisation learns tables and Gaussians, and '" +
                    printable(columns.schema[family.child.index()].name()) +
                    "' has a continuous parent",
                "turn the arc around, cut the parent into intervals, or choose the missing cells "
                "'sum'");
}

StopToken either(const StopToken& a, const StopToken& b) {
    if (!a.is_possible() || !b.is_possible()) return a.is_possible() ? a : b;
    return StopToken([a, b] { return a.requested() || b.requested(); });
}

FitPlan plan_em(const Dataset& data, std::optional<std::string_view> class_name,
                const Fit& options) {
    Fit maximising = options;
    maximising.continuous = continuous_model_of(options);
    if (VarianceRule* const rule = std::get_if<VarianceRule>(&maximising.continuous->density))
        rule->pseudo_counts = 0;
    return plan_rows(data, class_name, maximising);
}

}  // namespace

std::optional<ArgumentError> objection_to_em(const Fit& options) {
    if (!std::holds_alternative<VarianceRule>(continuous_model_of(options).density) ||
        std::holds_alternative<Parzen>(options.structure))
        return ArgumentError(
            "expectation maximisation learns tables and Gaussians, and kernel densities and "
            "mixtures are neither",
            "choose gaussian, or cut the columns");
    if (averages_networks(options.structure))
        return ArgumentError("expectation maximisation learns one network, and " +
                                 format(options.structure) + " averages several",
                             "choose nb, tan, kdb:K or a structure of your own");
    if (options.structure.selects_features())
        return ArgumentError(
            "features are selected by counts, and expectation maximisation has expected ones",
            "leave out '+select', or fit without --missing-cells em");
    if (options.calibration != Calibration::none)
        return ArgumentError(
            "a temperature is learned from counts, and expectation maximisation has expected ones",
            "choose the calibration 'none'");
    if (is_back_off(options.smoothing))
        return ArgumentError(
            "expectation maximisation maximises a likelihood under a prior, and back-off is none",
            "smooth by mle, laplace:A or bdeu:S");
    return std::nullopt;
}

bool EmModel::is_hidden(ColumnId column) const {
    return !has_values(columns, column.value);
}

EmModel make_em_model(const Dataset& data, std::optional<std::string_view> class_name, Fit options,
                      const StopToken& stop) {
    options.missing_cells = MissingCells::em;
    const StopToken during_iterations = std::exchange(options.stop, either(options.stop, stop));
    require_suitable(options, class_name.has_value());
    const std::vector<Variable> hidden = hidden_variables(options);
    const Dataset all = with_hidden_columns(data, hidden);
    EmModel model{plan_em(all, class_name, options), {}, {}, {}, {}, {}, {}, {}};
    for (const Variable& variable : hidden) model.hidden.push_back(variable.name());
    model.table = planned_columns(all, model.plan);
    const Dataset& rows = model.table;
    model.columns = statistics_of_columns(rows, options);
    if (!(model.columns.weight().value() > 0))
        throw ArgumentError("there is no row that weighs anything to learn from");
    const Columns columns = columns_that_take_part(model.plan, model.columns, model.remarks);
    const std::vector<ModelStructure> structures = decided_structures(model.plan, rows, columns);
    model.structure = structures.front();
    require_no_thresholds(columns, model.structure);
    const std::vector<Family> sums = families_to_sum(columns, structures);
    require_memory_to_count(model.plan, sums, rows.rows());
    double left = static_cast<double>(options.max_fit_bytes);
    for (const Family& family : sums) left -= bytes_to_count(model.plan, family, rows.rows());
    require_memory_to_estimate(model.plan, structures, bytes_of(model.columns));
    model.spreads = spreads_of_columns(model.columns);
    model.rows = split_rows(rows, model.structure.families, sums, options, left);
    model.plan.options.stop = during_iterations;
    return model;
}

}  // namespace pgm::learners::detail
