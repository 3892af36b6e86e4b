#pragma once

#include <pgm/data/dataset.hpp>

#include <cstddef>

namespace pgm::tests {

/// A table with columns of so many states that a code has one, two or four bytes, and of numbers; a
/// third of all cells missing, and with weights.
Dataset table_of_all_kinds(std::size_t rows);

/// True if columns and tables are equal, cells that are missing too, which == takes for different
/// numbers.
bool are_equal(const Column& a, const Column& b);
bool are_equal(const Dataset& a, const Dataset& b);

}  // namespace pgm::tests
