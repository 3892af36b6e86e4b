#include <pgm/data/detail/counting/row_bits.hpp>

#include <pgm/data/detail/counting/bit_count.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

/// Rows begin where half a cache line does.
constexpr std::size_t row_bytes = bits::strip_words * sizeof(std::uint64_t);

}  // namespace

bool RowBits::suits(std::span<const Column* const> columns, const WeightedRows& rows) {
    const auto without = std::ranges::count(columns, nullptr);
    return rows.weights.empty() && rows.rows < no_cell<std::uint32_t> &&
           columns.size() - static_cast<std::size_t>(without) >= row_bytes;
}

RowBits::RowBits(std::span<const Column* const> columns, std::size_t rows)
    : rows_(rows), columns_(columns.size()) {
    std::size_t strip = 0, used = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (columns[i] == nullptr) continue;
        const std::size_t states = columns[i]->variable.cardinality();
        const std::size_t counted = columns[i]->missing_cells() == 0 ? states - 1 : states;
        if (used + counted > bits::strip_bits) {
            ++strip;
            used = 0;
        }
        columns_[i] = {.strip = strip, .first = used, .counted = counted};
        used += counted;
    }
    memory_ = std::make_unique<std::uint64_t[]>(((strip + 1) * rows_ + 1) * bits::strip_words);
    for (std::size_t i = 0; i < columns_.size(); ++i)
        if (columns[i] != nullptr) set_bits(*columns[i], columns_[i]);
}

std::uint64_t* RowBits::strip(std::size_t i) const {
    return bits::aligned(memory_.get(), row_bytes) + i * rows_ * bits::strip_words;
}

void RowBits::set_bits(const Column& column, const RowColumn& place) {
    const Codes8& codes = std::get<Codes8>(column.cells);
    std::uint64_t* row = strip(place.strip);
    for (std::size_t i = 0; i < rows_; ++i, row += bits::strip_words) {
        if (codes[i] >= place.counted) continue;
        const std::size_t bit = place.first + codes[i];
        row[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
}

std::size_t RowBits::end_of_strip(std::span<const Addition> additions, std::size_t first) const {
    std::size_t end = first;
    while (end < additions.size() && column(additions[end]).strip == column(additions[first]).strip)
        ++end;
    return end;
}

double RowBits::cost_to_make(std::size_t rows, std::size_t columns) {
    constexpr double of_cell = 4;
    return of_cell * static_cast<double>(rows) * static_cast<double>(columns);
}

double RowBits::cost(std::size_t rows, std::size_t cells, std::size_t additions) {
    // A strip has the bits of about so many columns. Sorting the rows takes as long as two of them.
    constexpr double columns_of_strip = 100, strips_to_sort = 2;
    constexpr double of_row = 4, of_cell = 330;  // bench/family_counter_bench.cpp
    const double strips = 1 + static_cast<double>(additions) / columns_of_strip;
    return (strips + strips_to_sort) * of_row * static_cast<double>(rows) +
           strips * of_cell * static_cast<double>(std::min(cells, rows));
}

bool RowBits::can_count(const SortedRows& rows) {
    return std::ranges::all_of(rows.runs(), [](const SortedRows::Run& run) {
        return run.rows.size() < std::size_t{1} << 16;
    });
}

void RowBits::count_additions(const SortedRows& rows, std::size_t cells,
                              std::span<const Addition> additions, const TakeCounts& take) const {
    const auto count_rows = bits::best_kernels().count_rows;
    std::vector<std::uint64_t> totals(cells), taken;
    for (const auto& [cell, of_cell] : rows.runs()) totals[cell] = of_cell.size();
    std::vector<std::uint16_t> counts(cells * bits::strip_bits);
    for (std::size_t first = 0, end = 0; first < additions.size(); first = end) {
        end = end_of_strip(additions, first);
        const std::uint64_t* const words = strip(column(additions[first]).strip);
        for (const auto& [cell, of_cell] : rows.runs())
            count_rows(words, of_cell.data(), of_cell.size(), &counts[cell * bits::strip_bits]);
        for (std::size_t i = first; i < end; ++i) {
            const RowColumn& place = column(additions[i]);
            spread(additions[i].axis, std::span<const std::uint64_t>(totals), place.counted,
                   counts.data() + place.first, bits::strip_bits, taken);
            take(i, taken);
        }
    }
}

}  // namespace pgm::detail
