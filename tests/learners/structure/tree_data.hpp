#pragma once

#include <learners/fit/fit.hpp>
#include <pgm/model/structure_graph.hpp>
#include <tests/support/small_data.hpp>

#include <string>

namespace pgm::tests {

/// The factors of the network that is fitted with a structure.
inline std::string product(const Dataset& data, const std::string& structure) {
    return factorisation(learners::fit(data, "y", {.structure = structure}).model().network());
}

/// 16 rows, the same eight in both classes: b is a copy of a, and c agrees with a in six of the
/// eight.
///
///     I(A; B | Y) = log 2
///     I(A; C | Y) = I(B; C | Y) = 3/4 log 3/2 - 1/4 log 2 = 0.1308
///
/// with counts 3 1 / 1 3 of a and c in each class
inline Dataset copy_and_hint() {
    return digits("yabc", {"0000", "0000", "0000", "0001", "0110", "0111", "0111", "0111",  //
                           "1000", "1000", "1000", "1001", "1110", "1111", "1111", "1111"});
}

}  // namespace pgm::tests
