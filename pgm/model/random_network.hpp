#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace pgm {

/// What a random network looks like. The defaults give ten binary variables, loosely connected,
/// without zeros.
struct RandomNetworkOptions {
    std::size_t variables = 10;
    /// Most parents of one variable.
    std::size_t max_parents = 3;
    /// How many arcs in all; nothing: every variable draws its number of parents uniformly from 0
    /// ... max_parents.
    std::optional<std::size_t> arcs;
    /// Every variable draws its number of states from this list, uniformly. Constants (1) are
    /// allowed.
    std::vector<std::size_t> cardinalities = {2};
    /// The chance of a cell to be zero; one cell of each row, drawn in advance, stays positive. In
    /// [0, 1].
    double zero_fraction = 0;
    /// The chance of a row to be deterministic: one state certain. In [0, 1].
    double deterministic_fraction = 0;
    /// 1: rows uniform over all distributions, that is Dirichlet(1, ..., 1). Larger: the cells of
    /// such a row to this power, normalised, hence rows nearer to certainty.
    unsigned skew = 1;
    /// Tables beyond these are refused before they are made.
    Limits limits;
};

/// A network drawn from a seed: variables X0, X1, ... with states s0, s1, ..., in an order of
/// declaration that is not an order of the graph.
///
/// Given the number of parents, they are a uniform choice among the variables that come earlier in
/// a uniformly random order. With `arcs`, every way to spread the arcs over the admissible places
/// has the same chance.
///
/// The same seed gives the same network, bit for bit, on every platform: only integers, sums,
/// products and quotients are involved, no logarithm. (Spacings of sorted uniforms are a
/// Dirichlet(1, ..., 1).)
///
/// Throws ArgumentError for options outside their range or more arcs than fit, TooLargeError beyond
/// the limits.
BayesianNetwork random_network(const RandomNetworkOptions& options, std::uint64_t seed);

/// The graph alone; `cardinalities`, the fractions and `skew` are not looked at.
Dag random_dag(const RandomNetworkOptions& options, std::uint64_t seed);

/// The same graph with tables drawn anew over given states: a network on somebody's own graph and
/// variables.
BayesianNetwork random_tables(const Dag& dag, std::vector<Variable> variables,
                              const RandomNetworkOptions& options, std::uint64_t seed);

}  // namespace pgm
