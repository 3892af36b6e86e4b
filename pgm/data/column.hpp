#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/model/variable.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace pgm {

/// The cells of one column: so many codes or numbers, a number that is fixed when the list is made.
/// A list owns its cells, or it is a view of cells that the caller owns.
///
/// It differs from std::vector in what it leaves out, room to grow, and in where few cells lie: up
/// to 16 bytes of them in the list itself. A table of millions of columns and two rows then asks
/// for no memory per column. As with short strings, a list that is moved may take its cells to
/// another address.
///
/// A view (of an Arrow or numpy array) refers to contiguous cells without a copy, and so does a
/// copy of it: like std::span, all of them are valid while the caller keeps the array as it is. A
/// view is never written to: access that is not const gives the list cells of its own first.
template <class T>
class CellList {
    static_assert(std::is_arithmetic_v<T>);

public:
    using value_type = T;

    CellList() = default;
    explicit CellList(std::size_t size, T value = T{}) : CellList(Uninitialised{}, size) {
        std::fill_n(data(), size, value);
    }
    CellList(std::initializer_list<T> cells) : CellList(Uninitialised{}, cells.size()) {
        std::ranges::copy(cells, data());
    }
    /// Numbers of a continuous column, as a program gives them.
    CellList(const std::vector<T>& cells) : CellList(cells.data(), cells.size()) {}
    CellList(const T* cells, std::size_t size) : CellList(Uninitialised{}, size) {
        std::copy_n(cells, size, data());
    }
    /// Refers to these cells; see above for how long they must live.
    static CellList view(std::span<const T> cells) {
        CellList list;
        list.size_ = cells.size() | view_bit;
        list.cells_.far = cells.data();
        return list;
    }
    /// Takes over an array of at least that size.
    CellList(std::unique_ptr<T[]> cells, std::size_t size) : size_(size) {
        if (is_far())
            cells_.far = cells.release();
        else
            std::copy_n(cells.get(), size, cells_.near.data());
    }
    CellList(const CellList& other)
        : CellList(other.is_view() ? view(other) : CellList(other.data(), other.size())) {}
    CellList(CellList&& other) noexcept { take(other); }
    CellList& operator=(CellList other) noexcept {
        release();
        take(other);
        return *this;
    }
    ~CellList() { release(); }

    std::size_t size() const { return size_ & ~view_bit; }
    bool empty() const { return size() == 0; }
    bool is_view() const { return (size_ & view_bit) != 0; }
    T* data() {
        if (is_view()) *this = CellList(cells_.far, size());
        return const_cast<T*>(std::as_const(*this).data());
    }
    const T* data() const { return is_far() ? cells_.far : cells_.near.data(); }
    T* begin() { return data(); }
    T* end() { return data() + size(); }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size(); }
    T& operator[](std::size_t i) { return data()[i]; }
    const T& operator[](std::size_t i) const { return data()[i]; }

    friend bool operator==(const CellList& a, const CellList& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    static constexpr std::size_t most_near = 16 / sizeof(T);
    static constexpr std::size_t view_bit = ~(~std::size_t{0} >> 1);
    struct Uninitialised {};
    /// `far` points to the cells of a view, and to those of a list that has too many for `near`.
    union Cells {
        std::array<T, most_near> near{};
        const T* far;
    };

    CellList(Uninitialised, std::size_t size) : size_(size) {
        if (is_far()) cells_.far = std::make_unique_for_overwrite<T[]>(size).release();
    }
    /// The highest bit of a view makes its size larger than any.
    bool is_far() const { return size_ > most_near; }
    /// Leaves no cells.
    void release() {
        if (is_far() && !is_view()) std::unique_ptr<const T[]>(cells_.far).reset();
        size_ = 0;
    }
    /// Takes the cells of the other; this list has none.
    void take(CellList& other) {
        size_ = std::exchange(other.size_, 0);
        cells_ = other.cells_;
    }

    std::size_t size_ = 0;  ///< with view_bit
    Cells cells_ = {};
};

/// State numbers, one per row, in the narrowest of three widths that holds every state and the
/// missing mark.
using Codes8 = CellList<std::uint8_t>;
using Codes16 = CellList<std::uint16_t>;
using Codes32 = CellList<std::uint32_t>;
/// The numbers of a continuous column, one per row.
using RealCells = CellList<double>;
/// The cells of a column of either kind.
using ColumnCells = std::variant<Codes8, Codes16, Codes32, RealCells>;

/// The code of a missing value: all bits one. A column of k states therefore has 8-bit codes while
/// k <= 255.
template <class T>
requires std::is_unsigned_v<T>
inline constexpr T missing_code = std::numeric_limits<T>::max();

/// One column of a data set: what it measures, and one cell per row.
///
/// The cells of a discrete variable are codes, code i standing for state i of the variable; those
/// of a continuous one are doubles, NaN where missing. A column has no link to others. It is plain
/// data: Dataset checks it once, on the way in.
///
/// Its cells may be a view of an array that the caller owns (cell_list.hpp). A missing value is
/// then marked in the array as it is here: NaN is the mark of numpy, too, and the codes of a pandas
/// categorical have -1, all bits one, in codes of 8, 16 or 32 bits. Codes may be wider than the
/// states need. An array that marks missing values by a bitmap beside it can be viewed where it has
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

    /// The state in that row, or null where it is missing or the column is continuous.
    std::optional<StateId> state(std::size_t row) const;
    /// The number in that row, NaN where it is missing or the column is discrete.
    double value(std::size_t row) const;

    friend bool operator==(const Column&, const Column&) = default;
};

/// Calls `body` with the vector of codes of a discrete column; no call for a continuous one.
template <class Body>
void visit_codes(const Column& column, Body&& body) {
    std::visit(
        [&](const auto& cells) {
            if constexpr (!std::is_same_v<std::decay_t<decltype(cells)>, RealCells>) body(cells);
        },
        column.cells);
}

/// A discrete column from state numbers; `std::nullopt` is a missing value. Throws ArgumentError
/// for a number that is no state.
Column discrete_column(Variable variable, std::span<const std::optional<StateId>> states);

/// A discrete column from state names, as one writes them in tests and examples: an empty text is a
/// missing value. The states are those of the variable; a name that is none of them throws
/// EvidenceError with a suggestion.
Column discrete_column(Variable variable, std::span<const std::string_view> states);

/// A discrete column whose states are the different texts that occur, in their canonical order
/// (sort_states()).
Column text_column(std::string name, std::span<const std::string_view> cells);

/// A continuous column; NaN is a missing value.
Column continuous_column(std::string name, RealCells values);

/// The order that inferred states get, which depends on neither the order of the rows nor the
/// machine: by value when every text is a number (equal values by their bytes), else by their
/// bytes.
void sort_states(std::vector<std::string>& states);

/// The codes of a column with that many states, `rows` cells, all missing: of the width the states
/// need.
ColumnCells missing_codes(std::size_t states, std::size_t rows);

/// The bytes of a cell of a column: of the width its states need, or of a number.
std::size_t bytes_of_cell(const Variable& column);

}  // namespace pgm
