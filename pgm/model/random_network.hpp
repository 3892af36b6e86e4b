#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace pgm {

/// Describes random networks. The defaults give ten loosely connected binary variables and no
/// zeros.
struct RandomNetworkOptions {
    std::size_t variables = 10;
    /// The largest number of parents of one variable.
    std::size_t max_parents = 3;
    /// The number of arcs. Without a value, every variable draws its number of parents uniformly
    /// from 0 to max_parents.
    std::optional<std::size_t> arcs;
    /// Every variable draws its number of states uniformly from this list. 1, a constant, is
    /// allowed.
    std::vector<std::size_t> cardinalities = {2};
    /// The probability that a cell is zero, in [0, 1]. One cell of each row, drawn beforehand,
    /// stays positive.
    double zero_fraction = 0;
    /// The probability that a row gives all its mass to one state, in [0, 1].
    double deterministic_fraction = 0;
    /// With 1, rows are uniform over all distributions: Dirichlet(1, ..., 1). With a larger number
    /// the cells of such a row are raised to this power and normalised, which makes rows more
    /// certain.
    unsigned skew = 1;
    /// Tables beyond these limits are refused before they are allocated.
    Limits limits;
};

/// Draws a network from a seed. The variables are X0, X1, ... with states s0, s1, ...; parents need
/// not be declared before their children.
///
/// A variable's parents are a uniform choice among the variables before it in a uniformly random
/// order. With `arcs`, every distribution of the arcs over the possible parents is equally
/// probable.
///
/// Equal seeds give the same network, bit for bit, on every platform: only integers, sums, products
/// and quotients are used. (Spacings of sorted uniforms are Dirichlet(1, ..., 1).)
///
/// Throws ArgumentError for options outside their range or more arcs than fit, TooLargeError beyond
/// the limits.
BayesianNetwork random_network(const RandomNetworkOptions& options, std::uint64_t seed);

/// Draws the graph alone. `cardinalities`, the fractions and `skew` are not used.
Dag random_dag(const RandomNetworkOptions& options, std::uint64_t seed);

/// Draws tables for a given graph over given variables.
BayesianNetwork random_tables(const Dag& dag, std::vector<Variable> variables,
                              const RandomNetworkOptions& options, std::uint64_t seed);

}  // namespace pgm
