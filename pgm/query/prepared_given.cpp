#include <pgm/query/prepared_given.hpp>

#include <pgm/core/detail/stopwatch.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/detail/jeffrey_rule.hpp>
#include <pgm/query/detail/translation.hpp>

#include <utility>

namespace pgm {

using namespace detail;

namespace {

/// The given with likelihoods in place of imposed posteriors.
Given fitted(const SolverView& solver, const Given& given, Workspace& workspace) {
    return with_fitted_likelihoods(
        given, solver.network(), [&](std::span<const VariableId> targets, const Given& some) {
            return PreparedGiven(solver, some, workspace).marginals(targets, workspace);
        });
}

const Given& valid(const Given& given, const BayesianNetwork& network) {
    validate(given, network);
    return given;
}

}  // namespace

PreparedGiven::PreparedGiven(const SolverView& solver, const Given& given, Workspace& workspace)
    : PreparedGiven(solver, valid(given, solver.network()), nullptr, workspace) {}

PreparedGiven::PreparedGiven(const SolverView& solver, const Given& given, const Expression* event,
                             Workspace& workspace)
    : original_(solver) {
    AuxiliaryNodes auxiliary(solver.network());
    if (event) event_ = auxiliary.condition_for(*event);
    Translation translation = given.posteriors.empty()
                                  ? translate(given, auxiliary)
                                  : translate(fitted(solver, given, workspace), auxiliary);
    contradictory_ = translation.contradictory;
    if (contradictory_) return;
    evidence_ = std::move(translation.evidence);
    fixed_ = std::move(translation.fixed);
    if (auxiliary.empty()) return;
    const Stopwatch watch(compile_seconds_);
    extended_ =
        solver.extended([&](const BayesianNetwork& network) { return auxiliary.extend(network); });
}

const Posterior& PreparedGiven::marginals(std::span<const VariableId> targets,
                                          Workspace& workspace) const {
    if (contradictory_)
        return workspace.keep(PosteriorBuilder(original_.network(), targets).build(-infinity));
    return solver().marginals(targets, evidence_, workspace);
}

double PreparedGiven::log_evidence(Workspace& workspace) const {
    return contradictory_ ? -infinity : solver().log_evidence(evidence_, workspace);
}

}  // namespace pgm
