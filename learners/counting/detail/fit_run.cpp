#include <learners/counting/detail/fit_run.hpp>

#include <learners/counting/detail/network_estimation.hpp>
#include <learners/counting/detail/tuning.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::learners::detail {
namespace {

Provenance provenance_of(const FitPlan& plan, const SufficientStatistics& collected,
                         std::vector<std::string> remarks) {
    return {.choices = format(plan.options),
            .rows = collected.statistics.rows(),
            .rows_without_class = collected.rows_without_class,
            .remarks = std::move(remarks)};
}

std::vector<WeightedNetwork> networks_of(const FitPlan& plan, const Tuning& tuning,
                                         const FamilySums& sums,
                                         const SufficientStatistics& collected,
                                         FitDecisions& decided) {
    const NetworkEstimator estimator(plan, decided.columns, sums, collected, tuning.concentrations);
    const auto size = static_cast<double>(decided.structures.size());
    std::vector<WeightedNetwork> members;
    for (const ModelStructure& structure : decided.structures) {
        members.push_back(estimator.estimate(structure, decided.remarks));
        members.back().weight = 1 / size;
    }
    return members;
}

/// True if two plans of the same columns and cuts have come to the same networks, as aode+select
/// that keeps all features and aode.
bool are_alike(const FitPlan& a, const FitDecisions& decided_a, const FitPlan& b,
               const FitDecisions& decided_b) {
    return &a == &b || (decided_a.structures == decided_b.structures &&
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

/// The classifier of what was decided. Moves the statistics out of `collected` if the classifier is
/// to keep them. `rows` are those to be left out.
FitResult estimate(const FitPlan& plan, SufficientStatistics& collected, FitDecisions decided,
                   std::span<const DistinctRows::WeightedRow> rows) {
    Tuning tuning;
    std::vector<WeightedNetwork> members;
    {
        const FamilySums sums(collected.statistics);
        tuning = tuned(plan, decided.columns, sums, decided.structures, rows);
        members = networks_of(plan, tuning, sums, collected, decided);
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

void require_counted(const Fit& options) {
    require_no_hidden_variables(options.structure);
    require_counted_cells(options.missing_cells);
}

}  // namespace

void fit_plans(std::span<const FitPlan> plans, CountingRun& run,
               std::span<const DistinctRows::WeightedRow> left_out,
               std::vector<FitResult>& results) {
    const auto rows_to_leave_out = [&] {
        const std::optional<DistinctRows>& kept = run.collected().rows;
        return kept ? kept->rows() : left_out;
    };
    std::vector<FitDecisions> decided;
    const auto collect_missing = [&] {
        std::vector<Family> missing;
        for (const FitDecisions& one : decided)
            missing.insert(missing.end(), one.missing.begin(), one.missing.end());
        if (!missing.empty()) run.collect(missing);
    };
    run.begin();
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
        for (std::size_t i = 0; i < plans.size(); ++i)
            select_features(plans[i], sums, rows_to_leave_out(), decided[i]);
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

Classifier fit_plan(const FitPlan& plan, const Rows& rows) {
    CountingRun run({&plan, 1}, rows);
    return fit_run(plan, run);
}

Classifier fit_run(const FitPlan& plan, CountingRun& run) {
    std::vector<FitResult> results;
    fit_plans({&plan, 1}, run, {}, results);
    return std::move(results.front().classifier);
}

bool counting_needs_table(std::span<const Variable> columns, std::string_view class_name,
                          const Fit& options) {
    require_counted(options);
    const auto target = std::ranges::find(columns, class_name, &Variable::name);
    if (target != columns.end() && !target->is_discrete()) return true;
    if (learns_cuts(learning_schema(columns, class_name, options.structure),
                    continuous_model_of(options).discretisation))
        return true;
    const FitPlan plan = plan_columns(columns, class_name, options);
    return counts_pairs_in_blocks(plan) || !plan.threshold_families().empty();
}

Classifier fit_by_counting(const Rows& source, std::string_view class_name, const Fit& options) {
    require_counted(options);
    return fit_plan(plan_rows(source, class_name, options), source);
}

}  // namespace pgm::learners::detail
