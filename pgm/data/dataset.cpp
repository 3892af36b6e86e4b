#include <pgm/data/dataset.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace pgm {
namespace {

std::string named(const Column& column) {
    return "column '" + printable(column.name()) + "'";
}

void check_states(const Column& column) {
    const std::vector<std::string>& states = column.variable.states();
    if (states.empty() == column.is_discrete()) {
        throw ArgumentError(named(column) + (column.is_discrete()
                                                 ? " has codes but no states"
                                                 : " has states but its cells are numbers"));
    }
    std::vector<std::string_view> sorted(states.begin(), states.end());
    std::sort(sorted.begin(), sorted.end());
    if (!sorted.empty() && sorted.front().empty())
        throw ArgumentError(named(column) + " has a state with an empty name");
    const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
    if (repeated != sorted.end())
        throw ArgumentError(named(column) + " has two states '" + printable(*repeated) + "'");
}

template <class T>
bool is_allowed(T cell, std::size_t states) {
    if constexpr (std::is_same_v<T, double>) {
        return !std::isinf(cell);
    } else {
        return cell < states || cell == missing_code<T>;
    }
}

/// True if all cells are, without a branch for each: one more than a missing code is 0.
template <class T>
bool are_allowed(const CellList<T>& cells, std::size_t states) {
    if constexpr (std::is_same_v<T, double>) {
        bool good = true;
        for (const double cell : cells) good &= !std::isinf(cell);
        return good;
    } else {
        T most = 0;
        for (const T cell : cells) most = std::max(most, static_cast<T>(cell + 1));
        return most <= states;
    }
}

/// `what` gives the name of the cells, in the plural.
template <class T, class What>
void check_alignment(const CellList<T>& cells, const What& what) {
    if (reinterpret_cast<std::uintptr_t>(cells.data()) % alignof(T) == 0) return;
    throw ArgumentError(what() + " are a view of memory that is not aligned to " +
                            std::to_string(alignof(T)) + " bytes",
                        "copy them first");
}

void check_cells(const Column& column) {
    const std::size_t states = column.variable.cardinality();
    std::visit(
        [&](const auto& cells) {
            check_alignment(cells, [&] { return "the cells of " + named(column); });
            if (are_allowed(cells, states)) return;
            const auto wrong = std::find_if(cells.begin(), cells.end(),
                                            [&](auto cell) { return !is_allowed(cell, states); });
            if (wrong == cells.end()) return;
            const std::string row =
                "row " + std::to_string(wrong - cells.begin() + 1) + " of " + named(column);
            if (!column.is_discrete()) throw ArgumentError(row + " is infinite");
            throw ArgumentError(row + " has code " +
                                std::to_string(static_cast<std::uint32_t>(*wrong)) +
                                ", but there are " + std::to_string(states) + " states");
        },
        column.cells);
}

void check_weights(const RealCells& weights, std::size_t rows) {
    if (weights.empty()) return;
    check_alignment(weights, [] { return std::string("the weights"); });
    if (weights.size() != rows) {
        throw ArgumentError(std::string(weights.size() == 1 ? "there is " : "there are ") +
                            counted(weights.size(), "weight") + " for " + counted(rows, "row"));
    }
    const auto wrong = std::find_if(weights.begin(), weights.end(), [](double weight) {
        return !(weight >= 0 && std::isfinite(weight));
    });
    if (wrong == weights.end()) return;
    throw ArgumentError("the weight of row " + std::to_string(wrong - weights.begin() + 1) +
                            " is " + to_text(*wrong),
                        "weights are finite and not negative");
}

template <class Cells>
Cells picked(const Cells& cells, std::span<const std::uint32_t> rows) {
    Cells copy(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) copy[i] = cells[rows[i]];
    return copy;
}

}  // namespace

Dataset::Dataset(std::vector<Column> columns, RealCells weights)
    : columns_(std::move(columns)), weights_(std::move(weights)) {
    rows_ = columns_.empty() ? weights_.size() : columns_.front().rows();
    check_names();
    for (const Column& column : columns_) {
        if (column.rows() != rows_) {
            throw ArgumentError(named(column) + " has " + counted(column.rows(), "row") + ", but " +
                                named(columns_.front()) + " has " + std::to_string(rows_));
        }
        check_states(column);
        check_cells(column);
    }
    check_weights(weights_, rows_);
}

void Dataset::check_names() const {
    const auto empty = std::ranges::find(columns_, std::string_view(), &Column::name);
    if (empty != columns_.end())
        throw ArgumentError("column number " + std::to_string(empty - columns_.begin() + 1) +
                            " has an empty name");
    // Positions, which take a quarter of the memory of the names: there may be millions of columns.
    std::vector<std::uint32_t> by_name(columns_.size());
    std::iota(by_name.begin(), by_name.end(), std::uint32_t{0});
    const auto name = [this](std::uint32_t i) { return std::string_view(columns_[i].name()); };
    std::ranges::sort(by_name, {}, name);
    const auto repeated = std::ranges::adjacent_find(by_name, {}, name);
    if (repeated != by_name.end())
        throw ArgumentError("two columns are called '" + printable(name(*repeated)) + "'");
}

