#pragma once

#include <io/scene/scene.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The labels above the columns of a matrix: level where that keeps the matrix small, otherwise
/// slanted, so that columns are as wide as their numbers want and no label is cut.
class ColumnHeads {
public:
    static constexpr double font = 13, gap = 12;  ///< of labels, and beside them

    ColumnHeads(std::vector<std::string> labels, double least_column);

    double column_width() const { return column_width_; }
    double height() const;
    /// How far the last label reaches beyond the last column.
    double overhang() const;
    /// `at` is the middle of the lower edge of the label of a column.
    Mark label(std::size_t column, Point at) const;

private:
    std::vector<std::string> labels_;
    double widest_ = 0;
    double column_width_ = 0;
    bool slanted_ = false;
};

}  // namespace pgm::io::detail
