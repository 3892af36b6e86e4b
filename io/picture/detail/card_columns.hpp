#pragma once

#include <io/picture/picture.hpp>

#include <string>
#include <vector>

namespace pgm::io::detail {

// The columns of numbers of a card: their digits stand below each other, and signs hang out at the
// left of them.

constexpr double body_font = 11.5, table_font = 10.5, column_gap = 9;

/// The width of what hangs out at the left of the digits: the sign of ">0.999" and "-2.5".
double hanging_width(const std::string& number, double font);

/// The weight of a number beside a bar: bold for the expected utility of the best alternative.
FontWeight weight_of(const NodeCard::Bar& bar, std::string NodeCard::Bar::*number);

/// A column of numbers beside the bars, probabilities or expected utilities: the room for signs
/// that hang out, and for the rest.
struct NumberColumn {
    double hanging = 0;
    double width = 0;

    NumberColumn(const std::vector<NodeCard::Bar>& bars, std::string NodeCard::Bar::*number);

    /// The room with the gap before it; none for a column that is empty.
    double room() const { return width == 0 ? 0 : column_gap + hanging + width; }
};

/// A column of a table: where all of its cells are numbers, their decimal points are below each
/// other; other cells begin in one place. The head is no number.
class TableColumn {
public:
    TableColumn(const NodeCard& card, std::size_t column);

    double width() const { return width_ + column_gap; }
    /// The distance from the left edge to the first character of a cell; negative for signs that
    /// hang out.
    double indent(const std::string& cell) const;

private:
    double whole_ = 0;  ///< the room for digits before the decimal point
    double width_ = 0;
};

std::vector<TableColumn> table_columns(const NodeCard& card);
double table_width(const NodeCard& card);

}  // namespace pgm::io::detail
