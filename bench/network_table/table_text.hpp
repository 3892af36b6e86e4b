#pragma once

#include <string>
#include <vector>

namespace pgm::bench {

using Row = std::vector<std::string>;

/// Three significant digits, and never an exponent: 0.00123, 12.3, 1230.
std::string digits(double value);

/// A table as Markdown, its columns aligned; the first column to the left, the others to the right.
std::string table(const Row& head, const std::vector<Row>& rows);

}  // namespace pgm::bench
