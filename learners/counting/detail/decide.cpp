#include <learners/counting/detail/decide.hpp>

#include <learners/counting/detail/fit_memory.hpp>
#include <learners/estimate/detail/back_off_tables.hpp>
#include <learners/judge/detail/choose.hpp>
#include <learners/judge/detail/concentrations.hpp>
#include <learners/structure/detail/arc_weights.hpp>
#include <learners/structure/detail/structure_decision.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
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

/// Families that estimation needs and deciding did not: only ever of structures that choose larger
/// families.
std::vector<Family> still_missing(const FitPlan& plan, const FamilySums& sums,
                                  const FitDecisions& decided) {
    const Columns& columns = decided.columns;
    std::vector<Family> families = families_to_estimate(columns, decided.structures);
    if (plan.needs_levels()) {
        const std::vector<Family> smaller = families_to_back_off(columns, decided.structures);
        families.insert(families.end(), smaller.begin(), smaller.end());
    }
    if (plan.keeps_values())
        std::erase_if(families,
                      [&](const Family& family) { return !columns.is_discrete(family.child); });
    std::erase_if(families, [&](const Family& family) { return sums.has(family); });
    return without_doubles(std::move(families));
}

/// So many features, with so many parents each at most, and their loss.
struct KeptFeatures {
    std::size_t features = 0;
    std::size_t parents = 0;
    double loss = 0;
};

/// The concentrations that the structures are compared with; of no meaning unless they are
/// back-off.
std::vector<double> concentrations_to_compare(const FitPlan& plan,
                                              const LeaveOneOutSource& source) {
    if (const BackOff* const given = std::get_if<BackOff>(&plan.options.smoothing))
        return given->concentrations;
    if (std::holds_alternative<TunedBackOff>(plan.options.smoothing))
        return tune_concentrations(source, plan.options.threads);
    return {};
}

/// The features that are kept are the first ones of `order`.
KeptFeatures best_choice(const FitPlan& plan, const FitDecisions& from, const FamilySums& sums,
                         std::span<const DistinctRows::WeightedRow> left_out,
                         std::span<const ColumnId> order) {
    const std::size_t most = most_parents(from.structures);
    // Without its super-parent a member of aode would be naive Bayes.
    const std::size_t fewest = averages_networks(plan.options.structure) ? most : 0;
    const LeaveOneOutSource source{from.columns,      sums,
                                   from.structures,   plan.options.class_prior,
                                   left_out,          plan.options.smoothing,
                                   plan.options.stop, plan.options.threads};
    const std::vector<double> concentrations = concentrations_to_compare(plan, source);
    const LeaveOneOut rows(source);
    std::vector<KeptFeatures> all;
    for (std::size_t parents = fewest; parents <= most; ++parents) {
        const std::vector<double> losses =
            rows.losses_of_prefixes(order, parents, concentrations, plan.options.threads);
        for (std::size_t features = 0; features < losses.size(); ++features)
            all.push_back({features, parents, losses[features]});
    }
    // Fewer features, and then fewer parents, are preferred where losses are equal.
    std::ranges::stable_sort(all, {}, &KeptFeatures::features);
    return all[choose(all, [](const KeptFeatures& one) { return one.loss; }).best];
}

std::string remark_on(const KeptFeatures& best, std::size_t of_features) {
    return std::to_string(best.features) + " of " + std::to_string(of_features) +
           " features are kept, with at most " + std::to_string(best.parents) +
           (best.parents == 1 ? " parent" : " parents") +
           " each besides the class; leave-one-out log loss " + to_text(best.loss, 4);
}

/// Limits the parents in the structures that selection starts from, so that tables stay within the
/// limits on memory. `kept` are the bytes of the sums.
void limit_parents_by_memory(const FitPlan& plan, double kept, FitDecisions& decided) {
    if (!plan.options.structure.selects_features()) return;
    const std::size_t wanted = most_parents(decided.structures);
    std::size_t most = wanted;
    std::vector<ModelStructure> fewer = decided.structures;
    while (most > 1 && !can_estimate(plan, fewer, kept))
        fewer = restricted(decided.structures, decided.columns, --most);
    if (most == wanted) return;
    decided.remarks.add("tables with more than " + std::to_string(most) +
                        " parents besides the class pass the limits on memory and are not tried");
    decided.structures = std::move(fewer);
}

}  // namespace

FitDecisions decide(const FitPlan& plan, const FamilySums& sums) {
    const Sums& statistics = sums.statistics();
    if (statistics.rows() == 0) throw ArgumentError("there is no row with a class to learn from");
    if (!(statistics.weight().value() > 0))
        throw ArgumentError("the rows with a class all weigh 0: there is nothing to learn from");
    FitDecisions decided;
    decided.columns = informative_columns(plan, sums, decided.remarks);
    find_identifiers(sums, decided.columns, decided.remarks);
    decided.structures = decide_structure(plan.options.structure, decided.columns, sums);
    const double kept = bytes_of(statistics);
    limit_parents_by_memory(plan, kept, decided);
    require_memory_to_estimate(plan, decided.structures, kept);
    decided.missing = still_missing(plan, sums, decided);
    return decided;
}

void select_features(const FitPlan& plan, const FamilySums& sums,
                     std::span<const DistinctRows::WeightedRow> rows, FitDecisions& decided) {
    decided.missing.clear();
    if (!plan.options.structure.selects_features()) return;
    const std::vector<ColumnId> order = most_informative_first(decided.columns, sums);
    const KeptFeatures best = best_choice(plan, decided, sums, rows, order);
    decided.remarks.add(remark_on(best, order.size()));
    std::vector<ColumnId>& features = decided.columns.features;
    features.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(best.features));
    std::ranges::sort(features);
    decided.structures = restricted(decide_structure(plan.options.structure, decided.columns, sums),
                                    decided.columns, best.parents);
    decided.missing = still_missing(plan, sums, decided);
}

}  // namespace pgm::learners::detail
