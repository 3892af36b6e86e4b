#pragma once

#include <pgm/model/network.hpp>

#include <optional>

namespace pgm::detail {

/// The network that the engine works on in place of one with discrete distributions that are no
/// tables: each is replaced by its tables (DiscreteCpd::tables()).
///
///     P(x_1, ..., x_n) = sum over h of the product of the tables of x_1, ..., x_n, h_1, ..., h_m
///
/// Ids are those of the original; the hidden variables h that the tables introduce follow the last
/// one. They are never asked for, never observed, and are summed out before anything is maximised:
/// the most probable explanation of the original is a marginal MAP assignment here.
///
/// Relevance, arc consistency and elimination orders find by themselves what noisy-MAX
/// distributions are known for: an absent X makes all its hidden variables absent, which leaves a
/// factor for each parent alone; a barren one disappears with them.
///
/// Returns nothing where all discrete distributions are tables already.
std::optional<BayesianNetwork> expanded_network(const BayesianNetwork& network);

}  // namespace pgm::detail
