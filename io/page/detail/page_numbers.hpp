#pragma once

#include <io/page/detail/page_data.hpp>
#include <pgm/compile/discrete_part.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <vector>

namespace pgm::io::detail {

// `network` has the distributions: that which is `drawn`, or that of a diagram under a strategy.

/// The numbers of a group that are no utilities of the network that is `drawn`, as data of a page;
/// `place` has the place of every variable there. Throws ModelError for kernels that are not
/// normal.
PageDensities page_densities(const BayesianNetwork& network, const BayesianNetwork& drawn,
                             const DensityGroup& group, std::span<const std::size_t> place);

/// The utilities of a group. Those that follow from others have the sum of theirs.
std::vector<PageUtility> page_utilities(const BayesianNetwork& network,
                                        const BayesianNetwork& drawn, const DensityGroup& group,
                                        std::span<const std::size_t> place,
                                        std::span<const VariableId> summands);

}  // namespace pgm::io::detail
