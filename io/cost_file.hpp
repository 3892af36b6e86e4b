#pragma once

#include <pgm/core/limits.hpp>

#include <functional>
#include <map>
#include <string>

namespace pgm::io {

/// Reads what seeing each variable costs from CSV, in units of utility or loss: a header, then a
/// line for each variable.
///
///     variable,cost
///     xray,5
///
/// Throws IoError, and ParseError with line and column for a line that has not two cells, a cost
/// that is no number and a variable that is there twice.
std::map<std::string, double, std::less<>> read_costs(const std::string& path,
                                                      const Limits& limits = {});

}  // namespace pgm::io
