#include <learners/detail/fit_run.hpp>

#include <learners/detail/fit_memory.hpp>
#include <learners/detail/network_estimation.hpp>
#include <learners/detail/tuning.hpp>
#include <learners/estimate/detail/back_off_tables.hpp>
#include <learners/structure/detail/structure_decision.hpp>
#include <pgm/core/error.hpp>
#include <pgm/data/empty_column.hpp>
#include <pgm/data/identifier.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// Whether any row that is learned from has a value of the feature. A family that was not counted
/// is one that the user has written down, or of joint, and keeps its table.
bool has_values(const Columns& columns, const FamilySums& sums, ColumnId feature) {
    const Family given_class{feature, {class_column}};
    if (!columns.is_discrete(feature)) return sums.has_values(given_class);
    return !sums.has(given_class) || !sums.counts(given_class).total().is_zero();
}

/// The columns that have values: a continuous feature without any can have no distribution, and the
/// table of a discrete one would say nothing.
Columns columns_with_values(const FitPlan& plan, const FamilySums& sums, Remarks& remarks) {
    Columns columns = plan.columns();
    std::erase_if(columns.features, [&](ColumnId feature) {
        if (has_values(columns, sums, feature)) return false;
        remarks.add(empty_column_remark(plan.cut_schema[feature.index()].name()) +
                    " and is left out");
        return true;
    });
    return columns;
}

/// Notes the discrete features that identify rows. A family that was not counted is again one that
/// the user has written down.
void find_identifiers(const FamilySums& sums, Columns& columns, Remarks& remarks) {
    const std::uint64_t rows = sums.statistics().rows();
    for (const ColumnId feature : columns.discrete_features()) {
        const Family given_class{feature, {class_column}};
        if (!identifies_rows(columns.states(feature), rows) || !sums.has(given_class)) continue;
        const FamilyCounts counts = sums.counts(given_class);
        std::vector<char> occurs(counts.states(), 0);
        counts.for_each(
            [&](std::size_t cell, const WeightSum&) { occurs[cell % occurs.size()] = 1; });
        const auto values = static_cast<std::size_t>(std::ranges::count(occurs, 1));
        if (!identifies_rows(values, rows)) continue;
        columns.identifiers.push_back(feature);
        remarks.add(identifier_remark(columns.schema[feature.index()].name(), values, rows) +
                    ", and no arc is learned between it and other features");
    }
}

Provenance provenance_of(const FitPlan& plan, const SufficientStatistics& collected,
                         std::vector<std::string> remarks) {
    return {.choices = format(plan.options),
            .rows = collected.statistics.rows(),
            .rows_without_class = collected.rows_without_class,
            .remarks = std::move(remarks)};
}

void add_strengths(Provenance& provenance, const Strengths& strengths,
                   std::span<const Variable> schema) {
    provenance.strengths = strengths.common;
    for (const auto& [column, own] : strengths.own)
        provenance.own_strengths.push_back({schema[column.index()].name(), own});
}

/// What estimation wants and deciding did not: only ever of structures that choose larger families.
std::vector<Family> still_missing(const FitPlan& plan, const Columns& columns,
                                  const FamilySums& sums,
                                  std::span<const ModelStructure> structures) {
    std::vector<Family> families = families_to_estimate(columns, structures);
    if (plan.needs_levels()) {
        const std::vector<Family> smaller = families_to_back_off(columns, structures);
        families.insert(families.end(), smaller.begin(), smaller.end());
    }
    if (plan.uses_kernels())
        std::erase_if(families,
                      [&](const Family& family) { return !columns.is_discrete(family.child); });
    std::erase_if(families, [&](const Family& family) { return sums.has(family); });
    return without_doubles(std::move(families));
}

