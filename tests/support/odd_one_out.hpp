#pragma once

#include <pgm/model/network.hpp>

namespace pgm::tests {

/// A, C and B are 0 unless made 1; Out is 1 where A and B differ or C is 0, else 0. With all three
/// made 1, Out=1 is impossible; it is possible where any one of them is not made, and impossible
/// again where A and B are not.
BayesianNetwork odd_one_out();

}  // namespace pgm::tests
