#include <learners/counting/detail/fit_run.hpp>

#include <learners/choose/detail/tuning.hpp>
#include <learners/estimate/detail/back_off_tables.hpp>
#include <learners/plan/detail/fit_memory.hpp>
#include <learners/plan/detail/network_estimation.hpp>
#include <learners/structure/detail/structure_decision.hpp>
#include <pgm/core/error.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// True if any row that is learned from has a value of the feature. A family that was not counted
/// is one that the user has written down, or of joint, and keeps its table.
bool has_values(const Columns& columns, const FamilySums& sums, ColumnId feature) {
    const Family given_class{feature, {class_column}};
    if (!columns.is_discrete(feature)) return sums.has_values(given_class);
    return !sums.has(given_class) || !sums.counts(given_class).total().is_zero();
}

/// The columns that can be informative: a continuous feature without any value can have no
/// distribution, and the table of a discrete one, or of a single interval, would say nothing.
Columns informative_columns(const FitPlan& plan, const FamilySums& sums, Remarks& remarks) {
    Columns columns = plan.columns();
    std::erase_if(columns.features, [&](ColumnId feature) {
        const std::string& name = plan.cut_schema[feature.index()].name();
        if (!has_values(columns, sums, feature)) {
            remarks.add(empty_column_remark(name) + " and is left out");
            return true;
        }
        if (plan.is_one_interval(feature)) remarks.add(one_interval_remark(name));
        return plan.is_one_interval(feature);
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

/// Families that estimation needs and deciding did not: only ever of structures that choose larger
/// families.
std::vector<Family> still_missing(const FitPlan& plan, const Columns& columns,
                                  const FamilySums& sums,
                                  std::span<const ModelStructure> structures) {
    std::vector<Family> families = families_to_estimate(columns, structures);
    if (plan.needs_levels()) {
        const std::vector<Family> smaller = families_to_back_off(columns, structures);
        families.insert(families.end(), smaller.begin(), smaller.end());
    }
    if (plan.keeps_values())
        std::erase_if(families,
                      [&](const Family& family) { return !columns.is_discrete(family.child); });
    std::erase_if(families, [&](const Family& family) { return sums.has(family); });
    return without_doubles(std::move(families));
}

std::vector<WeightedNetwork> networks_of(const FitPlan& plan, const Tuning& tuning,
                                         const FamilySums& sums,
                                         const SufficientStatistics& collected,
                                         const Chosen& chosen, Remarks& remarks) {
    const NetworkEstimator estimator(plan, chosen.columns, sums, collected, tuning.concentrations);
    const auto size = static_cast<double>(chosen.structures.size());
    std::vector<WeightedNetwork> members;
    for (const ModelStructure& structure : chosen.structures) {
        members.push_back(estimator.estimate(structure, remarks));
        members.back().weight = 1 / size;
    }
    return members;
}

/// True if two plans of the same columns and cuts have come to the same networks, as aode+select
/// that keeps all features and aode.
bool are_alike(const FitPlan& a, const FitDecisions& chosen_a, const FitPlan& b,
               const FitDecisions& chosen_b) {
    return &a == &b || (chosen_a.chosen.structures == chosen_b.chosen.structures &&
                        a.options.smoothing == b.options.smoothing &&
                        a.options.class_prior == b.options.class_prior &&
                        a.options.empty_rows == b.options.empty_rows &&
                        a.options.calibration == b.options.calibration && a.stacked && b.stacked);
}

/// The result of another plan with the words and the remarks of this one.
FitResult renamed(FitResult result, const FitPlan& plan, std::vector<std::string> remarks) {
    Provenance provenance = result.classifier.provenance();
    provenance.choices = format(plan.options);
    provenance.remarks = std::move(remarks);
    return {with_provenance(result.classifier, std::move(provenance)),
            std::move(result.predictions)};
}

}  // namespace

FitDecisions decide(const FitPlan& plan, const FamilySums& sums) {
    const Sums& statistics = sums.statistics();
    if (statistics.rows() == 0) throw ArgumentError("there is no row with a class to learn from");
    if (!(statistics.weight().value() > 0))
        throw ArgumentError("the rows with a class all weigh 0: there is nothing to learn from");
    Remarks remarks;
    Columns columns = informative_columns(plan, sums, remarks);
    find_identifiers(sums, columns, remarks);
    Chosen chosen{columns, decide_structure(plan.options.structure, columns, sums)};
    const double kept = bytes_of(statistics);
    limit_parents_by_memory(plan, kept, chosen, remarks);
    require_memory_to_estimate(plan, chosen.structures, kept);
    std::vector<Family> missing = still_missing(plan, columns, sums, chosen.structures);
    return {std::move(chosen), std::move(missing), std::move(remarks)};
}

void select_features(const FitPlan& plan, const FamilySums& sums,
                     std::span<const DistinctRows::WeightedRow> rows, FitDecisions& decided) {
    if (!plan.options.structure.selects_features()) return;
    decided.chosen = selected(plan, std::move(decided.chosen), sums, rows, decided.remarks);
    decided.missing = still_missing(plan, decided.chosen.columns, sums, decided.chosen.structures);
}

FitResult estimate(const FitPlan& plan, SufficientStatistics& collected, FitDecisions decided,
                   std::span<const DistinctRows::WeightedRow> rows) {
    Tuning tuning;
    std::vector<WeightedNetwork> members;
    {
        const FamilySums sums(collected.statistics);
        const Chosen& chosen = decided.chosen;
        tuning = tuned(plan, chosen.columns, sums, chosen.structures, rows);
        members = networks_of(plan, tuning, sums, collected, chosen, decided.remarks);
    }
    NetworkClassifierParts parts{
        .model = Model(std::move(members)),
        .schema = plan.schema,
        .discretisation = plan.cuts,
        .replacements = plan.replacements,
        .temperature = tuning.temperature,
        .provenance = provenance_of(plan, collected, std::move(decided.remarks).take())};
    if (tuning.concentrations) parts.provenance.concentrations = *tuning.concentrations;
    if (plan.options.keep_statistics) {
        parts.statistics = std::move(collected.statistics);
        parts.training_rows = std::move(collected.rows);
    }
    if (std::holds_alternative<PriorNetwork>(plan.options.smoothing))
        parts.prior = plan.options.prior;
    return {NetworkClassifier(std::move(parts)), std::move(tuning.predictions)};
}

Classifier estimate_from_kept(const FitPlan& plan, SufficientStatistics& collected,
                              const std::string& these_rows, const std::string& not_kept) {
    const auto rows =
        collected.rows ? collected.rows->rows() : std::span<const DistinctRows::WeightedRow>();
    const auto require_nothing_missing = [&](const FitDecisions& decided) {
        if (decided.missing.empty()) return;
        throw ArgumentError("with " + these_rows + " " + format(plan.options.structure) +
                                " wants another family, " + not_kept,
                            "fit all rows together");
    };
    std::optional<FitDecisions> decided;
    {
        const FamilySums sums(collected.statistics);
        decided = decide(plan, sums);
        require_nothing_missing(*decided);
        select_features(plan, sums, rows, *decided);
        require_nothing_missing(*decided);
    }
    return estimate(plan, collected, *std::move(decided), rows).classifier;
}

void fit_plans(std::span<const FitPlan> plans, const Rows& rows,
               std::span<const DistinctRows::WeightedRow> left_out,
               std::vector<FitResult>& results) {
    CountingRun run(plans, rows);
    const auto append = [](std::vector<Family>& all, const std::vector<Family>& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    const auto rows_to_leave_out = [&] {
        const std::optional<DistinctRows>& kept = run.collected().rows;
        return kept ? kept->rows() : left_out;
    };
    std::vector<Family> wanted;
    for (const FitPlan& plan : plans) append(wanted, run.families_to_begin(plan));
    run.collect(wanted);
    std::vector<FitDecisions> decided;
    const auto collect_missing = [&] {
        std::vector<Family> missing;
        for (const FitDecisions& one : decided) append(missing, one.missing);
        if (!missing.empty()) run.collect(missing);
    };
    {
        const FamilySums sums = run.sums();
        for (const FitPlan& plan : plans) {
            plan.options.stop.check();
            decided.push_back(decide(plan, sums));
        }
    }
    collect_missing();
    {
        const FamilySums sums = run.sums();
        for (std::size_t i = 0; i < plans.size(); ++i) {
            decided[i].missing.clear();
            select_features(plans[i], sums, rows_to_leave_out(), decided[i]);
        }
    }
    collect_missing();
    std::vector<std::size_t> first_alike;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        std::size_t first = 0;
        while (!are_alike(plans[first], decided[first], plans[i], decided[i])) ++first;
        first_alike.push_back(first);
    }
    for (std::size_t i = 0; i < plans.size(); ++i) {
        if (const std::size_t first = first_alike[i]; first < i)
            results.push_back(renamed(results[results.size() - i + first], plans[i],
                                      std::move(decided[i].remarks).take()));
        else
            results.push_back(
                estimate(plans[i], run.collected(), std::move(decided[i]), rows_to_leave_out()));
    }
}

FitResult fit_plan(const FitPlan& plan, const Rows& rows) {
    std::vector<FitResult> results;
    fit_plans({&plan, 1}, rows, {}, results);
    return std::move(results.front());
}

}  // namespace pgm::learners::detail
