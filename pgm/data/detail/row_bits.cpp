#include <pgm/data/detail/row_bits.hpp>

#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <numeric>

namespace pgm::detail {
namespace {

constexpr std::size_t row_bytes = bits::strip_words * sizeof(std::uint64_t);

}  // namespace

RowsByCell rows_by_cell(std::span<const std::uint32_t> cell_of, std::size_t cells) {
    std::vector<std::size_t> next(cells + 1, 0);
    for (const std::uint32_t cell : cell_of) ++next[cell];
    RowsByCell sorted;
    sorted.most = *std::max_element(next.begin(), next.end() - 1);
    std::exclusive_scan(next.begin(), next.end(), next.begin(), std::size_t{0});
    sorted.rows.resize(cell_of.size());
    for (std::size_t row = 0; row < cell_of.size(); ++row)
        sorted.rows[next[cell_of[row]]++] = static_cast<std::uint32_t>(row);
    next.pop_back();
    sorted.ends = std::move(next);
    return sorted;
}

bool RowBits::suits(const Dataset& data, const WeightedRows& rows, std::size_t most_states) {
    if (!rows.weights.empty() || rows.rows >= no_cell) return false;
    const auto counted = std::ranges::count_if(data.columns(), [&](const Column& column) {
        return column.is_discrete() && column.variable.cardinality() <= most_states;
    });
    return static_cast<std::size_t>(counted) >= row_bytes;
}

RowBits::RowBits(const Dataset& data, std::size_t most_states, std::size_t threads)
    : rows_(data.rows()), columns_(data.columns().size()) {
    std::size_t strip = 0, used = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Column& column = data.columns()[i];
        const std::size_t states = column.variable.cardinality();
        if (!column.is_discrete() || states > most_states) continue;
        const std::size_t counted = column.missing_cells() == 0 ? states - 1 : states;
        if (used + counted > bits::strip_bits) {
            ++strip;
            used = 0;
        }
        columns_[i] = {.strip = strip, .first = used, .states = states, .counted = counted};
        used += counted;
    }
    memory_ = std::make_unique<std::uint64_t[]>(((strip + 1) * rows_ + 1) * bits::strip_words);
    // The columns of a strip share words.
    parallel_for(strip + 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (columns_[i].states > 0 && columns_[i].strip >= begin && columns_[i].strip < end)
                set_bits(data, i);
    });
}

/// Memory begins anywhere; rows begin where half a cache line does.
std::uint64_t* RowBits::strip(std::size_t i) const {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
    const std::uintptr_t skipped = (row_bytes - address % row_bytes) % row_bytes;
    return memory_.get() + skipped / sizeof(std::uint64_t) + i * rows_ * bits::strip_words;
}

void RowBits::set_bits(const Dataset& data, std::size_t column) {
    const RowColumn& place = columns_[column];
    const Codes8& codes = std::get<Codes8>(data.columns()[column].cells);
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
    const bits::CountCosts costs = bits::count_costs();
    const double strips = 1 + static_cast<double>(additions) / columns_of_strip;
    return (strips + strips_to_sort) * costs.row_of_strip * static_cast<double>(rows) +
           strips * costs.strip * static_cast<double>(std::min(cells, rows));
}

void RowBits::count_additions(
    const RowsByCell& rows, std::span<const Addition> additions,
    const std::function<void(std::size_t, std::span<const std::uint64_t>)>& take) const {
    const std::size_t masks = rows.ends.size();
    std::vector<std::uint64_t> totals(masks), cells;
    for (std::size_t mask = 0; mask < masks; ++mask) totals[mask] = rows.of(mask).size();
    std::vector<std::uint16_t> counts(masks * bits::strip_bits);
    for (std::size_t first = 0, end = 0; first < additions.size(); first = end) {
        end = end_of_strip(additions, first);
        const std::uint64_t* const words = strip(column(additions[first]).strip);
        for (std::size_t mask = 0; mask < masks; ++mask)
            if (totals[mask] > 0)
                bits::count_bits_of_rows(words, rows.of(mask), &counts[mask * bits::strip_bits]);
        for (std::size_t i = first; i < end; ++i) {
            const RowColumn& place = column(additions[i]);
            spread(additions[i].axis, totals, place.counted, counts.data() + place.first,
                   bits::strip_bits, cells);
            take(i, cells);
        }
    }
}

}  // namespace pgm::detail
