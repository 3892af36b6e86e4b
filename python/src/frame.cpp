#include <python/src/detail/frame.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <type_traits>
#include <unordered_map>

namespace pgm::python {
namespace {

using NumberCells = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The codes of a pandas categorical or of a factorised column: -1 is missing.
template <class Code>
using Codes = nb::ndarray<const Code, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Copies codes as they are: all bits of -1 are one, as those of a missing value are.
template <class Cell, class Code>
CellList<Cell> copied(std::span<const Code> codes) {
    if constexpr (sizeof(Cell) == sizeof(Code)) {
        return {reinterpret_cast<const Cell*>(codes.data()), codes.size()};
    } else {
        auto cells = std::make_unique_for_overwrite<Cell[]>(codes.size());
        for (std::size_t row = 0; row < codes.size(); ++row)
            cells[row] = static_cast<Cell>(codes[row]);
        return {std::move(cells), codes.size()};
    }
}

/// Cells of so many states. No loop has a branch that random missing values would make costly.
template <class Cell, class Code>
CellList<Cell> cells_of(std::span<const Code> codes, std::size_t states, const std::string& name) {
    using Unsigned = std::make_unsigned_t<Code>;
    const auto most = static_cast<Unsigned>(
        std::min<std::uint64_t>(states, std::numeric_limits<Code>::max() + std::uint64_t{1}));
    const auto next = [](Code code) {
        return static_cast<Unsigned>(static_cast<Unsigned>(code) + Unsigned{1});
    };
    Unsigned found = 0;
    for (const Code code : codes) found = std::max(found, next(code));
    if (found <= most) return copied<Cell>(codes);
    const auto wrong = std::ranges::find_if(codes, [&](Code code) { return next(code) > most; });
    const std::string place = wrong == codes.end()
                                  ? "is written to while it is read"
                                  : "has the code " + std::to_string(*wrong) + " in row " +
                                        std::to_string(wrong - codes.begin()) + ", and " +
                                        std::to_string(states) + " states";
    throw ArgumentError("column '" + printable(name) + "' " + place,
                        "codes count from 0, and -1 is a missing value");
}

template <class Code>
bool add_codes(nb::handle cells, std::size_t states, const std::string& name, Column& column) {
    Codes<Code> codes;
    if (!nb::try_cast(cells, codes, false)) return false;
    column.cells = missing_codes(states, 0);
    std::visit(
        [&](auto& own) {
            using Cell = typename std::decay_t<decltype(own)>::value_type;
            if constexpr (std::is_unsigned_v<Cell>)
                own = cells_of<Cell>(std::span(codes.data(), codes.size()), states, name);
        },
        column.cells);
    return true;
}

/// The pointers of an array of objects.
class ObjectArray {
public:
    explicit ObjectArray(nb::handle array) {
        if (PyObject_GetBuffer(array.ptr(), &view_, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) != 0)
            throw nb::python_error();
    }
    ObjectArray(const ObjectArray&) = delete;
    ObjectArray& operator=(const ObjectArray&) = delete;
    ~ObjectArray() { PyBuffer_Release(&view_); }

