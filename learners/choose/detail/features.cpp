#include <learners/choose/detail/features.hpp>

#include <learners/choose/choose.hpp>
#include <learners/choose/detail/concentrations.hpp>
#include <learners/plan/detail/fit_memory.hpp>
#include <learners/structure/detail/arc_weights.hpp>
#include <learners/structure/detail/structure_decision.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>

namespace pgm::learners::detail {
namespace {

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
KeptFeatures best_choice(const FitPlan& plan, const Chosen& from, const FamilySums& sums,
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

}  // namespace

void limit_parents_by_memory(const FitPlan& plan, double kept, Chosen& from, Remarks& remarks) {
    if (!plan.options.structure.selects_features()) return;
    const std::size_t wanted = most_parents(from.structures);
    std::size_t most = wanted;
    std::vector<ModelStructure> fewer = from.structures;
    while (most > 1 && !can_estimate(plan, fewer, kept))
        fewer = restricted(from.structures, from.columns, --most);
    if (most == wanted) return;
    remarks.add("tables with more than " + std::to_string(most) +
                " parents besides the class pass the limits on memory and are not tried");
    from.structures = std::move(fewer);
}

Chosen selected(const FitPlan& plan, Chosen from, const FamilySums& sums,
                std::span<const DistinctRows::WeightedRow> rows, Remarks& remarks) {
    if (!plan.options.structure.selects_features()) return from;
    const std::vector<ColumnId> order = most_informative_first(from.columns, sums);
    const KeptFeatures best = best_choice(plan, from, sums, rows, order);
    remarks.add(remark_on(best, order.size()));
    Columns columns = from.columns;
    columns.features.assign(order.begin(),
                            order.begin() + static_cast<std::ptrdiff_t>(best.features));
    std::ranges::sort(columns.features);
    const std::vector<ModelStructure> of_kept =
        decide_structure(plan.options.structure, columns, sums);
    return {columns, restricted(of_kept, columns, best.parents)};
}

}  // namespace pgm::learners::detail
