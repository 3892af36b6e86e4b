#include <pgm/data/column.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/variable.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {
namespace {

template <class T>
constexpr bool is_double = std::is_same_v<T, double>;

template <class T>
bool is_mark(T cell) {
    if constexpr (is_double<T>) {
        return std::isnan(cell);
    } else {
        return cell == missing_code<T>;
    }
}

void set_code(Column& column, std::size_t row, StateId state) {
    std::visit(
        [&](auto& cells) {
            cells[row] =
                static_cast<typename std::decay_t<decltype(cells)>::value_type>(state.value);
        },
        column.cells);
}

std::vector<std::string> distinct_states(std::span<const std::string_view> cells) {
    std::vector<std::string> states;
    for (const std::string_view cell : cells) {
        if (!cell.empty()) states.emplace_back(cell);
    }
    std::sort(states.begin(), states.end());
    states.erase(std::unique(states.begin(), states.end()), states.end());
    sort_states(states);
    return states;
}

/// The bytes of the narrowest codes of so many states and a missing one.
std::size_t bytes_of_code(std::size_t states) {
    if (states <= missing_code<std::uint8_t>) return sizeof(std::uint8_t);
    return states <= missing_code<std::uint16_t> ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
}

}  // namespace

std::size_t Column::rows() const {
    return std::visit([](const auto& values) { return values.size(); }, cells);
}

bool Column::is_missing(std::size_t row) const {
    return std::visit([&](const auto& values) { return is_mark(values[row]); }, cells);
}

std::size_t Column::missing_cells() const {
    const auto count = [](const auto& values) {
        return std::count_if(values.begin(), values.end(), [](auto cell) { return is_mark(cell); });
    };
    return static_cast<std::size_t>(std::visit(count, cells));
}

std::optional<StateId> Column::state(std::size_t row) const {
    std::optional<StateId> state;
    visit_codes(*this, [&](const auto& codes) {
        if (!is_mark(codes[row])) state = StateId{codes[row]};
    });
    return state;
}

double Column::value(std::size_t row) const {
    const auto* values = std::get_if<RealCells>(&cells);
    return values ? (*values)[row] : std::nan("");
}

Column discrete_column(Variable variable, std::span<const std::optional<StateId>> states) {
    Column column{std::move(variable), {}};
    column.cells = missing_codes(column.variable.cardinality(), states.size());
    for (std::size_t row = 0; row < states.size(); ++row) {
        if (!states[row]) continue;
        if (states[row]->index() >= column.variable.cardinality()) {
            throw ArgumentError("row " + std::to_string(row + 1) + " of column '" +
                                printable(column.name()) + "' has state number " +
                                std::to_string(states[row]->value) + ", but there are " +
                                std::to_string(column.variable.cardinality()) + " states");
        }
        set_code(column, row, *states[row]);
    }
    return column;
}

Column discrete_column(Variable variable, std::span<const std::string_view> states) {
    Column column{std::move(variable), {}};
    column.cells = missing_codes(column.variable.cardinality(), states.size());
    const StateIndex index(column.variable);
    for (std::size_t row = 0; row < states.size(); ++row) {
        if (!states[row].empty()) set_code(column, row, index.id(states[row]));
    }
    return column;
}

Column text_column(std::string name, std::span<const std::string_view> cells) {
    std::vector<std::string> states = distinct_states(cells);
    if (states.empty())
        throw ArgumentError("column '" + printable(name) +
                            "' has no cell with a value, hence no states");
    return discrete_column(Variable(std::move(name), std::move(states)), cells);
}

Column continuous_column(std::string name, RealCells values) {
    return {Variable(std::move(name)), std::move(values)};
}

void sort_states(std::vector<std::string>& states) {
    std::sort(states.begin(), states.end());
    std::vector<std::pair<double, std::string>> numbered;
    numbered.reserve(states.size());
    for (std::string& state : states) {
        const std::optional<double> number = parse_number(state);
        if (!number) break;
        numbered.emplace_back(*number, state);
    }
    if (numbered.size() != states.size()) return;
    std::sort(numbered.begin(), numbered.end());
    for (std::size_t i = 0; i < states.size(); ++i) states[i] = std::move(numbered[i].second);
}

ColumnCells missing_codes(std::size_t states, std::size_t rows) {
    switch (bytes_of_code(states)) {
        case sizeof(std::uint8_t):
            return Codes8(rows, missing_code<std::uint8_t>);
        case sizeof(std::uint16_t):
            return Codes16(rows, missing_code<std::uint16_t>);
        default:
            return Codes32(rows, missing_code<std::uint32_t>);
    }
}

std::size_t bytes_of_cell(const Variable& column) {
    return column.is_discrete() ? bytes_of_code(column.cardinality()) : sizeof(double);
}

}  // namespace pgm
