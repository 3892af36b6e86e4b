#pragma once

#include <pgm/compile/detail/c_text.hpp>
#include <pgm/compile/discrete_part.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pgm::detail {

/// The function of C that multiplies the likelihoods of a carrier's states by the densities of a
/// group, divided by the largest of them:
///
///     static double NAME(const double *feature, double *l, int first);
///
/// `l` has the likelihoods of all variables, `first` is the place of the carrier's. It answers the
/// logarithm of the largest, and minus the largest number where a feature is infinite and where all
/// densities are 0.
struct CDensity {
    std::string name;                ///< of the function
    const BayesianNetwork& network;  ///< with the densities
    const DensityGroup& group;
    std::span<const StateId> states;   ///< of the carrier: those that can occur
    std::vector<std::size_t> parents;  ///< by state: the places of the states it stands for
    std::vector<std::size_t> feature;  ///< its number, by member
    std::vector<std::string>
        replacement;  ///< by member: what is taken where it is not known, or ""
};

std::string print(const CDensity& density, const CStyle& style);

/// Functions that those of several groups call.
struct DensityNeeds {
    std::size_t normals = 0;  ///< the largest number of normal variables in a group
    std::size_t unknown = 1;  ///< the largest number of them that may have to be integrated out
    bool has_gaussian_kernels = false, has_tophat_kernels = false;

    void add(const BayesianNetwork& network, const DensityGroup& group);
    std::string print(const CStyle& style) const;
};

}  // namespace pgm::detail
