#pragma once

#include <pgm/data/dataset.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>

namespace pgm::tests {

/// Rows drawn from a discrete network; column v is variable v. Of each cell `missing` is the
/// probability that it is not there.
Dataset sampled_data(const BayesianNetwork& network, std::size_t rows, std::uint64_t seed,
                     double missing = 0);

}  // namespace pgm::tests
