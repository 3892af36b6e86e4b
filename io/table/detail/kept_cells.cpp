#include <io/table/detail/kept_cells.hpp>

#include <io/table/detail/data_columns.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace pgm::io::detail {
namespace {

/// Gives each cell the state or the number that its code means; numbers are what they are. Whatever
/// the loop needs is a copy of its own: a byte that is written could be any byte.
template <class Raw>
void translate(std::string_view bytes, const CellMeaning& meaning, ColumnCells& cells) {
    std::visit(
        [&]<class Cell>(CellList<Cell>& list) {
            const char* const from = bytes.data();
            const std::uint32_t* const states = meaning.states.data();
            const double* const numbers = meaning.numbers.data();
            Cell* const to = list.begin();
            for (std::size_t row = 0, rows = list.size(); row < rows; ++row) {
                Raw raw;
                std::memcpy(&raw, from + row * sizeof raw, sizeof raw);
                if constexpr (std::is_floating_point_v<Raw>)
                    to[row] = static_cast<Cell>(raw);
                else if (raw == missing_code<Raw>)
                    continue;
                else if constexpr (std::is_floating_point_v<Cell>)
                    to[row] = numbers[raw];
                else
                    to[row] = static_cast<Cell>(states[raw]);
            }
        },
        cells);
}

Column column_of(std::string_view bytes, std::size_t width, const CellMeaning& meaning) {
    const std::size_t rows = bytes.size() / width;
    ColumnCells cells = RealCells(rows, std::numeric_limits<double>::quiet_NaN());
    if (meaning.variable.is_discrete()) cells = missing_codes(meaning.variable.cardinality(), rows);
    const auto translated = width == 1   ? translate<std::uint8_t>
                            : width == 2 ? translate<std::uint16_t>
                            : width == 4 ? translate<std::uint32_t>
                                         : translate<double>;
    translated(bytes, meaning, cells);
    return {meaning.variable, std::move(cells)};
}

}  // namespace

void KeptCells::add(std::span<const ColumnEncoder> encoders, std::size_t rows) {
    if (is_full_ || rows == 0) return;
    KeptPart part{bytes_.size(), rows, {}};
    try {
        for (const ColumnEncoder& encoder : encoders) {
            const std::string_view cells = encoder.bytes(rows);
            bytes_.append(cells);
            part.widths.push_back(cells.size() / rows);
        }
    } catch (const IoError&) {
        clear();
        is_full_ = true;
        return;
    }
    parts_.push_back(std::move(part));
}

void KeptCells::clear() {
    bytes_.clear();
    parts_.clear();
}

void KeptCells::end(std::span<const ColumnEncoder> encoders) {
    for (const ColumnEncoder& encoder : encoders) {
        names_.push_back(encoder.name());
        columns_.push_back(encoder.meaning());
    }
}

void KeptCells::pass(std::size_t rows_of_part, const Rows::Visit& visit) const {
    std::size_t rows_before = 0;
    for (const KeptPart& part : parts_) {
        for (std::size_t from = 0; from < part.rows; from += rows_of_part) {
            options_.stop.check();
            const std::size_t rows = std::min(rows_of_part, part.rows - from);
            visit(rows_of(part, from, rows, rows_before + from));
        }
        rows_before += part.rows;
    }
}

Dataset KeptCells::rows_of(const KeptPart& part, std::size_t from, std::size_t rows,
                           std::size_t rows_before) const {
    FinishedColumns columns(options_.dates, names_);
    std::size_t begin = part.begin;
    std::string bytes;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const std::size_t width = part.widths[i];
        if (width == 0) continue;  // of a column that is ignored
        bytes.resize(rows * width);
        for (std::size_t read = 0; read < bytes.size();)
            read += bytes_.read(begin + from * width + read, std::span(bytes).subspan(read));
        columns.add(column_of(bytes, width, columns_[i]), columns_[i].has_days);
        begin += part.rows * width;
    }
    return with_weight_column(columns.take(), options_, rows_before);
}

}  // namespace pgm::io::detail
