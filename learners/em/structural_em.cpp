#include <learners/em/structural_em.hpp>

#include <learners/em/detail/em_run.hpp>
#include <learners/em/detail/m_step.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

namespace pgm::learners {

using namespace detail;

namespace {

double log_likelihood_of_counts(const FamilyCounts& counts) {
    double sum = 0;
    std::vector<WeightSum> row(counts.states());
    for (std::size_t u = 0; u < counts.configurations(); ++u) {
        counts.copy_row(u, row);
        WeightSum total;
        for (const WeightSum weight : row) total += weight;
        for (const WeightSum weight : row) {
            if (!weight.is_zero()) sum += weight.value() * std::log(weight.value() / total.value());
        }
    }
    return sum;
}

/// Expected BIC under a network.
class ExpectedBic final : public DecomposableScore {
public:
    ExpectedBic(const EmModel& model, const BayesianNetwork& network)
        : model_(model),
          network_(network),
          penalty_(std::log(model.columns.weight().value()) / 2) {}

    std::size_t variables() const override { return network_.size(); }

    double family(VariableId child, std::span<const VariableId> parents) const override {
        const Family family = family_of(child, parents);
        {
            const std::scoped_lock lock(known_guard_);
            if (const auto found = known_.find(family); found != known_.end()) return found->second;
        }
        const double score = scored(family);
        const std::scoped_lock lock(known_guard_);
        known_.emplace(family, score);
        return score;
    }

    FamilyCounts counts(const Family& family) const {
        return expected_counts(model_.table, model_.rows.factors, network_, family,
                               model_.plan.options.limits);
    }

private:
    static Family family_of(VariableId child, std::span<const VariableId> parents) {
        Family family{ColumnId(child.index()), {}};
        for (const VariableId parent : parents) family.parents.emplace_back(parent.index());
        return family;
    }

    /// A family that is too large is never chosen.
    double scored(const Family& family) const {
        try {
            const FamilyCounts counted = counts(family);
            const auto parameters =
                static_cast<double>(counted.configurations() * (counted.states() - 1));
            return log_likelihood_of_counts(counted) - parameters * penalty_;
        } catch (const TooLargeError&) {
            return -infinity;
        }
    }

    const EmModel& model_;
    const BayesianNetwork& network_;
    double penalty_;
    mutable std::mutex known_guard_;
    mutable std::map<Family, double> known_;  ///< under its mutex
};

bool same_arcs(const Dag& a, const Dag& b) {
    std::vector<Arc> of_a = a.arcs(), of_b = b.arcs();
    std::ranges::sort(of_a);
    std::ranges::sort(of_b);
    return of_a == of_b;
}

double bic_of(const EmModel& model, const EmRunResult& run) {
    return run.report.data_log_likelihood - static_cast<double>(parameter_count(run.network)) *
                                                std::log(model.columns.weight().value()) / 2;
}

void require_discrete(const EmModel& model) {
    for (const Variable& variable : model.plan.cut_schema) {
        if (!variable.is_discrete())
            throw ArgumentError("structural EM scores tables, and '" + printable(variable.name()) +
                                    "' is continuous",
                                "cut it (cut:" + printable(variable.name()) + "=...)");
    }
}

/// The parameters that the expected counts give the new structure: where its EM begins.
BayesianNetwork start_of(const EmModel& model, const ExpectedBic& score) {
    std::vector<FamilyCounts> counts;
    for (const FamilyCounts& known : model.rows.known.all_counts())
        counts.push_back(score.counts(known.family()));
    Remarks ignored;
    return maximise(
        model,
        Statistics::from_parts(model.rows.known.schema(), model.rows.known.rows(),
                               model.rows.known.weight(), std::move(counts), {}, model.rows.limits),
        ignored);
}

}  // namespace

StructuralEmResult structural_em(const Dataset& data, const FitOptions& options,
                                 const StructureSearch& search, const StructuralEmOptions& rounds,
                                 const SearchControl& control) {
    EmModel model = make_em_model(data, std::nullopt, options);
    require_discrete(model);
    EmRunResult now = run_em(model, options.em, control);
    StructuralEmResult result{now.network, now.report, {bic_of(model, now)}};
    result.partial = now.report.partial;
    for (std::size_t round = 0; round < rounds.rounds && !result.partial; ++round) {
        const ExpectedBic score(model, result.network);
        const Dag dag = search(score);
        if (dag.size() != score.variables())
            throw ArgumentError("the search gave a graph over " + std::to_string(dag.size()) +
                                " variables, not " + std::to_string(score.variables()));
        result.converged = same_arcs(dag, result.network.dag());
        if (result.converged) break;
        FitOptions next_options = options;
        next_options.structure = UserDefined(dag, model.plan.cut_schema, model.hidden);
        EmModel next = make_em_model(data, std::nullopt, next_options);
        EmRunResult run = run_em_from(next, start_of(next, score), options.em, control);
        const double bic = bic_of(next, run);
        result.partial = run.report.partial;
        result.converged =
            !result.partial && !(bic > result.bic.back() + 1e-9 * std::abs(result.bic.back()));
        if (result.converged || run.report.log_likelihood.empty() || !(bic > result.bic.back()))
            break;
        result.network = std::move(run.network);
        result.report = std::move(run.report);
        result.bic.push_back(bic);
        model = std::move(next);
    }
    return result;
}

}  // namespace pgm::learners
