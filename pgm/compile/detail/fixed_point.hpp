#pragma once

#include <pgm/compile/image.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

// The arithmetic of programs without floating point, Q15: cells of 16 bits, where 32768 stands for
// 1, and a power of two for each table, so that products and sums lose the lowest bits alone.

/// Numbers with one power of two for all: cells[i] * 2^exponent. The largest cell has all 16 bits.
struct FixedTable {
    std::vector<std::uint16_t> cells;
    int exponent = 0;
};

/// The table that is nearest to these numbers; what is positive stays so.
FixedTable fixed_table(std::span<const double> numbers);

/// The largest error of a posterior, over random rows of the network of which each variable is
/// seen or not: the image is run with cells of 16 bits as printed C does, and with doubles.
double fixed_point_error(const Image& image, const BayesianNetwork& network, std::size_t rows);

}  // namespace pgm::detail
