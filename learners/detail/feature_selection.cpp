#include <learners/detail/feature_selection.hpp>

#include <learners/detail/fit_memory.hpp>
#include <learners/estimate/detail/back_off_tuning.hpp>
#include <learners/structure/detail/arc_weights.hpp>
#include <learners/structure/detail/structure_decision.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>

namespace pgm::learners::detail {
namespace {

struct Choice {
    std::size_t features = 0;
    std::size_t parents = 0;
    double loss = std::numeric_limits<double>::infinity();
};

/// The strengths that the structures are compared with; of no meaning unless they are back-off.
std::vector<double> strengths_to_compare(const FitPlan& plan, const LeaveOneOut& rows) {
    if (const BackOff* const given = std::get_if<BackOff>(&plan.options.smoothing))
        return given->strengths;
    if (std::holds_alternative<TunedBackOff>(plan.options.smoothing))
        return tune_strengths(rows, plan.options.threads);
    return {};
}

/// The features that are kept are the first ones of `order`.
Choice best_choice(const FitPlan& plan, const Chosen& from, const FamilySums& sums,
                   std::span<const DistinctRows::Row> left_out, std::span<const ColumnId> order) {
    const std::size_t most = most_parents(from.structures);
    // Without its super-parent a member of aode would be naive Bayes.
    const std::size_t fewest = averages_networks(plan.options.structure) ? most : 0;
    const LeaveOneOut rows({from.columns, sums, from.structures, plan.options.class_prior, left_out,
                            plan.options.smoothing, plan.options.stop});
    const std::vector<double> strengths = strengths_to_compare(plan, rows);
    Choice best;
    for (std::size_t parents = fewest; parents <= most; ++parents) {
        const std::vector<double> losses =
            rows.losses_of_prefixes(order, parents, plan.options.structure.selection()->loss,
                                    strengths, plan.options.threads);
        for (std::size_t features = 0; features < losses.size(); ++features) {
            const Choice choice{features, parents, losses[features]};
            if (choice.loss < best.loss ||
                (choice.loss == best.loss && choice.features < best.features))
                best = choice;
        }
    }
    return best;
}

std::string remark_on(const Choice& best, std::size_t of_features, Selection::Loss loss) {
    return std::to_string(best.features) + " of " + std::to_string(of_features) +
           " features are kept, with at most " + std::to_string(best.parents) +
           (best.parents == 1 ? " parent" : " parents") +
           " each besides the class; leave-one-out " +
           (loss == Selection::Loss::error ? "error " : "log loss ") + to_text(best.loss, 4);
}

}  // namespace

void leave_parents_within_memory(const FitPlan& plan, double kept, Chosen& from, Remarks& remarks) {
    if (!plan.options.structure.selection()) return;
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
                std::span<const DistinctRows::Row> rows, Remarks& remarks) {
    const std::optional<Selection>& selection = plan.options.structure.selection();
    if (!selection) return from;
    const std::vector<ColumnId> order = most_telling_first(from.columns, sums);
    const Choice best = best_choice(plan, from, sums, rows, order);
    remarks.add(remark_on(best, order.size(), selection->loss));
    Columns columns = from.columns;
    columns.features.assign(order.begin(),
                            order.begin() + static_cast<std::ptrdiff_t>(best.features));
    std::ranges::sort(columns.features);
    const std::vector<ModelStructure> anew =
        decide_structure(plan.options.structure, columns, sums);
    return {columns, restricted(anew, columns, best.parents)};
}

}  // namespace pgm::learners::detail
