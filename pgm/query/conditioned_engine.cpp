#include <pgm/query/answer.hpp>

#include <pgm/core/detail/stopwatch.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/detail/jeffrey_rule.hpp>
#include <pgm/query/detail/mechanisms.hpp>
#include <pgm/query/detail/translation.hpp>

#include <algorithm>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

/// The given with likelihoods in place of imposed posteriors.
Given fitted(const Solver& solver, const Given& given, Workspace& workspace) {
    return with_fitted_likelihoods(
        given, solver.network(), [&](std::span<const VariableId> targets, const Given& some) {
            return ConditionedEngine(solver, some, workspace).marginals(targets, workspace);
        });
}

/// Forms that are variables are these where all are, and all of them discrete or all continuous;
/// else each has a continuous variable.
std::vector<VariableId> variables_of(std::span<const LinearForm> forms, AuxiliaryNodes& auxiliary) {
    const auto is_discrete = [&](const LinearForm& form) {
        return auxiliary.original().variable(form.terms.front().variable).is_discrete();
    };
    const bool are_alike = std::ranges::all_of(forms, [&](const LinearForm& form) {
        return form.variable() && is_discrete(form) == is_discrete(forms.front());
    });
    std::vector<VariableId> variables;
    for (const LinearForm& form : forms) {
        const bool is_ready = form.variable() && (are_alike || !is_discrete(form));
        variables.push_back(is_ready ? *form.variable() : auxiliary.variable_for(form));
    }
    return variables;
}

const Given& valid(const Given& given, const BayesianNetwork& network) {
    validate(given, network);
    return given;
}

}  // namespace

ConditionedEngine::ConditionedEngine(const Solver& solver, const Given& given, Workspace& workspace)
    : ConditionedEngine(solver, valid(given, solver.network()), Asked{}, workspace) {}

ConditionedEngine::ConditionedEngine(const Solver& solver, const Given& given, const Asked& asked,
                                     Workspace& workspace)
    : original_(&solver) {
    AuxiliaryNodes auxiliary(solver.network());
    if (asked.event) event_ = auxiliary.condition_for(*asked.event);
    forms_ = variables_of(asked.forms, auxiliary);
    Translation translation = given.posteriors.empty()
                                  ? translate(given, auxiliary)
                                  : translate(fitted(solver, given, workspace), auxiliary);
    contradictory_ = translation.contradictory;
    if (contradictory_) return;
    evidence_ = std::move(translation.evidence);
    fixed_ = std::move(translation.fixed);
    if (auxiliary.empty() && given.mechanisms.empty()) return;
    const ScopedTimer watch(compile_seconds_);
    extended_ = solver.extended([&](const BayesianNetwork& network) {
        return auxiliary.extend(with_mechanisms(network, given.mechanisms));
    });
}

const Posterior& ConditionedEngine::marginals(std::span<const VariableId> targets,
                                              Workspace& workspace) const {
    if (contradictory_)
        return workspace.keep(PosteriorBuilder(original_->network(), targets).build(-infinity));
    return solver().marginals(targets, evidence_, workspace);
}

double ConditionedEngine::log_evidence(Workspace& workspace) const {
    return contradictory_ ? -infinity : solver().log_evidence(evidence_, workspace);
}

}  // namespace pgm