    bool holds_objects() const { return view_.format && std::string_view(view_.format) == "O"; }
    std::span<PyObject* const> cells() const {
        return {static_cast<PyObject* const*>(view_.buf),
                static_cast<std::size_t>(view_.len) / sizeof(PyObject*)};
    }

private:
    Py_buffer view_{};
};

/// For each column its name, its states, none of one of numbers, and whether any cell is known.
std::vector<std::tuple<std::string, std::vector<std::string>, bool>> columns_of(
    const Frame& frame) {
    std::vector<std::tuple<std::string, std::vector<std::string>, bool>> columns;
    for (const Column& column : frame.data().columns())
        columns.emplace_back(column.name(), column.variable.states(),
                             column.missing_cells() < column.rows());
    return columns;
}

}  // namespace

std::int64_t DifferentTexts::number_of(std::string_view text) {
    if (text.empty()) return -1;
    const auto found = numbers_.find(text);
    if (found != numbers_.end()) return found->second;
    const auto number = static_cast<std::int64_t>(texts_.size());
    numbers_.emplace(text, number);
    texts_.emplace_back(text);
    return number;
}

Column coded_column(std::string name, std::span<const std::int64_t> cells,
                    std::vector<std::string> texts, StateOrder order) {
    if (texts.empty()) {
        constexpr double missing = std::numeric_limits<double>::quiet_NaN();
        return continuous_column(std::move(name), RealCells(cells.size(), missing));
    }
    std::vector<std::string> states = texts;
    if (order == StateOrder::usual) sort_states(states);
    std::unordered_map<std::string_view, std::size_t> place_of;
    for (std::size_t i = 0; i < states.size(); ++i) place_of.emplace(states[i], i);
    std::vector<std::size_t> places;
    for (const std::string& text : texts) places.push_back(place_of.at(text));
    Column column{Variable(std::move(name), states), missing_codes(states.size(), cells.size())};
    std::visit(
        [&](auto& own) {
            using Cell = typename std::decay_t<decltype(own)>::value_type;
            for (std::size_t row = 0; row < cells.size(); ++row)
                if (cells[row] >= 0)
                    own[row] = static_cast<Cell>(places[static_cast<std::size_t>(cells[row])]);
        },
        column.cells);
    return column;
}

Frame::Frame(const nb::typed<nb::list, nb::any>& columns, nb::handle weights) {
    std::vector<Column> made;
    made.reserve(columns.size());
    for (const nb::handle entry : columns) {
        const auto [name, cells, states] =
            nb::cast<std::tuple<std::string, nb::object, nb::object>>(entry);
        made.push_back(column_of(name, cells, states));
    }
    RealCells of_rows;
    if (!weights.is_none()) {
        const NumberCells numbers = nb::cast<NumberCells>(weights);
        kept_.append(weights);
        of_rows = RealCells::view({numbers.data(), numbers.size()});
    }
    data_ = Dataset(std::move(made), std::move(of_rows));
}

Column Frame::column_of(const std::string& name, nb::handle cells, nb::handle states) {
    bool are_dates = nb::isinstance<nb::str>(states);
    Column column = column_of(name, cells, are_dates ? nb::none() : states, are_dates);
    if (are_dates) dates_.push_back(name);
    return column;
}

Column Frame::column_of(const std::string& name, nb::handle cells, nb::handle states,
                        bool& are_dates) {
    if (!states.is_none()) {
        Column column{Variable(name, nb::cast<std::vector<std::string>>(states)), {}};
        const std::size_t count = column.variable.cardinality();
        if (add_codes<std::int8_t>(cells, count, name, column) ||
            add_codes<std::int16_t>(cells, count, name, column) ||
            add_codes<std::int32_t>(cells, count, name, column) ||
            add_codes<std::int64_t>(cells, count, name, column))
            return column;
        throw nb::type_error("codes of states are an array of signed integers");
    }
    if (PyCapsule_CheckExact(cells.ptr())) return arrow_column(name, cells, kept_, are_dates);
    NumberCells numbers;
    if (nb::try_cast(cells, numbers, false)) {
        kept_.append(cells);
        return continuous_column(name, RealCells::view({numbers.data(), numbers.size()}));
    }
    const ObjectArray objects(cells);
    if (!objects.holds_objects()) throw nb::type_error("a column is numbers, texts or codes");
    return object_column(name, objects.cells(), are_dates);
}

std::vector<std::string> remarks_on_codes(const Dataset& data, std::string_view class_name) {
    const std::vector<std::string> kept{std::string(class_name)};
    const std::vector<std::string> columns = CodeColumns(data).names(kept);
    if (columns.empty()) return {};
    return {codes_remark(columns) +
            "; if they are codes, categorical_features makes states of them"};
}

void bind_frame(nb::module_& module) {
    nb::class_<Frame>(module, "Frame")
        .def(nb::init<const nb::typed<nb::list, nb::any>&, nb::handle>(), nb::arg("columns"),
             nb::arg("weights").none())
        .def_prop_ro("rows", [](const Frame& frame) { return frame.data().rows(); })
        .def_prop_ro("columns", &columns_of);
}

}  // namespace pgm::python
