#include <learners/em/detail/m_step.hpp>

#include <learners/counting/detail/network_estimation.hpp>
#include <learners/estimate/detail/prior_counts.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/inference/engine.hpp>

#include <cmath>
#include <span>

namespace pgm::learners::detail {
namespace {

double sum_of_logs(std::span<const double> cells) {
    double sum = 0;
    for (const double cell : cells) sum += std::log(cell);
    return sum;
}

}  // namespace

BayesianNetwork maximise(const EmModel& model, const Sums& sums, Remarks& remarks,
                         const std::optional<Smoothing>& smoothing) {
    const SufficientStatistics none;
    const FamilySums families(sums);
    if (!smoothing)
        return NetworkEstimator(model.plan, families, none, model.spreads)
            .estimate(model.structure, remarks)
            .network;
    FitPlan plan = model.plan;
    plan.options.smoothing = *smoothing;
    plan.options.empty_rows = EmptyRow::uniform;
    return NetworkEstimator(plan, families, none, model.spreads)
        .estimate(model.structure, remarks)
        .network;
}

double log_prior(const EmModel& model, const BayesianNetwork& network) {
    const Fit& options = model.plan.options;
    std::optional<InferenceEngine> prior;
    const auto of_table = [&](const TableCpd& table, const Family& family) {
        const std::span<const double> cells = table.table().values();
        const auto uniform = [&](double added) {
            return added > 0 ? added * sum_of_logs(cells) : 0.0;
        };
        const auto pseudo_counts = [&](const PriorNetwork& rule) {
            if (!prior) prior.emplace(*options.prior);
            const FamilyCounts counts = FamilySums(model.rows.known).counts(family);
            const std::vector<double> added =
                prior_counts(*prior, rule.sample_size, counts.scope(), model.plan.cut_schema);
            double sum = 0;
            for (std::size_t i = 0; i < added.size(); ++i)
                if (added[i] > 0) sum += added[i] * std::log(cells[i]);
            return sum;
        };
        return std::visit(
            Overloaded{[&](const Laplace& rule) { return uniform(rule.amount); },
                       [&](const Bdeu& rule) {
                           return uniform(rule.sample_size / static_cast<double>(cells.size()));
                       },
                       [&](const PriorNetwork& rule) { return pseudo_counts(rule); },
                       [](const MaximumLikelihood&) { return 0.0; },
                       [](const Floor&) { return 0.0; },
                       [](const TunedBackOff&) { return 0.0; },  // EM refuses both
                       [](const BackOff&) { return 0.0; }},
            options.smoothing);
    };
    double sum = 0;
    for (std::size_t f = 0; f < model.rows.factors.size(); ++f) {
        const Family& family = model.rows.factors[f];
        const bool is_set = family.child == class_column && family.parents.empty() &&
                            !std::holds_alternative<SmoothedPrior>(options.class_prior);
        if (is_set) continue;
        // Other kinds have no prior.
        if (const TableCpd* const table = as_table(network.cpd(VariableId(f))))
            sum += of_table(*table, family);
    }
    return sum;
}

}  // namespace pgm::learners::detail
