#pragma once

#include <pgm/model/network.hpp>

#include <optional>

namespace pgm::detail {

/// The network that the engine works on in place of one with discrete distributions that are no
/// tables: each is replaced by its tables (DiscreteCpd::tables()).
///
/// Ids are those of the original; the hidden variables that the tables introduce follow the last
/// one. With them summed out the joint distribution is that of the original, so they are never
/// asked for, never observed, and are summed out before anything is maximised. Nothing where all
/// discrete distributions are tables already.
std::optional<BayesianNetwork> expanded_network(const BayesianNetwork& network);

}  // namespace pgm::detail
