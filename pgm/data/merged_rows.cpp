#include <pgm/data/distinct_rows.hpp>

#include <pgm/data/family_counter.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace pgm {
namespace {

/// Every row as a few words that are equal where the rows are: the codes one behind the other, in
/// as many bits as the states of a column and its missing values need.
class RowKeys {
public:
    explicit RowKeys(const Dataset& data) {
        std::vector<unsigned> shifts;
        std::vector<std::size_t> words;
        unsigned used = 64;
        for (const Column& column : data.columns()) {
            const auto bits = static_cast<unsigned>(std::bit_width(column.variable.cardinality()));
            if (used + bits > 64) {
                ++words_;
                used = 0;
            }
            words.push_back(words_ - 1);
            shifts.push_back(used);
            used += bits;
        }
        keys_.assign(data.rows() * words_, 0);
        for (std::size_t c = 0; c < words.size(); ++c)
            append(data.columns()[c], words[c], shifts[c]);
    }

    std::size_t hash(std::size_t row) const {
        // The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
        std::uint64_t hash = 0;
        for (const std::uint64_t word : key(row)) {
            hash = (hash + word) * 0x9e3779b97f4a7c15U;
            hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
            hash ^= hash >> 27;
        }
        return static_cast<std::size_t>(hash ^ (hash >> 31));
    }
    bool are_equal(std::size_t a, std::size_t b) const {
        return std::ranges::equal(key(a), key(b));
    }

private:
    std::span<const std::uint64_t> key(std::size_t row) const {
        return {keys_.data() + row * words_, words_};
    }

    void append(const Column& column, std::size_t word, unsigned shift) {
        const std::uint64_t missing = column.variable.cardinality();
        visit_codes(column, [&](const auto& cells) {
            using Code = typename std::decay_t<decltype(cells)>::value_type;
            std::uint64_t* key = keys_.data() + word;
            for (const Code code : cells) {
                const std::uint64_t cell =
                    code == missing_code<Code> ? missing : std::uint64_t{code};
                *key |= cell << shift;
                key += words_;
            }
        });
    }

    std::size_t words_ = 0;
    std::vector<std::uint64_t> keys_;
};

struct MergedRow {
    std::uint32_t row;  ///< the first of them
    double weight;
};

/// The different rows in the order of their first occurrence; gives up beyond `most`.
std::optional<std::vector<MergedRow>> different_rows(const Dataset& data, std::size_t most) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    const RowKeys keys(data);
    std::vector<std::uint32_t> table(std::bit_ceil(2 * (most + 1)), none);
    std::vector<MergedRow> rows;
    for (std::size_t row = 0; row < data.rows(); ++row) {
        const double weight = data.weights().empty() ? 1 : data.weights()[row];
        if (weight == 0) continue;
        std::size_t slot = keys.hash(row) & (table.size() - 1);
        while (table[slot] != none && !keys.are_equal(rows[table[slot]].row, row))
            slot = (slot + 1) & (table.size() - 1);
        if (table[slot] == none) {
            if (rows.size() == most) return std::nullopt;
            table[slot] = static_cast<std::uint32_t>(rows.size());
            rows.push_back({static_cast<std::uint32_t>(row), 0});
        }
        rows[table[slot]].weight += weight;
    }
    return rows;
}

}  // namespace

std::optional<Dataset> merge_equal_rows(const Dataset& data) {
    const bool can_merge =
        data.rows() < std::numeric_limits<std::uint32_t>::max() && FamilyCounter::can_count(data) &&
        std::ranges::all_of(data.columns(),
                            [](const Column& column) { return column.is_discrete(); });
    if (!can_merge) return std::nullopt;
    auto rows = different_rows(data, data.rows() / 2);
    if (!rows) return std::nullopt;
    std::ranges::stable_sort(*rows, std::ranges::greater(), &MergedRow::weight);
    std::vector<std::uint32_t> numbers;
    std::vector<double> weights;
    for (const auto& [row, weight] : *rows) {
        numbers.push_back(row);
        weights.push_back(weight);
    }
    return data.select_rows(numbers).with_weights(RealCells(std::move(weights)));
}

}  // namespace pgm
