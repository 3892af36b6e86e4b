#include <learners/em/structural_em.hpp>

#include <learners/em/detail/em_run.hpp>
#include <learners/em/detail/m_step.hpp>
#include <learners/families/detail/information_criteria.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::learners {

using namespace detail;

namespace {

/// Expected BIC under a network. A family that is too large is never chosen.
class ExpectedBic final : public DecomposableScore {
public:
    ExpectedBic(const EmModel& model, const BayesianNetwork& network)
        : model_(model), network_(network) {}

    std::size_t variables() const override { return network_.size(); }

    double family(VariableId child, std::span<const VariableId> parents) const override {
        Family family{ColumnId(child.index()), {}};
        for (const VariableId parent : parents) family.parents.emplace_back(parent.index());
        try {
            const FamilyCounts expected = counts(family);
            const auto parameters =
                static_cast<double>(expected.configurations() * (expected.states() - 1));
            return bic(log_likelihood(expected), parameters, model_.columns.weight().value());
        } catch (const TooLargeError&) {
            return -infinity;
        }
    }

    FamilyCounts counts(const Family& family) const {
        return expected_counts(model_.table, model_.rows.factors, network_, family,
                               model_.plan.options.limits);
    }

private:
    const EmModel& model_;
    const BayesianNetwork& network_;
};

bool same_arcs(const Dag& a, const Dag& b) {
    std::vector<Arc> of_a = a.arcs(), of_b = b.arcs();
    std::ranges::sort(of_a);
    std::ranges::sort(of_b);
    return of_a == of_b;
}

double bic_of(const EmModel& model, const EmRunResult& run) {
    return bic(run.report.data_log_likelihood, static_cast<double>(parameter_count(run.network)),
               model.columns.weight().value());
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
        Sums::from_parts(model.rows.known.schema(), model.rows.known.rows(),
                         model.rows.known.weight(), std::move(counts), {}, model.rows.limits),
        ignored);
}

}  // namespace

StructuralEmResult structural_em(const Dataset& data, const Fit& options,
                                 const StructureSearch& search, const StructuralEmOptions& rounds,
                                 const SearchControl& control) {
    EmModel model = make_em_model(data, std::nullopt, options);
    require_discrete(model);
    EmRunResult now = run_em(model, options.em, control);
    StructuralEmResult result{now.network, now.report, {bic_of(model, now)}};
    result.partial = now.report.partial;
    for (std::size_t round = 0; round < rounds.rounds && !result.partial; ++round) {
        const ExpectedBic score(model, result.network);
        const Dag dag = search(CachedScore(score));
        if (dag.size() != score.variables())
            throw ArgumentError("the search gave a graph over " + std::to_string(dag.size()) +
                                " variables, not " + std::to_string(score.variables()));
        result.converged = same_arcs(dag, result.network.dag());
        if (result.converged) break;
        Fit next_options = options;
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
