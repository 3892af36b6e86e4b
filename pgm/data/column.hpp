#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/data/cell_list.hpp>
#include <pgm/model/variable.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace pgm {

/// State numbers, one per row, in the narrowest of three widths that holds every state and the
/// missing mark.
using Codes8 = CellList<std::uint8_t>;
using Codes16 = CellList<std::uint16_t>;
using Codes32 = CellList<std::uint32_t>;
/// The numbers of a continuous column, one per row.
using RealCells = CellList<double>;
/// The cells of a column of either kind.
using ColumnCells = std::variant<Codes8, Codes16, Codes32, RealCells>;

/// The code of a missing cell: all bits one. A column of k states therefore has 8-bit codes while k
/// <= 255.
template <class T>
requires std::is_unsigned_v<T>
inline constexpr T missing_code = std::numeric_limits<T>::max();

/// One column of a table of data: what it measures, and one cell per row.
///
/// The cells of a discrete variable are codes, code i standing for state i of the variable; those
/// of a continuous one are doubles, NaN where missing. A column knows nothing of its neighbours. It
/// is plain data: Dataset checks it once, on the way in.
///
/// Its cells may be a view of an array that the caller owns (cell_list.hpp). A missing cell is then
/// marked in the array as it is here: NaN is the mark of numpy, too, and the codes of a pandas
/// categorical have -1, all bits one, in codes of 8, 16 or 32 bits. Codes may be wider than the
/// states need. An array that marks missing cells by a bitmap beside it can be viewed where it has
/// none.
///
///     std::span<const double> height = ...;  // of an Arrow or numpy array
///     Column column = continuous_column("height", RealCells::view(height));
///
/// Asking cell by cell is for people and tests; whatever runs over many rows visits `cells` once
/// and loops over the array inside.
struct Column {
    Variable variable;
    ColumnCells cells;

    const std::string& name() const { return variable.name(); }
    std::size_t rows() const;
    bool is_discrete() const { return !std::holds_alternative<RealCells>(cells); }
    bool is_missing(std::size_t row) const;
    std::size_t missing_cells() const;

    /// The state in that row, or nothing where it is missing or the column is continuous.
    std::optional<StateId> state(std::size_t row) const;
    /// The number in that row, NaN where it is missing or the column is discrete.
    double value(std::size_t row) const;

    friend bool operator==(const Column&, const Column&) = default;
};

/// Calls `body` with the vector of codes of a discrete column; does nothing for a continuous one.
template <class Body>
void visit_codes(const Column& column, Body&& body) {
    std::visit(
        [&](const auto& cells) {
            if constexpr (!std::is_same_v<std::decay_t<decltype(cells)>, RealCells>) body(cells);
        },
        column.cells);
}

/// A discrete column from state numbers; `std::nullopt` is a missing cell. Throws ArgumentError for
/// a number that is no state.
Column discrete_column(Variable variable, std::span<const std::optional<StateId>> states);

/// A discrete column from state names, as one writes them in tests and examples: an empty text is a
/// missing cell. The states are those of the variable; a name that is none of them throws
/// EvidenceError with a suggestion.
Column discrete_column(Variable variable, std::span<const std::string_view> states);

/// A discrete column whose states are the different texts that occur, in their canonical order
/// (sort_states()).
Column text_column(std::string name, std::span<const std::string_view> cells);

/// A continuous column; NaN is a missing cell.
Column continuous_column(std::string name, RealCells values);

/// The order that inferred states get, which depends on neither the order of the rows nor the
/// machine: by value when every text is a number (equal values by their bytes), else by their
/// bytes.
void sort_states(std::vector<std::string>& states);

/// The codes of a column with that many states, `rows` cells, all missing: of the width the states
/// need.
ColumnCells missing_codes(std::size_t states, std::size_t rows);

}  // namespace pgm
