#pragma once

#include <pgm/table/calculation.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace pgm::detail {

/// The cells of a table of a calculation as fractions in lowest terms, "26/100" being "13/50", from
/// the same steps in exact arithmetic. A given number is taken for the decimal that a person would
/// have written for it: 0.1 is 1/10.
///
/// Empty where that is of no use to a reader: a given number has more than six significant digits,
/// or a fraction has a numerator or denominator of more than twelve.
std::vector<std::string> exact_cells(const Calculation& calculation, std::size_t table);

}  // namespace pgm::detail
