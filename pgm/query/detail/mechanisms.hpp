#pragma once

#include <pgm/model/network.hpp>

#include <span>

// The distributions that do() puts in the place of those of variables (Given::mechanisms).

namespace pgm::detail {

/// Throws ArgumentError for a mechanism of a variable or state that the network does not have, rows
/// that are no distributions, and a cycle, which is named.
void validate_mechanisms(std::span<const TableCpd> mechanisms, const BayesianNetwork& network);

/// The network in which the variables have these distributions.
BayesianNetwork with_mechanisms(const BayesianNetwork& network,
                                std::span<const TableCpd> mechanisms);

}  // namespace pgm::detail
