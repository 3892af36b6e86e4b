#pragma once

#include <pgm/core/error.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/inference/workspace.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

#include <concepts>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace pgm {

/// A copy of a network with some variables added after its own, whose parents are among them.
using NetworkExtension = std::function<BayesianNetwork(const BayesianNetwork&)>;

/// An algorithm that answers questions about a network, exactly or not. InferenceEngine is one;
/// docs/adding-an-inference-algorithm.md adds another.
///
///     network()                                  the variables that questions are about
///     marginals(targets, evidence, workspace)    P(X | e) of each target, and log P(e)
///     extended(extension)                        the same algorithm for an extended network
///
/// and where it has them, with the meaning that they have for InferenceEngine,
///
///     joint(targets, evidence, workspace)
///     most_probable_assignment(targets, evidence, workspace)
///     most_probable_explanation(evidence, workspace)
///     log_evidence(evidence, workspace)
///     continuous_marginal(target, evidence, workspace)
///     moments(targets, evidence, workspace)
///
/// With marginals() alone a solver answers P(A=a | ...) for any event, P(A | ...) of one variable
/// and minimal_conflict(). The others it refuses by name.
template <class S>
concept Solver = requires(const S& solver, std::span<const VariableId> targets,
                          const Evidence& evidence, Workspace& workspace,
                          const NetworkExtension& extension) {
    { solver.network() } -> std::convertible_to<const BayesianNetwork&>;
    { solver.marginals(targets, evidence, workspace) } -> std::convertible_to<const Posterior&>;
    solver.extended(extension);
};

class ExtendedSolver;

/// A reference to a solver of any type, which answer() and the commands of the program take. The
/// solver must outlive it.
class SolverView {
public:
    using Targets = std::span<const VariableId>;

    template <Solver S>
    SolverView(const S& solver) : solver_(&solver), operations_(&operations_of<S>) {}

    const BayesianNetwork& network() const { return operations_->network(solver_); }
    /// The answer is good until the workspace is used again.
    const Posterior& marginals(Targets targets, const Evidence& evidence,
                               Workspace& workspace) const {
        return operations_->marginals(solver_, targets, evidence, workspace);
    }
    /// These throw ArgumentError where the solver has no such answer.
    JointPosterior joint(Targets targets, const Evidence& evidence, Workspace& workspace) const {
        return operations_->joint(solver_, targets, evidence, workspace);
    }
    Explanation most_probable_assignment(Targets targets, const Evidence& evidence,
                                         Workspace& workspace) const {
        return operations_->assignment(solver_, targets, evidence, workspace);
    }
    Explanation most_probable_explanation(const Evidence& evidence, Workspace& workspace) const {
        return operations_->explanation(solver_, evidence, workspace);
    }
    double log_evidence(const Evidence& evidence, Workspace& workspace) const {
        return operations_->log_evidence(solver_, evidence, workspace);
    }
    ContinuousPosterior continuous_marginal(VariableId target, const Evidence& evidence,
                                            Workspace& workspace) const {
        return operations_->continuous_marginal(solver_, target, evidence, workspace);
    }
    ContinuousMoments moments(Targets targets, const Evidence& evidence,
                              Workspace& workspace) const {
        return operations_->moments(solver_, targets, evidence, workspace);
    }
    ExtendedSolver extended(const NetworkExtension& extension) const;
    /// True for an engine that finds most probable assignments in the joint table of the variables
    /// asked for, to which every added variable is a burden.
    bool is_mixture() const { return operations_->is_mixture(solver_); }

private:
    struct Operations {
        const BayesianNetwork& (*network)(const void*);
        const Posterior& (*marginals)(const void*, Targets, const Evidence&, Workspace&);
        JointPosterior (*joint)(const void*, Targets, const Evidence&, Workspace&);
        Explanation (*assignment)(const void*, Targets, const Evidence&, Workspace&);
        Explanation (*explanation)(const void*, const Evidence&, Workspace&);
        double (*log_evidence)(const void*, const Evidence&, Workspace&);
        ContinuousPosterior (*continuous_marginal)(const void*, VariableId, const Evidence&,
                                                   Workspace&);
        ContinuousMoments (*moments)(const void*, Targets, const Evidence&, Workspace&);
        ExtendedSolver (*extended)(const void*, const NetworkExtension&);
        bool (*is_mixture)(const void*);
    };

    [[noreturn]] static void refuse(const char* what) {
        throw ArgumentError(std::string("this algorithm does not answer with ") + what,
                            "InferenceEngine answers every question");
    }

