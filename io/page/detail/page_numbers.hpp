#pragma once

#include <io/page/detail/page_data.hpp>
#include <pgm/compile/discrete_part.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <vector>

namespace pgm::io::detail {

/// The network of a page.
struct PageSource {
    const BayesianNetwork& drawn;
    /// With the distributions: the same, or that of a diagram under a strategy.
    const BayesianNetwork& computed;
    std::span<const VariableId> summands = {};  ///< utilities that the total is the sum of
};

/// The numbers of a group that are no utilities, as data of a page; `place` has the place of every
/// variable there. Throws ModelError for kernels that are not normal.
PageDensities page_densities(const PageSource& source, const DensityGroup& group,
                             std::span<const std::size_t> place);

/// The utilities of a group. Those that follow from others have the sum of theirs.
std::vector<PageUtility> page_utilities(const PageSource& source, const DensityGroup& group,
                                        std::span<const std::size_t> place);

}  // namespace pgm::io::detail
