#pragma once

#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>
#include <tests/support/fraction.hpp>

#include <span>
#include <vector>

namespace pgm::tests {

/// The second engine, against which every other one is held: obviously correct, never fast.
///
/// It walks through all assignments of all variables and adds up their probabilities without any
/// rounding. Every double of a table or a likelihood is taken as the fraction with a power of two
/// below that it is, so the answers are those of the very numbers the engine gets. Rows whose
/// doubles add up to 1 + 1e-16 are taken as they are: answers of a correct engine may differ by
/// such amounts.
///
/// Good for a dozen variables; time is proportional to the number of assignments that agree with
/// the evidence.
struct ExactAnswer {
    /// P(e); with likelihoods their expectation; after do() in the mutilated network.
    Fraction evidence_probability;
    std::vector<std::vector<Fraction>> joint;  ///< P(X_i, e), by variable id; empty when impossible
    Fraction best_probability;                 ///< max over complete assignments x of P(x, e)

    bool impossible() const { return evidence_probability == 0; }
};

ExactAnswer exact_answer(const BayesianNetwork& network, const Evidence& evidence);

/// P(targets, e), one number per joint assignment of the targets, the last target fastest. Not
/// divided by P(e).
std::vector<Fraction> exact_joint(const BayesianNetwork& network,
                                  std::span<const VariableId> targets, const Evidence& evidence);

/// P(x, e) of one complete assignment.
Fraction exact_probability(const BayesianNetwork& network, std::span<const StateId> states,
                           const Evidence& evidence);

}  // namespace pgm::tests
