#include <python/src/detail/frame.hpp>

#include <io/table/date_columns.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace pgm::python {
namespace {

/// The kinds of cells of a column of objects.
enum class Kind { missing, number, date, text };

/// Tells missing values, numbers, dates and texts apart. It remembers the last type that was no
/// builtin one, since a column has few of them.
class CellKinds {
public:
    Kind operator()(PyObject* cell) {
        if (cell == nullptr || cell == Py_None) return Kind::missing;
        if (PyUnicode_Check(cell))  // an empty one is a missing value of a file
            return PyUnicode_GetLength(cell) == 0 ? Kind::missing : Kind::text;
        if (PyFloat_Check(cell))
            return std::isnan(PyFloat_AsDouble(cell)) ? Kind::missing : Kind::number;
        if (PyBool_Check(cell)) return Kind::text;
        if (PyLong_Check(cell)) return Kind::number;
        return of_other(cell);
    }

private:
    /// Cells of numpy's and pandas' own types, and whatever else has a text.
    Kind of_other(PyObject* cell) {
        const nb::handle type = nb::handle(cell).type();
        if (!type.is(last_type_)) {
            last_type_ = nb::borrow(type);
            const auto name = nb::cast<std::string>(type.attr("__name__"));
            is_mark_ = marks_missing_cells(name);
            is_date_ = nb::isinstance(nb::handle(cell), date_class_);
            is_number_ = name != "bool" && name != "bool_" &&
                         nb::isinstance(nb::handle(cell), number_class_);
        }
        if (is_mark_) return Kind::missing;
        if (!is_number_) return is_date_ ? Kind::date : Kind::text;
        return std::isnan(number_in(cell)) ? Kind::missing : Kind::number;
    }

public:
    static double number_in(PyObject* cell) {
        const double number = PyFloat_AsDouble(cell);
        if (number == -1.0 && PyErr_Occurred()) throw nb::python_error();
        return number;
    }

private:
    nb::object number_class_ = nb::module_::import_("numbers").attr("Real");
    nb::object date_class_ = nb::module_::import_("datetime").attr("date");
    nb::object last_type_ = nb::none();
    bool is_mark_ = false, is_number_ = false, is_date_ = false;
};

/// The numbers of different texts. Equal texts are often one object, so that is asked first.
class TextNumbers {
public:
    std::int64_t operator()(PyObject* cell, Kind kind) {
        SeenObject& seen = seen_[place_of(cell)];
        if (seen.object == cell) return seen.number;
        // An object that lives as long as the array is not another one later.
        seen = {cell, number_of(cell, kind)};
        return seen.number;
    }

    std::vector<std::string> texts() && { return std::move(different_).texts(); }

private:
    struct SeenObject {
        PyObject* object = nullptr;
        std::int64_t number = 0;
    };
    static constexpr std::size_t place_bits = 12;

    /// The place of a cell by the middle bits of a product (Knuth 1973, "Sorting and Searching",
    /// section 6.4).
    static std::size_t place_of(PyObject* cell) {
        const auto address = reinterpret_cast<std::uintptr_t>(cell);
        return (address * 0x9E3779B97F4A7C15) >> (64 - place_bits);
    }

    /// A number is written as it is in a column of numbers: 1.0 is 1.
    std::int64_t number_of(PyObject* cell, Kind kind) {
        if (kind == Kind::number) {
            const double number = CellKinds::number_in(cell);
            if (std::floor(number) == number && std::abs(number) < 1e15)
                return different_.number_of(std::to_string(static_cast<std::int64_t>(number)));
        }
        if (PyUnicode_Check(cell)) {
            Py_ssize_t length = 0;
            const char* const bytes = PyUnicode_AsUTF8AndSize(cell, &length);
            if (bytes == nullptr) throw nb::python_error();
            return different_.number_of({bytes, static_cast<std::size_t>(length)});
        }
        return different_.number_of(nb::str(nb::handle(cell)).c_str());
    }

    std::vector<SeenObject> seen_ = std::vector<SeenObject>(std::size_t{1} << place_bits);
    DifferentTexts different_;
};

/// Null where a cell is a text.
std::optional<RealCells> numbers_of(std::span<PyObject* const> cells) {
    CellKinds kind_of;
    RealCells numbers(cells.size(), std::numeric_limits<double>::quiet_NaN());
    double* const own = numbers.data();
    for (std::size_t row = 0; row < cells.size(); ++row) {
        const nb::object cell = nb::borrow(cells[row]);
        const Kind kind = kind_of(cell.ptr());
        if (kind == Kind::text || kind == Kind::date) return std::nullopt;
        if (kind == Kind::number) own[row] = CellKinds::number_in(cell.ptr());
    }
    return numbers;
}

/// A column of states that are dates, as their days; null of another.
std::optional<Column> days_column(const Column& column) {
    const auto days = io::days_of(column.variable.states(), column.name(), {});
    if (!days) return std::nullopt;
    RealCells cells(column.rows(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t row = 0; row < column.rows(); ++row)
        if (const auto state = column.state(row)) cells[row] = (*days)[state->index()];
    return continuous_column(column.name(), std::move(cells));
}

}  // namespace

Column object_column(std::string name, std::span<PyObject* const> cells, bool& are_dates) {
    if (std::optional<RealCells> numbers = numbers_of(cells))
        return continuous_column(std::move(name), *std::move(numbers));
    CellKinds kind_of;
    TextNumbers number_of;
    std::vector<std::int64_t> codes(cells.size());
    are_dates = true;
    constexpr std::size_t ahead = 16;  // objects lie anywhere in memory
    for (std::size_t row = 0; row < cells.size(); ++row) {
        if (row + ahead < cells.size()) __builtin_prefetch(cells[row + ahead]);
        const nb::object cell = nb::borrow(cells[row]);  // its text may be made by Python code
        const Kind kind = kind_of(cell.ptr());
        codes[row] = kind == Kind::missing ? -1 : number_of(cell.ptr(), kind);
        are_dates = are_dates && (kind == Kind::missing || kind == Kind::date);
    }
    const Column column =
        coded_column(std::move(name), codes, std::move(number_of).texts(), StateOrder::usual);
    const std::optional<Column> days = are_dates ? days_column(column) : std::nullopt;
    are_dates = days.has_value();
    return days.value_or(column);
}

}  // namespace pgm::python