std::vector<WeightedNetwork> networks_of(const FitPlan& plan, const Tuning& tuning,
                                         const FamilySums& sums,
                                         const SufficientStatistics& collected,
                                         const Chosen& chosen, Remarks& remarks) {
    const NetworkEstimator estimator(plan, chosen.columns, sums, collected, tuning.strengths);
    std::vector<WeightedNetwork> members;
    for (const ModelStructure& structure : chosen.structures)
        members.push_back(estimator.estimate(structure, remarks));
    for (WeightedNetwork& member : members) member.weight = 1 / static_cast<double>(members.size());
    return members;
}

}  // namespace

Decided decide(const FitPlan& plan, const Statistics& statistics) {
    if (statistics.rows() == 0) throw ArgumentError("there is no row with a class to learn from");
    if (!(statistics.weight().value() > 0))
        throw ArgumentError("the rows with a class all weigh 0: there is nothing to learn from");
    const FamilySums sums(statistics);
    Remarks remarks;
    Columns columns = columns_with_values(plan, sums, remarks);
    find_identifiers(sums, columns, remarks);
    Chosen chosen{columns, decide_structure(plan.options.structure, columns, sums)};
    leave_parents_within_memory(plan, chosen, remarks);
    require_memory_to_estimate(plan, chosen.structures);
    std::vector<Family> missing = still_missing(plan, columns, sums, chosen.structures);
    return {std::move(chosen), std::move(missing), std::move(remarks)};
}

FitResult estimate(const FitPlan& plan, SufficientStatistics& collected, Decided decided,
                   std::span<const DistinctRows::Row> rows) {
    ClassifierParts parts;
    Tuning tuning;
    {
        const FamilySums sums(collected.statistics);
        const Chosen chosen =
            selected(plan, std::move(decided.chosen), sums, rows, decided.remarks);
        tuning = tuned(plan, chosen.columns, sums, chosen.structures, rows);
        parts.members = networks_of(plan, tuning, sums, collected, chosen, decided.remarks);
    }
    parts.class_name = plan.schema.front().name();
    parts.schema = plan.schema;
    parts.discretisation = plan.cuts;
    parts.provenance = provenance_of(plan, collected, std::move(decided.remarks).take());
    if (tuning.strengths) add_strengths(parts.provenance, *tuning.strengths, plan.cut_schema);
    parts.temperature = tuning.temperature;
    if (plan.options.keep_statistics) {
        parts.statistics = std::move(collected.statistics);
        parts.training_rows = std::move(collected.rows);
    }
    if (std::holds_alternative<PriorNetwork>(plan.options.smoothing))
        parts.prior = plan.options.prior;
    return {Classifier(std::move(parts)), std::move(tuning.predictions)};
}

std::vector<FitResult> fit_plans(std::span<const FitPlan> plans, const ChunkSource& source,
                                 std::span<const DistinctRows::Row> rows) {
    std::vector<Family> families;
    SufficientStatistics collected;
    const auto collect = [&](const std::vector<Family>& wanted) {
        families.insert(families.end(), wanted.begin(), wanted.end());
        families = without_doubles(std::move(families));
        require_memory_to_count(plans.front(), families);
        StatisticsCollector collector(plans.front(), families);
        source([&](const Dataset& chunk) { collector.add(chunk); });
        collected = std::move(collector).finish();
    };
    const auto append = [](std::vector<Family>& all, const std::vector<Family>& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    std::vector<Family> wanted, missing;
    for (const FitPlan& plan : plans)
        append(wanted, families_to_decide(plan.options.structure, plan.columns()));
    collect(wanted);
    std::vector<Decided> decided;
    for (const FitPlan& plan : plans) {
        decided.push_back(decide(plan, collected.statistics));
        append(missing, decided.back().missing);
    }
    if (!missing.empty()) collect(missing);
    std::vector<FitResult> results;
    for (std::size_t i = 0; i < plans.size(); ++i)
        results.push_back(estimate(plans[i], collected, std::move(decided[i]),
                                   collected.rows ? collected.rows->rows() : rows));
    return results;
}

}  // namespace pgm::learners::detail
