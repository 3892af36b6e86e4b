#include <pgm/inference/detail/lanes/repeated_rows.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>

#include <algorithm>
#include <bit>
#include <limits>

namespace pgm::detail {
namespace {

constexpr std::size_t rows_per_chunk = 256;

/// How many kinds of rows there can be.
std::optional<std::size_t> possible_kinds(std::span<const BlockColumn> columns) {
    std::optional<std::size_t> kinds = 1;
    for (const BlockColumn& column : columns)
        if (kinds) kinds = checked_mul(*kinds, std::size_t{column.states} + 1);
    return kinds;
}

/// Works out the numbers that rows are known by.
class RowNumbers {
public:
    RowNumbers(std::span<const BlockColumn> columns, const RowSelection& rows)
        : columns_(columns),
          rows_(rows),
          codes_(columns.size() * rows_per_chunk),
          numbers_(rows_per_chunk) {}

    /// Of `count` rows from the selection's `first` on, at most rows_per_chunk.
    std::span<const std::uint64_t> of(std::size_t first, std::size_t count) {
        BlockMemory memory{};
        memory.used = static_cast<std::uint32_t>(count);
        memory.rows = static_cast<std::uint32_t>((count + pack_rows - 1) / pack_rows * pack_rows);
        memory.first_row = rows_.first + first;
        memory.row_list = rows_.list ? rows_.list + rows_.first + first : nullptr;
        memory.columns = columns_.data();
        memory.column_count = static_cast<std::uint32_t>(columns_.size());
        memory.codes = codes_.data();
        block_kernels().read_codes(memory);
        std::fill_n(numbers_.begin(), count, 0);
        for (std::size_t c = columns_.size(); c-- > 0;) {
            const std::uint32_t* const codes = codes_.data() + c * memory.rows;
            for (std::size_t i = 0; i < count; ++i)
                numbers_[i] = numbers_[i] * (columns_[c].states + 1) + codes[i];
        }
        return std::span(numbers_).first(count);
    }

private:
    std::span<const BlockColumn> columns_;
    const RowSelection& rows_;
    std::vector<std::uint32_t> codes_;
    std::vector<std::uint64_t> numbers_;
};

/// The first row of every number seen. A number that finds no place among its hash's neighbours is
/// taken for one never seen: its row is then computed, as it would be without all this, so no
/// choice of rows makes a search long.
class SeenNumbers {
public:
    SeenNumbers(std::size_t kinds, std::size_t rows)
        : is_direct_(kinds <= 2 * rows), shift_(64 - static_cast<int>(std::bit_width(rows))) {
        entries_.resize(is_direct_ ? kinds : (std::size_t{1} << (64 - shift_)) + longest_search);
    }

    /// The first row of that number, which is `row` when there was none before.
    std::uint32_t first(std::uint64_t number, std::uint32_t row) {
        if (is_direct_) return settle(entries_[number], number, row);
        const std::size_t home = number * 0x9e3779b97f4a7c15 >> shift_;
        for (std::size_t i = home; i < home + longest_search; ++i)
            if (entries_[i].row == no_one || entries_[i].number == number)
                return settle(entries_[i], number, row);
        return row;
    }

private:
    static constexpr std::uint32_t no_one = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t longest_search = 16;

    struct HashedRow {
        std::uint64_t number = 0;
        std::uint32_t row = no_one;
    };

    static std::uint32_t settle(HashedRow& entry, std::uint64_t number, std::uint32_t row) {
        if (entry.row == no_one) entry = {number, row};
        return entry.row;
    }

    bool is_direct_;
    int shift_;
    std::vector<HashedRow> entries_;
};

bool hardly_repeat(const RepeatedRows& rows) {
    return rows.firsts.size() >
           rows.first_of.size() - rows.first_of.size() / cost_model::least_repeating;
}

/// The first so many of the selection.
RepeatedRows among(std::span<const BlockColumn> columns, const RowSelection& rows,
                   std::size_t count, std::size_t kinds) {
    RowNumbers numbers(columns, rows);
    SeenNumbers seen(kinds, count);
    RepeatedRows distinct;
    distinct.first_of.reserve(count);
    for (std::size_t done = 0; done < count; done += rows_per_chunk) {
        const std::span<const std::uint64_t> chunk =
            numbers.of(done, std::min(rows_per_chunk, count - done));
        for (std::size_t i = 0; i < chunk.size(); ++i) {
            const std::uint32_t row = rows[done + i];
            const std::uint32_t first = seen.first(chunk[i], row);
            if (first == row) distinct.firsts.push_back(row);
            distinct.first_of.push_back(first);
        }
    }
    return distinct;
}

}  // namespace

std::optional<RepeatedRows> find_repeated_rows(std::span<const BlockColumn> columns,
                                               const RowSelection& rows) {
    const std::optional<std::size_t> kinds = possible_kinds(columns);
    if (!kinds || rows.count < cost_model::least_repeating) return std::nullopt;
    const bool must_repeat = *kinds <= rows.count / 2;
    if (!must_repeat && rows.count > cost_model::rows_to_judge_by &&
        hardly_repeat(among(columns, rows, cost_model::rows_to_judge_by, *kinds)))
        return std::nullopt;
    RepeatedRows distinct = among(columns, rows, rows.count, *kinds);
    if (hardly_repeat(distinct)) return std::nullopt;
    return distinct;
}

}  // namespace pgm::detail
