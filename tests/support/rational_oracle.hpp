#pragma once

#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

#include <boost/multiprecision/cpp_int.hpp>
#include <span>
#include <vector>

namespace pgm::tests {

using Rational = boost::multiprecision::cpp_rational;

/// The second engine, against which every other one is held: obviously correct, never fast.
///
/// It walks through all assignments of all variables and adds up their probabilities without any rounding. Every double of a table or a likelihood
/// is taken as the fraction with a power of two below that it is, so the answers are those of the very numbers the engine gets.
/// Rows whose doubles add up to 1 + 1e-16 are taken as they are: answers of a correct engine may differ by such amounts.
///
/// Good for a dozen variables; time is proportional to the number of assignments that agree with the evidence.
struct ExactAnswer {
    Rational evidence_probability;                 ///< P(e); with likelihoods their expectation; after do() in the mutilated network
    std::vector<std::vector<Rational>> marginals;  ///< P(X_i | e), by variable id; empty when impossible
    Rational best_probability;                     ///< max over complete assignments x of P(x, e)

    bool impossible() const { return evidence_probability == 0; }
};

ExactAnswer exact_answer(const BayesianNetwork& network, const Evidence& evidence);

/// P(targets, e), one number per joint assignment of the targets, the last target fastest. Not divided by P(e).
std::vector<Rational> exact_joint(const BayesianNetwork& network, std::span<const VariableId> targets, const Evidence& evidence);

/// P(x, e) of one complete assignment.
Rational exact_probability(const BayesianNetwork& network, std::span<const StateId> states, const Evidence& evidence);

/// The nearest double.
double to_double(const Rational& value);

/// The natural logarithm, to a few units in the last place also where the value is beyond the range of doubles or within 1e-16 of 1; -inf for 0.
double exact_log(const Rational& value);

}  // namespace pgm::tests
