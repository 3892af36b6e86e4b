#include <learners/independence/detail/row_keys.hpp>

#include <algorithm>
#include <array>

namespace pgm::learners::detail {
namespace {

/// The number of states of a column with its mark for missing values.
std::uint64_t radix_of(const Column& column) {
    return std::uint64_t{column.variable.cardinality()} + 1;
}

/// The code, or the number of states where the cell is missing.
template <class Code>
std::uint64_t digit_of(Code code, std::uint64_t radix) {
    return std::min<std::uint64_t>(code, radix - 1);
}

/// The number of different ranks.
std::uint64_t replace_by_ranks(std::vector<KeyedRow>& rows) {
    std::vector<KeyedRow> sorted = rows;
    sort_by_key(sorted);
    std::uint64_t rank = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i > 0 && sorted[i].key != sorted[i - 1].key) ++rank;
        rows[sorted[i].row].key = rank;
    }
    return rank + 1;
}

}  // namespace

std::vector<KeyedRow> keyed_rows(const Dataset& data, std::span<const ColumnId> columns) {
    std::vector<KeyedRow> rows(data.rows());
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = {0, row};
    std::uint64_t keys = 1;
    for (const ColumnId id : columns) {
        const std::uint64_t radix = radix_of(data.column(id));
        if (__builtin_mul_overflow(keys, radix, &keys)) keys = replace_by_ranks(rows) * radix;
        visit_codes(data.column(id), [&](const auto& codes) {
            const auto* const code = codes.data();
            for (std::size_t row = 0; row < rows.size(); ++row)
                rows[row].key = rows[row].key * radix + digit_of(code[row], radix);
        });
    }
    return rows;
}

void sort_by_key(std::vector<KeyedRow>& rows) {
    constexpr unsigned digit_bits = 11;
    constexpr std::size_t digits = std::size_t{1} << digit_bits;
    std::uint64_t largest = 0;
    for (const KeyedRow& row : rows) largest = std::max(largest, row.key);
    std::vector<KeyedRow> sorted(rows.size());
    for (unsigned shift = 0; shift < 64 && largest >> shift > 0; shift += digit_bits) {
        std::array<std::size_t, digits + 1> starts{};
        const auto digit = [&](const KeyedRow& row) {
            return static_cast<std::size_t>(row.key >> shift) & (digits - 1);
        };
        for (const KeyedRow& row : rows) ++starts[digit(row) + 1];
        for (std::size_t i = 0; i < digits; ++i) starts[i + 1] += starts[i];
        for (const KeyedRow& row : rows) sorted[starts[digit(row)]++] = row;
        rows.swap(sorted);
    }
}

}  // namespace pgm::learners::detail
