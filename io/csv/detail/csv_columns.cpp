#include <io/csv/detail/csv_columns.hpp>

#include <io/csv/detail/csv_header.hpp>
#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace pgm::io::detail {
namespace {

using Outcome = ColumnEncoder::Outcome;

/// The result of encoding the cells of one column of a grid.
struct ColumnResult {
    std::optional<std::size_t> first_word = std::nullopt;  ///< its row in the grid
    std::optional<RefusedCell> refused = std::nullopt;
};

class RowsReader {
public:
    RowsReader(CsvRows& rows, std::span<ColumnEncoder> encoders, const DataOptions& options,
               std::size_t& row, const TakeRefused& take)
        : rows_(rows), encoders_(encoders), options_(options), row_(row), take_(take) {}

    bool read_row() {
        const std::size_t columns = encoders_.size();
        const auto cell = [&](std::size_t column, std::string_view text) {
            if (column >= columns) fail_long_row(rows_, options_, columns);
            const Outcome outcome = encoders_[column].add_padded(text, row_);
            if (outcome != Outcome::good) [[unlikely]]
                handle({row_, column, outcome, text});
        };
        const auto end = [&](std::size_t cells) {
            if (cells != columns) fail_short_row(rows_, options_, cells, columns);
            ++row_;
        };
        return rows_.next_row(cell, end);
    }

    void read_grid(const CellGrid& grid) {
        // Waking a thread takes about as long as reading so many cells.
        constexpr std::size_t few_cells = 4096;
        std::vector<ColumnResult> results(grid.columns);
        const std::size_t threads = grid.rows * grid.columns < few_cells ? 1 : options_.threads;
        parallel_for(grid.columns, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) results[i] = read_column(grid, i);
        });
        report(grid, results);
        rows_.skip(grid, grid.rows);
        row_ += grid.rows;
    }

private:
    void handle(const RefusedCell& cell) {
        if (cell.outcome == Outcome::first_word)
            set_first_word(cell.column, rows_.location());
        else if (!take_(cell))
            fail_cell(rows_, options_, encoders_[cell.column], cell.outcome, cell.text);
    }

    ColumnResult read_column(const CellGrid& grid, std::size_t column) {
        ColumnResult result;
        for (std::size_t from = 0; from < grid.rows; ++from) {
            Outcome outcome = Outcome::good;
            std::tie(from, outcome) = encoders_[column].add_column(grid, column, from, row_);
            if (outcome == Outcome::good) break;
            if (outcome == Outcome::first_word) {
                result.first_word = from;
                continue;
            }
            const RefusedCell cell{row_ + from, column, outcome, grid.cell(from, column)};
            if (take_(cell)) continue;
            result.refused = cell;
            break;
        }
        return result;
    }

    /// Records where columns had their first word, or throws the error of the first refused cell.
    void report(const CellGrid& grid, std::span<const ColumnResult> results) {
        const RefusedCell* first = nullptr;
        for (std::size_t i = 0; i < results.size(); ++i) {
            const ColumnResult& result = results[i];
            if (result.first_word) set_first_word(i, rows_.location(grid, *result.first_word, i));
            if (result.refused && (!first || result.refused->row < first->row))
                first = &*result.refused;
        }
        if (!first) return;
        rows_.skip(grid, first->row - row_, first->column);
        fail_cell(rows_, options_, encoders_[first->column], first->outcome, first->text);
    }

    void set_first_word(std::size_t column, const Location& location) {
        encoders_[column].set_location_of_first_word(location.line, location.column);
    }

    CsvRows& rows_;
    const std::span<ColumnEncoder> encoders_;
    const DataOptions& options_;
    std::size_t& row_;
    const TakeRefused& take_;
};

}  // namespace

void add_rows(CsvRows& rows, std::span<ColumnEncoder> encoders, const DataOptions& options,
              std::size_t& row, std::size_t most, const TakeRefused& take) {
    RowsReader reader(rows, encoders, options, row, take);
    if (row >= most || !reader.read_row()) return;
    if (const auto grid = rows.grid(encoders.size(), most - row)) reader.read_grid(*grid);
    while (row < most && reader.read_row()) {
    }
}

}  // namespace pgm::io::detail
