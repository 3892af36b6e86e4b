#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/network.hpp>

namespace pgm::tests {

/// P(X | parents) by the definition of the noisy-MAX: every combination of what the leak and the
/// parents cause is listed, and its probability counts for the largest of them.
TableCpd table_by_definition(const NoisyMaxCpd& cpd);

/// A copy of the network with the noisy-MAX distributions as tables by definition.
BayesianNetwork with_tables_by_definition(const BayesianNetwork& network);

/// So many variables of 2 to 3 states, the later ones with up to `most_parents` of the earlier ones
/// as parents, every second one with a noisy-MAX. Some links and leaks have zeros.
BayesianNetwork random_noisy_network(std::size_t variables, std::size_t most_parents, Rng& rng);

}  // namespace pgm::tests
