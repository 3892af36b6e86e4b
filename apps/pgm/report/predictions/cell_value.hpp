#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <string>

namespace pgm::apps {

/// A cell of CSV that is copied from the data, with all digits.
std::string copied_cell(const Column& column, std::size_t row);

/// The value of a known or missing value, for JSON; `known` is the variable of that name in the
/// model, or null. In a block of rows a column of numbers is one of texts if some cell is a word;
/// the others are numbers all the same.
Value cell_value(const Variable* known, const Column& column, std::size_t row);

}  // namespace pgm::apps