std::optional<ColumnId> Dataset::find(std::string_view name) const {
    const auto found = std::find_if(columns_.begin(), columns_.end(),
                                    [&](const Column& column) { return column.name() == name; });
    if (found == columns_.end()) return std::nullopt;
    return ColumnId(static_cast<std::size_t>(found - columns_.begin()));
}

ColumnId Dataset::id(std::string_view name) const {
    if (const auto found = find(name)) return *found;
    std::vector<std::string> names;
    for (const Column& column : columns_) names.push_back(column.name());
    throw ArgumentError("the data have no column '" + printable(name) + "'",
                        did_you_mean(name, names));
}

std::vector<Variable> Dataset::schema() const {
    std::vector<Variable> variables;
    variables.reserve(columns_.size());
    for (const Column& column : columns_) variables.push_back(column.variable);
    return variables;
}

Dataset Dataset::select_rows(std::span<const std::uint32_t> rows) const {
    const auto beyond =
        std::find_if(rows.begin(), rows.end(), [&](std::uint32_t row) { return row >= rows_; });
    if (beyond != rows.end())
        throw ArgumentError("there is no row " + std::to_string(*beyond) + " in " +
                            counted(rows_, "row"));
    Dataset copy;
    copy.rows_ = rows.size();
    copy.columns_.reserve(columns_.size());
    for (const Column& column : columns_) copy.columns_.push_back(pgm::select_rows(column, rows));
    if (!weights_.empty()) copy.weights_ = picked(weights_, rows);
    return copy;
}

Dataset Dataset::view_rows(std::size_t first, std::size_t count) const {
    if (first > rows_ || count > rows_ - first)
        throw ArgumentError("there are no " + counted(count, "row") + " from number " +
                            std::to_string(first) + " on in " + std::to_string(rows_));
    const auto part = [&](const auto& cells) {
        return std::decay_t<decltype(cells)>::view(std::span(cells).subspan(first, count));
    };
    Dataset view;
    view.rows_ = count;
    view.columns_.reserve(columns_.size());
    for (const Column& column : columns_)
        view.columns_.push_back(
            {column.variable,
             std::visit([&](const auto& cells) { return ColumnCells(part(cells)); },
                        column.cells)});
    if (!weights_.empty()) view.weights_ = part(weights_);
    return view;
}

Column select_rows(const Column& column, std::span<const std::uint32_t> rows) {
    Column copy{column.variable, {}};
    std::visit([&](const auto& cells) { copy.cells = picked(cells, rows); }, column.cells);
    return copy;
}

Dataset Dataset::select_columns(std::span<const ColumnId> columns) const {
    Dataset copy;
    copy.rows_ = rows_;
    copy.weights_ = weights_;
    for (const ColumnId id : columns) {
        if (id.index() >= columns_.size()) {
            throw ArgumentError("there is no column " + std::to_string(id.index()) + " in " +
                                std::to_string(columns_.size()) + " columns");
        }
        copy.columns_.push_back(column(id));
    }
    copy.check_names();
    return copy;
}

Dataset Dataset::with_column(Column column) const {
    std::vector<Column> columns = columns_;
    if (const auto same = find(column.name())) {
        columns[same->index()] = std::move(column);
    } else {
        columns.push_back(std::move(column));
    }
    return Dataset(std::move(columns), weights_);
}

Dataset Dataset::without_column(ColumnId id) const {
    std::vector<ColumnId> others;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (i != id.index()) others.push_back(ColumnId(i));
    }
    return select_columns(others);
}

Dataset Dataset::with_weights(RealCells weights) const {
    check_weights(weights, rows_);
    Dataset copy = *this;
    copy.weights_ = std::move(weights);
    return copy;
}

Column as_discrete(const Column& column, std::size_t max_states) {
    const auto* values = std::get_if<RealCells>(&column.cells);
    if (!values) return column;
    std::vector<double> different;
    for (const double value : *values) {
        if (!std::isnan(value)) different.push_back(value + 0.0);  // -0 becomes 0
    }
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    if (different.empty())
        throw ArgumentError(named(column) + " has no cell with a value, hence no states");
    if (different.size() > max_states) {
        throw TooLargeError(named(column) + " has " + std::to_string(different.size()) +
                            " different numbers; the limit of states is " +
                            std::to_string(max_states));
    }
    std::vector<std::string> states(different.size());
    std::transform(different.begin(), different.end(), states.begin(),
                   [](double value) { return to_text(value); });
    Column discrete{Variable(column.name(), std::move(states)),
                    missing_codes(different.size(), values->size())};
    const auto code = [&](double value) {
        return std::lower_bound(different.begin(), different.end(), value) - different.begin();
    };
    std::visit(
        [&](auto& codes) {
            using Code = typename std::decay_t<decltype(codes)>::value_type;
            Code* const to = codes.data();
            for (std::size_t row = 0; row < values->size(); ++row) {
                if (!std::isnan((*values)[row])) to[row] = static_cast<Code>(code((*values)[row]));
            }
        },
        discrete.cells);
    return discrete;
}

double total_weight(const Dataset& data) {
    const RealCells& weights = data.weights();
    if (weights.empty()) return static_cast<double>(data.rows());
    return std::accumulate(weights.begin(), weights.end(), 0.0);
}

}  // namespace pgm
