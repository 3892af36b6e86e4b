#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <string_view>
#include <vector>

namespace pgm::tests {

/// A table small enough to count by hand: one letter per column names it, one digit per cell is its
/// state, a dot a missing cell.
///
///     digits("yab", {"000", "011", "1.1"}, 2)
///
/// Every column has the states 0, 1, ..., states - 1, whether they occur or not.
Dataset digits(std::string_view names, const std::vector<std::string_view>& rows,
               std::size_t states = 2);

/// P(name | the r-th configuration of its parents), the last parent fastest.
std::vector<double> table_row(const BayesianNetwork& network, std::string_view name,
                              std::size_t r = 0);

/// The same in a classifier of one network.
std::vector<double> table_row(const Classifier& classifier, std::string_view name,
                              std::size_t r = 0);

/// P(class | x) of one row.
std::vector<double> posterior_of(const Classifier& classifier, const Dataset& row);

}  // namespace pgm::tests
