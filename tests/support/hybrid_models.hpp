#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <vector>

namespace pgm::tests {

/// The lecture's one-dimensional example: class a with 3/5 and N(2, 2/3), class b with 2/5 and N(6,
/// 4).
BayesianNetwork diabetes_1d();

/// A small random network of discrete variables (named D0, D1, ...), linear Gaussians (G0, ...)
/// with arcs among them, and kernel densities without children (K0, ...).
BayesianNetwork random_hybrid(Rng& rng);

/// Findings of every kind on some of its variables. No kernel density is intervened upon.
Evidence random_hybrid_evidence(const BayesianNetwork& network, Rng& rng);

/// P(d, e) for every assignment d of the discrete variables, in the order of a Scope over them by
/// id: for each, the multivariate normal density of the measured Gaussians, from the covariance
/// matrix of all of them.
std::vector<double> brute_force_joint(const BayesianNetwork& network, const Evidence& evidence);

}  // namespace pgm::tests
