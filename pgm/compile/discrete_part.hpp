#pragma once

#include <pgm/model/network.hpp>
#include <pgm/table/table.hpp>

#include <cstddef>
#include <vector>

namespace pgm {

/// Continuous variables whose density, given the discrete parents of all of them, is a likelihood
/// of one discrete variable: of the parent, where there is one alone, otherwise of a variable made
/// for it, whose states are the parents' configurations.
struct DensityGroup {
    std::vector<VariableId> members;  ///< linear Gaussian ones first; parents before children
    std::size_t gaussians = 0;        ///< so many of them
    Scope parents;                    ///< the discrete ones
    VariableId carrier;

    /// The row of a member's distribution in a configuration of `parents`, a cell of theirs.
    std::size_t row_of(const Cpd& member, std::size_t configuration) const;
};

/// A network whose continuous variables have become likelihoods.
struct DiscretePart {
    /// The variables of the original, with the same numbers, and the carriers that were made. In
    /// place of a continuous variable there is one of a single state, alone.
    BayesianNetwork network;
    std::vector<DensityGroup> groups;
};

/// What becomes of numbers that are linear functions of others, without noise: they have no
/// density, and those who print programs of densities cannot have them.
enum class NoiselessNumbers : bool { refused, allowed };

/// Throws ModelError for distributions that have no finite form in a program, with the variable:
/// functions, thresholds of numbers, and linear functions without noise where they are refused; and
/// for numbers that depend on too many configurations of discrete variables.
DiscretePart make_discrete_part(const BayesianNetwork& network,
                                NoiselessNumbers noiseless = NoiselessNumbers::refused);

}  // namespace pgm
