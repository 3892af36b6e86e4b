#include <pgm/inference/detail/lanes/block_patterns.hpp>

#include <pgm/inference/detail/cost/cost_model.hpp>

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace pgm::detail {
namespace {

constexpr std::size_t word_bits = 64;

/// Sets one bit for every row whose cell is there.
template <class Cell>
void mark_observed(std::span<const Cell> cells, const RowSelection& rows, std::uint64_t bit,
                   std::size_t words_per_row, std::uint64_t* words) {
    const auto mark = [&](Cell cell) {
        if constexpr (std::is_floating_point_v<Cell>) {
            *words |= cell == cell ? bit : 0;
        } else {
            *words |= cell != missing_cell<Cell> ? bit : 0;
        }
        words += words_per_row;
    };
    if (!rows.list)
        std::ranges::for_each(cells.subspan(rows.first, rows.count), mark);
    else
        for (std::size_t i = 0; i < rows.count; ++i) mark(cells[rows[i]]);
}

struct HashWords {
    std::size_t operator()(std::span<const std::uint64_t> words) const {
        std::uint64_t hash = 0;
        for (const std::uint64_t word : words)
            hash = (hash ^ word) * 0x9e3779b97f4a7c15, hash ^= hash >> 29;
        return hash;
    }
};

struct EqualWords {
    bool operator()(std::span<const std::uint64_t> x, std::span<const std::uint64_t> y) const {
        return std::ranges::equal(x, y);
    }
};

/// Numbers patterns in the order in which they are met first. Those of few columns are looked up by
/// their bits, others by a hash.
class PatternNumbers {
public:
    explicit PatternNumbers(std::size_t columns)
        : direct_(columns <= cost_model::most_direct_columns ? std::size_t{1} << columns : 0,
                  not_met) {}

    /// The number of the pattern, which is `next` when it was not met before. The words must stay
    /// where they are.
    std::size_t number(std::span<const std::uint64_t> pattern, std::size_t next) {
        if (direct_.empty()) return numbers_.try_emplace(pattern, next).first->second;
        std::uint32_t& number = direct_[pattern.front()];
        if (number == not_met) number = static_cast<std::uint32_t>(next);
        return number;
    }

private:
    static constexpr std::uint32_t not_met = std::numeric_limits<std::uint32_t>::max();

    std::vector<std::uint32_t> direct_;
    std::unordered_map<std::span<const std::uint64_t>, std::size_t, HashWords, EqualWords> numbers_;
};

}  // namespace

std::vector<std::size_t> incomplete_columns(std::span<const char> incomplete) {
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < incomplete.size(); ++i)
        if (incomplete[i]) columns.push_back(i);
    return columns;
}

std::vector<RowPattern> group_by_pattern(const EvidenceColumns& columns,
                                         const std::vector<std::size_t>& incomplete,
                                         const RowSelection& rows) {
    const std::size_t width =
        std::max<std::size_t>(1, (incomplete.size() + word_bits - 1) / word_bits);
    std::vector<std::uint64_t> words(rows.count * width, 0);
    for (std::size_t i = 0; i < incomplete.size(); ++i) {
        std::visit(
            [&](auto cells) {
                mark_observed(cells, rows, std::uint64_t{1} << (i % word_bits), width,
                              words.data() + i / word_bits);
            },
            columns.columns[incomplete[i]].cells);
    }
    std::vector<RowPattern> patterns;
    PatternNumbers numbers(incomplete.size());
    for (std::size_t i = 0; i < rows.count; ++i) {
        const std::span<const std::uint64_t> pattern(words.data() + i * width, width);
        const std::size_t number = numbers.number(pattern, patterns.size());
        if (number == patterns.size()) patterns.push_back({{pattern.begin(), pattern.end()}, {}});
        patterns[number].rows.push_back(rows[i]);
    }
    return patterns;
}

}  // namespace pgm::detail
