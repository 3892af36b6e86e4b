#pragma once

#include <pgm/data/dataset.hpp>

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace pgm::io::detail {

/// A table in memory that gets rows after rows of the same columns.
class GrowingTable {
public:
    explicit GrowingTable(std::span<const Variable> schema);

    /// Copies the cells.
    void add(const Dataset& rows);
    /// The table; at most one column is in memory twice at a time.
    Dataset take() &&;

private:
    using Cells = std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>,
                               std::vector<std::uint32_t>, std::vector<double>>;

    std::vector<Variable> schema_;
    std::vector<Cells> cells_;  ///< by column
    std::vector<double> weights_;
};

}  // namespace pgm::io::detail
