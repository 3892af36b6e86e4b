#pragma once

#include <pgm/inference/engine.hpp>

#include <vector>

namespace pgm {

/// The derivatives of P(e) by the evidence and by the parameters, also where these are zero: the
/// effect on P(e) of another finding, or of another number in a table.
///
/// With an indicator lambda_x for every state and a parameter theta_x|u for every cell of a table,
///
///     P(e) = sum over all assignments of the product of their theta_x|u and lambda_x
///
/// is linear in each of them (Darwiche 2003, "A differential approach to inference in Bayesian
/// networks"); a finding sets the lambda of its variable, which are 1 otherwise. Therefore
///
///     dP(e) / dlambda_x    = P(x, e without the finding on X)
///     dP(e) / dtheta_x|u   = P(x, u, e) / theta_x|u where the parameter is not 0
///
/// The first are the fast retractions of Jensen (1995, "Cautious propagation in Bayesian
/// networks"), all from one run; the second are what gradients and sensitivity analyses are made
/// of. A posterior (engine.hpp) is parameter times derivative and determines neither where its
/// state or cell has the probability 0.
///
/// All are natural logarithms, -inf for 0, so that no P(e) is too small for them. They are defined
/// for impossible evidence, too: a finding whose retraction alone makes it possible shows.
struct EvidenceDerivatives {
    double log_evidence = 0;  ///< log P(e)

    /// log dP(e)/dlambda_x, by variable and state. A likelihood is a finding; a variable that was
    /// set by do() has the state that it was set to, and no other, whatever its finding.
    std::vector<std::vector<double>> log_by_state;

    /// log dP(e)/dtheta_x|u, by variable and cell of its TableCpd; empty for another distribution.
    /// P(e) does not depend on the table of a variable that was set by do(): -inf.
    std::vector<std::vector<double>> log_by_cell;

    /// P(X | e without the finding on X); all 0 where that is impossible. Throws ArgumentError for
    /// a variable that is none of the network's.
    std::vector<double> retracted_posterior(VariableId variable) const;
};

/// All derivatives from one run forward and one backward on tables with all of their states: about
/// the time that InferenceEngine::marginals() takes when it is asked first, compiling included each
/// time. Where doubles lose precision the run is repeated in numbers of extended range, which takes
/// twenty times as long.
///
/// Throws ArgumentError for a mixture and for a network with continuous variables, EvidenceError
/// for findings that do not fit the network, TooLargeError as the engine does.
EvidenceDerivatives evidence_derivatives(const InferenceEngine& engine,
                                         const Evidence& evidence = {});

}  // namespace pgm
