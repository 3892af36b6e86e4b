#include <pgm/data/detail/counting/sorted_rows.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgm::detail {
namespace {

/// The number of different ranks.
std::uint64_t replace_by_ranks(std::span<std::uint64_t> keys) {
    std::uint64_t rank = 0;
    for_each_run(sorted_rows(keys), [&](std::span<const Keyed> run) {
        for (const Keyed& row : run) keys[row.value] = rank;
        ++rank;
    });
    return rank;
}

}  // namespace

void sort_by_key(std::vector<Keyed>& entries) {
    constexpr unsigned digit_bits = 11;
    constexpr std::size_t digits = std::size_t{1} << digit_bits;
    std::uint64_t largest = 0;
    for (const Keyed& entry : entries) largest = std::max(largest, entry.key);
    std::vector<Keyed> sorted(entries.size());
    for (unsigned shift = 0; shift < 64 && largest >> shift > 0; shift += digit_bits) {
        std::array<std::size_t, digits + 1> starts{};
        const auto digit = [&](const Keyed& entry) {
            return static_cast<std::size_t>(entry.key >> shift) & (digits - 1);
        };
        for (const Keyed& entry : entries) ++starts[digit(entry) + 1];
        for (std::size_t i = 0; i < digits; ++i) starts[i + 1] += starts[i];
        for (const Keyed& entry : entries) sorted[starts[digit(entry)]++] = entry;
        entries.swap(sorted);
    }
}

std::vector<std::uint64_t> row_keys(std::span<const Column* const> members, std::size_t first,
                                    std::size_t rows, bool missing_is_a_state) {
    std::vector<std::uint64_t> keys(rows, 0);
    std::uint64_t count = 1;
    for (const Column* const member : members) {
        const std::uint64_t radix = member->variable.cardinality() + missing_is_a_state;
        if (__builtin_mul_overflow(count, radix, &count)) count = replace_by_ranks(keys) * radix;
        append_member(*member, first, std::span(keys), missing_is_a_state);
    }
    return keys;
}

std::vector<Keyed> sorted_rows(std::span<const std::uint64_t> keys) {
    std::vector<Keyed> rows;
    rows.reserve(keys.size());
    for (std::size_t row = 0; row < keys.size(); ++row)
        if (keys[row] != no_cell<std::uint64_t>) rows.push_back({keys[row], row});
    sort_by_key(rows);
    return rows;
}

std::vector<Keyed> count_by_sorting(const WeightedRows& rows,
                                    std::span<const Column* const> members) {
    std::vector<Keyed> counts = sorted_rows(row_keys(members, rows.first, rows.rows));
    for (Keyed& row : counts) row.value = rows.weights.empty() ? 1 : rows.weights[row.value];
    add_up(counts);
    return counts;
}

void add_up(std::vector<Keyed>& counts) {
    std::size_t kept = 0;
    for_each_run(counts, [&](std::span<const Keyed> run) {
        Keyed sum = run.front();
        for (const Keyed& more : run.subspan(1)) sum.value += more.value;
        if (sum.value > 0) counts[kept++] = sum;
    });
    counts.resize(kept);
}

SortedCounts::SortedCounts(std::span<const Keyed> cells, std::size_t states) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0 && cells[i].key / states != cells[i - 1].key / states) ends.push_back(i);
        counts.push_back(cells[i].value);
    }
    if (!cells.empty()) ends.push_back(cells.size());
}

void SortedRows::sort(std::span<const Column* const> discrete,
                      std::span<const RealCells* const> numbers, std::size_t configurations,
                      std::size_t first, std::size_t rows) {
    configurations_.assign(rows, 0);
    for (const Column* column : discrete) append_member(*column, first, std::span(configurations_));
    for (const RealCells* cells : numbers)
        for (std::size_t row = 0; row < rows; ++row)
            if (std::isnan((*cells)[first + row])) configurations_[row] = no_cell<std::uint32_t>;
    sort(configurations_, configurations);
}

void SortedRows::sort(std::span<const std::uint32_t> cells, std::size_t count) {
    runs_.clear();
    order_.resize(cells.size());
    count <= cells.size() ? sort_by_counting(cells, count) : sort_by_digits(cells);
}

/// Rows that are left out count as one cell more.
void SortedRows::sort_by_counting(std::span<const std::uint32_t> cells, std::size_t count) {
    const auto last = static_cast<std::uint32_t>(count);
    starts_.assign(count + 2, 0);
    for (const std::uint32_t cell : cells) ++starts_[std::min(cell, last) + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t rows = starts_[i + 1] - starts_[i];
        if (rows > 0) runs_.push_back({i, std::span(order_).subspan(starts_[i], rows)});
    }
    for (std::uint32_t row = 0; row < cells.size(); ++row)
        order_[starts_[std::min(cells[row], last)]++] = row;
}

void SortedRows::sort_by_digits(std::span<const std::uint32_t> cells) {
    std::vector<Keyed> rows;
    for (std::size_t row = 0; row < cells.size(); ++row)
        if (cells[row] != no_cell<std::uint32_t>) rows.push_back({cells[row], row});
    sort_by_key(rows);
    std::size_t first = 0;
    for_each_run(rows, [&](std::span<const Keyed> run) {
        for (std::size_t i = 0; i < run.size(); ++i)
            order_[first + i] = static_cast<std::uint32_t>(run[i].value);
        runs_.push_back({run.front().key, std::span(order_).subspan(first, run.size())});
        first += run.size();
    });
}

}  // namespace pgm::detail