    template <class S>
    static const Posterior& marginals_of(const void* solver, Targets targets,
                                         const Evidence& evidence, Workspace& workspace) {
        decltype(auto) posterior =
            static_cast<const S*>(solver)->marginals(targets, evidence, workspace);
        if constexpr (std::is_reference_v<decltype(posterior)>)
            return posterior;
        else
            return workspace.keep(std::move(posterior));
    }

    template <class S>
    static JointPosterior joint_of(const void* solver, Targets targets, const Evidence& evidence,
                                   Workspace& workspace) {
        const S& of_type = *static_cast<const S*>(solver);
        if constexpr (requires { of_type.joint(targets, evidence, workspace); })
            return of_type.joint(targets, evidence, workspace);
        else if (targets.size() == 1)
            return joint_of_one(marginals_of<S>(solver, targets, evidence, workspace));
        else
            refuse("the joint distribution of several variables");
    }

    template <class S>
    static Explanation assignment_of(const void* solver, Targets targets, const Evidence& evidence,
                                     Workspace& workspace) {
        const S& of_type = *static_cast<const S*>(solver);
        if constexpr (requires { of_type.most_probable_assignment(targets, evidence, workspace); })
            return of_type.most_probable_assignment(targets, evidence, workspace);
        else
            refuse("the most probable assignment of some variables");
    }

    template <class S>
    static Explanation explanation_of(const void* solver, const Evidence& evidence,
                                      Workspace& workspace) {
        const S& of_type = *static_cast<const S*>(solver);
        if constexpr (requires { of_type.most_probable_explanation(evidence, workspace); })
            return of_type.most_probable_explanation(evidence, workspace);
        else
            refuse("the most probable assignment of all variables");
    }

    template <class S>
    static double log_evidence_of(const void* solver, const Evidence& evidence,
                                  Workspace& workspace) {
        const S& of_type = *static_cast<const S*>(solver);
        if constexpr (requires { of_type.log_evidence(evidence, workspace); })
            return of_type.log_evidence(evidence, workspace);
        else
            return marginals_of<S>(solver, {}, evidence, workspace).log_evidence();
    }

    template <class S>
    static ContinuousPosterior continuous_marginal_of(const void* solver, VariableId target,
                                                      const Evidence& evidence,
                                                      Workspace& workspace) {
        const S& of_type = *static_cast<const S*>(solver);
        if constexpr (requires { of_type.continuous_marginal(target, evidence, workspace); })
            return of_type.continuous_marginal(target, evidence, workspace);
        else
            refuse("the density of a continuous variable");
    }

    template <class S>
    static ContinuousMoments moments_of(const void* solver, Targets targets,
                                        const Evidence& evidence, Workspace& workspace) {
        const S& of_type = *static_cast<const S*>(solver);
        if constexpr (requires { of_type.moments(targets, evidence, workspace); })
            return of_type.moments(targets, evidence, workspace);
        else
            refuse("the moments of continuous variables");
    }

    template <class S>
    static ExtendedSolver extended_of(const void* solver, const NetworkExtension& extension);

    template <class S>
    static bool is_mixture_of(const void* solver) {
        const S& of_type = *static_cast<const S*>(solver);
        if constexpr (requires { of_type.model().is_mixture(); })
            return of_type.model().is_mixture();
        else
            return false;
    }

    template <class S>
    static constexpr Operations operations_of{[](const void* solver) -> const BayesianNetwork& {
                                                  return static_cast<const S*>(solver)->network();
                                              },
                                              &marginals_of<S>,
                                              &joint_of<S>,
                                              &assignment_of<S>,
                                              &explanation_of<S>,
                                              &log_evidence_of<S>,
                                              &continuous_marginal_of<S>,
                                              &moments_of<S>,
                                              &extended_of<S>,
                                              &is_mixture_of<S>};

    const void* solver_;
    const Operations* operations_;
};

/// A solver of an extended network, made for one question. It keeps the solver alive.
class ExtendedSolver {
public:
    template <Solver S>
    explicit ExtendedSolver(S solver)
        : ExtendedSolver(std::make_shared<const S>(std::move(solver))) {}

    const SolverView& view() const { return view_; }

private:
    template <class S>
    explicit ExtendedSolver(std::shared_ptr<const S> solver) : view_(*solver), owner_(solver) {}

    SolverView view_;
    std::shared_ptr<const void> owner_;
};

inline ExtendedSolver SolverView::extended(const NetworkExtension& extension) const {
    return operations_->extended(solver_, extension);
}

template <class S>
ExtendedSolver SolverView::extended_of(const void* solver, const NetworkExtension& extension) {
    return ExtendedSolver(static_cast<const S*>(solver)->extended(extension));
}

}  // namespace pgm
