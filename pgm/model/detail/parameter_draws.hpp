#pragma once

#include <pgm/model/network.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace pgm::detail {

/// Some of the draws of the parameters of a network. Each is a number: the same seed, network and
/// number give the same parameters, however many others are drawn with them.
struct ParameterDraws {
    std::uint64_t seed = 1;
    std::size_t first = 0, count = 0;
};

/// The network with one variable more, the last one, whose states are the draws: given one of them,
/// the distributions that `is_drawn` marks have its parameters, drawn from what is known of them
/// (BayesianNetwork::row_weights()), and the others their own. A row of a table is drawn from its
/// Dirichlet distribution, one without weight as if each state had been seen once; a row of a
/// linear Gaussian from the normal-inverse-gamma distribution whose mean is the regression, and not
/// at all where it has no more rows than parameters; a row of a threshold from the normal
/// distribution of the inverse information.
BayesianNetwork with_draws(const BayesianNetwork& network, std::span<const char> is_drawn,
                           const ParameterDraws& draws);

/// The network with the parameters of one draw, of all distributions that have weights. It has
/// none itself.
BayesianNetwork drawn_network(const BayesianNetwork& network, std::uint64_t seed,
                              std::size_t number);

/// How many numbers the distributions of one draw have.
std::size_t drawn_numbers(const BayesianNetwork& network, std::span<const char> is_drawn);

}  // namespace pgm::detail
