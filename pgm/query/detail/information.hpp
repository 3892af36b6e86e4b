#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/solver.hpp>
#include <pgm/model/evidence.hpp>

#include <initializer_list>
#include <optional>
#include <span>

namespace pgm::detail {

/// An entropy or mutual information under evidence, and log P(e).
struct InformationFound {
    double nats = 0;
    double log_evidence = 0;
};

/// Entropies of variables under evidence, in nats. With the discrete variables D and the continuous
/// ones C of a set S,
///
///     H(S)  =  H(D) + sum over d of P(d | e) h(C | d, e),
///
/// where h, the differential entropy, of one variable is an integral of its density, and of several
/// ln((2 pi e)^n det(covariance)) / 2 where they are jointly normal (Cover and Thomas 2006,
/// theorem 8.4.1). Conditional entropies and mutual information are differences of these; their
/// discrete parts are sums over one joint table, without cancellation.
///
/// Null where the evidence is impossible. Throws ArgumentError for continuous variables that are
/// known exactly, whose entropy is minus infinity, and for several that are not jointly normal
/// given the discrete variables of the question; TooLargeError as the solver does for the joint
/// table of the discrete variables.
class Information {
public:
    using Variables = std::span<const VariableId>;

    Information(const Solver& solver, const Evidence& evidence, Workspace& workspace)
        : solver_(solver), evidence_(evidence), workspace_(workspace) {}

    /// H(targets | known, e).
    std::optional<InformationFound> entropy(Variables targets, Variables known) const;
    /// I(left; right | known, e).
    std::optional<InformationFound> mutual(Variables left, Variables right, Variables known) const;

private:
    using Sets = std::initializer_list<Variables>;

    /// The sum over d of P(d | e) h(C | d, e) for the variables of all sets; 0 without continuous.
    double differential(Sets sets) const;
    double differential_of(Variables continuous, const Evidence& evidence) const;

    const Solver& solver_;
    const Evidence& evidence_;
    Workspace& workspace_;
};

/// The integral of -p(x) ln p(x), to about ten digits; -infinity where there is a point mass.
double differential_entropy(const ContinuousPosterior& density);

}  // namespace pgm::detail
