#include <pgm/data/detail/cell_counting.hpp>

#include <algorithm>
#include <array>

namespace pgm::detail {
namespace {

/// Marks a row with a missing member while its cell is computed.
template <class Cell>
constexpr Cell no_member_cell = ~Cell{0};

template <class Cell>
void append_axis(const Column& column, std::size_t first, std::span<Cell> cells) {
    const Cell cardinality = static_cast<Cell>(column.variable.cardinality());
    visit_codes(column, [&](const auto& codes) {
        using Code = typename std::decay_t<decltype(codes)>::value_type;
        const Code* const code = codes.data() + first;
        Cell* const cell = cells.data();
        const std::size_t rows = cells.size();
        for (std::size_t row = 0; row < rows; ++row) {
            const bool known = code[row] != missing_code<Code> && cell[row] != no_member_cell<Cell>;
            cell[row] = known ? cell[row] * cardinality + code[row] : no_member_cell<Cell>;
        }
    });
}

/// Two rows one behind the other are often of the same cell, whose sum would have to be stored
/// before it is read again; two tables in turn halve that wait.
template <class Code, class Sum, class WeightOf>
void count_pairs(std::span<const std::uint32_t> base, const Code* code, std::size_t states,
                 std::span<Sum> sums, WeightOf weight_of) {
    Sum* const even = sums.data();
    Sum* const odd = even + sums.size() / 2;
    const std::size_t width = states + 1;  // the last column is for missing values
    const auto cell = [&](std::size_t row) {
        return base[row] * width + std::min<std::size_t>(code[row], states);
    };
    std::size_t row = 0;
    for (; row + 1 < base.size(); row += 2) {
        even[cell(row)] += weight_of(row);
        odd[cell(row + 1)] += weight_of(row + 1);
    }
    if (row < base.size()) even[cell(row)] += weight_of(row);
}

template <class Sum>
void copy_cells(std::span<const Sum> sums, const AddedAxis& axis,
                std::vector<std::uint64_t>& counts) {
    const std::size_t width = axis.candidate_states + 1;
    const Sum* even = sums.data();
    const Sum* odd = even + sums.size() / 2;
    for (std::size_t configuration = 0; configuration < axis.configurations(); ++configuration) {
        for (std::size_t state = 0; state < axis.states; ++state, even += width, odd += width) {
            std::uint64_t* const cell = counts.data() + axis.first_cell(configuration, state);
            for (std::size_t x = 0; x < axis.candidate_states; ++x)
                cell[x * axis.stride()] = std::uint64_t{even[x]} + odd[x];
        }
    }
}

template <class Sum, class WeightOf>
void count_rows_by_cells(std::span<const std::uint32_t> base, const Column& candidate,
                         const AddedAxis& axis, WeightOf weight_of,
                         std::vector<std::uint64_t>& counts) {
    const std::size_t base_cells = axis.configurations() * axis.states + 1;
    std::vector<Sum> sums(2 * base_cells * (axis.candidate_states + 1));
    visit_codes(candidate, [&](const auto& codes) {
        count_pairs(base, codes.data(), axis.candidate_states, std::span(sums), weight_of);
    });
    copy_cells(std::span<const Sum>(sums), axis, counts);
}

struct WeightedCell {
    std::uint64_t cell;
    std::uint64_t weight;
};

/// Sorts by counting, eleven bits of the cell after the other, as many as the largest one has.
void sort_by_cell(std::vector<WeightedCell>& entries) {
    constexpr unsigned digit_bits = 11;
    constexpr std::size_t digits = std::size_t{1} << digit_bits;
    std::uint64_t largest = 0;
    for (const WeightedCell& entry : entries) largest = std::max(largest, entry.cell);
    std::vector<WeightedCell> sorted(entries.size());
    for (unsigned shift = 0; shift < 64 && largest >> shift > 0; shift += digit_bits) {
        std::array<std::size_t, digits + 1> starts{};
        const auto digit = [&](const WeightedCell& entry) {
            return static_cast<std::size_t>(entry.cell >> shift) & (digits - 1);
        };
        for (const WeightedCell& entry : entries) ++starts[digit(entry) + 1];
        for (std::size_t i = 0; i < digits; ++i) starts[i + 1] += starts[i];
        for (const WeightedCell& entry : entries) sorted[starts[digit(entry)]++] = entry;
        entries.swap(sorted);
    }
}

}  // namespace

void append_member(const Column& column, std::size_t first, std::span<std::uint32_t> cells) {
    append_axis(column, first, cells);
}

std::vector<std::uint32_t> row_cells(std::span<const Column* const> members, std::size_t rows,
                                     std::size_t cells) {
    std::vector<std::uint32_t> cell_of(rows, 0);
    for (const Column* member : members) append_member(*member, 0, cell_of);
    const auto last = static_cast<std::uint32_t>(cells);
    for (std::uint32_t& cell : cell_of) cell = std::min(cell, last);
    return cell_of;
}

void count_by_cells(const WeightedRows& rows, std::span<const std::uint32_t> base,
                    const Column& candidate, const AddedAxis& axis,
                    std::vector<std::uint64_t>& counts) {
    counts.resize(axis.cells());
    if (!rows.weights.empty()) {
        const auto weight_of = [&](std::size_t row) { return rows.weights[row]; };
        count_rows_by_cells<std::uint64_t>(base, candidate, axis, weight_of, counts);
    } else if (rows.rows > ~std::uint32_t{0}) {
        const auto one = [](std::size_t) { return std::uint64_t{1}; };
        count_rows_by_cells<std::uint64_t>(base, candidate, axis, one, counts);
    } else {
        const auto one = [](std::size_t) { return std::uint32_t{1}; };
        count_rows_by_cells<std::uint32_t>(base, candidate, axis, one, counts);
    }
}

SortedCounts count_by_sorting(const WeightedRows& rows, std::span<const Column* const> members) {
    std::vector<std::uint64_t> cell_of(rows.rows, 0);
    for (const Column* member : members) append_axis(*member, 0, std::span(cell_of));
    std::vector<WeightedCell> entries;
    entries.reserve(rows.rows);
    for (std::size_t row = 0; row < rows.rows; ++row) {
        const std::uint64_t weight = rows.weights.empty() ? 1 : rows.weights[row];
        if (cell_of[row] != no_member_cell<std::uint64_t> && weight > 0)
            entries.push_back({cell_of[row], weight});
    }
    sort_by_cell(entries);
    const std::size_t states = members.back()->variable.cardinality();
    SortedCounts sorted;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const WeightedCell& entry = entries[i];
        if (i > 0 && entry.cell == entries[i - 1].cell) {
            sorted.counts.back() += entry.weight;
            continue;
        }
        if (i > 0 && entry.cell / states != entries[i - 1].cell / states)
            sorted.ends.push_back(sorted.counts.size());
        sorted.counts.push_back(entry.weight);
    }
    if (!sorted.counts.empty()) sorted.ends.push_back(sorted.counts.size());
    return sorted;
}

}  // namespace pgm::detail
