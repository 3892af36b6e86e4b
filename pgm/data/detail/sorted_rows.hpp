#pragma once

#include <pgm/data/column.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// The rows of a block in the order of their configurations of some discrete columns; within one,
/// in the order of the data. A row that is without one of them, or one of some numbers, is left
/// out.
class SortedRows {
public:
    struct Run {
        std::size_t configuration;
        std::span<const std::uint32_t> rows;  ///< counted from the first of the block
    };

    /// `configurations` is the product of the cardinalities of `discrete`.
    void sort(std::span<const Column* const> discrete, std::span<const RealCells* const> numbers,
              std::size_t configurations, std::size_t first, std::size_t rows);

    /// The runs until the next sort(); each configuration at most once.
    const std::vector<Run>& runs() const { return runs_; }

private:
    void append(const Column& column, std::size_t first);
    void leave_out_missing(const double* cells);
    void sort_by_counting(std::size_t configurations);
    void sort_by_comparing();

    std::vector<std::uint32_t> configurations_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> starts_;
    std::vector<Run> runs_;
};

}  // namespace pgm::detail
