#include <pgm/data/distinct_rows.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/dataset.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace pgm {
namespace {

using WeightedRow = DistinctRows::WeightedRow;

constexpr std::size_t most_rows = std::size_t{1} << 14, most_key_cells = std::size_t{1} << 22;

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): every bit of the result depends on
/// every bit of the argument.
std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31);
}

/// The hash value of a row with one more code.
std::uint64_t hash_with(std::uint64_t hash, std::uint32_t code) {
    constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15U;
    return mixed(hash + golden_ratio + code);
}

std::uint64_t hash_of(std::span<const std::uint32_t> codes) {
    return std::accumulate(codes.begin(), codes.end(), std::uint64_t{0}, hash_with);
}

bool comes_before(const WeightedRow& a, const WeightedRow& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.codes < b.codes;
}

bool is_same(const WeightedRow& a, const WeightedRow& b) {
    return a.hash == b.hash && a.codes == b.codes;
}

/// Adds up the weights of equal rows, which are neighbours.
void combine(std::vector<WeightedRow>& rows) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (kept > 0 && is_same(rows[kept - 1], rows[i])) {
            rows[kept - 1].weight += rows[i].weight;
        } else {
            if (kept != i) rows[kept] = std::move(rows[i]);
            ++kept;
        }
    }
    rows.resize(kept);
}

/// Some consecutive rows of a table with their hash values, which are made column by column.
class RowBlock {
public:
    RowBlock(std::span<const Column* const> columns, std::size_t first, std::size_t rows)
        : columns_(columns), first_(first), hashes_(rows) {
        for (const Column* const column : columns_) {
            visit_codes(*column, [&](const auto& cells) {
                const auto* const from = cells.data() + first_;
                for (std::size_t row = 0; row < hashes_.size(); ++row)
                    hashes_[row] = hash_with(hashes_[row], code_of(from[row]));
            });
        }
    }

    std::size_t rows() const { return hashes_.size(); }
    std::uint64_t hash(std::size_t row) const { return hashes_[row]; }

    /// The codes of some of the rows, one row after the other.
    std::vector<std::uint32_t> codes(std::span<const std::size_t> rows) const {
        const std::size_t width = columns_.size();
        std::vector<std::uint32_t> codes(rows.size() * width);
        for (std::size_t c = 0; c < width; ++c) {
            visit_codes(*columns_[c], [&](const auto& cells) {
                const auto* const from = cells.data() + first_;
                for (std::size_t i = 0; i < rows.size(); ++i)
                    codes[i * width + c] = code_of(from[rows[i]]);
            });
        }
        return codes;
    }

private:
    template <class Code>
    static std::uint32_t code_of(Code code) {
        return code == missing_code<Code> ? DistinctRows::missing
                                          : static_cast<std::uint32_t>(code);
    }

    std::span<const Column* const> columns_;
    std::size_t first_;
    std::vector<std::uint64_t> hashes_;
};

/// The different rows of a block among `candidates`, with their weights.
std::vector<WeightedRow> distinct(const RowBlock& block, std::span<const std::size_t> candidates,
                                  std::span<const double> weights) {
    const std::vector<std::uint32_t> codes = block.codes(candidates);
    const std::size_t width = candidates.empty() ? 0 : codes.size() / candidates.size();
    const auto codes_at = [&](std::size_t i) { return std::span(codes).subspan(i * width, width); };
    const auto hash_at = [&](std::size_t i) { return block.hash(candidates[i]); };
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        if (hash_at(a) != hash_at(b)) return hash_at(a) < hash_at(b);
        return std::ranges::lexicographical_compare(codes_at(a), codes_at(b));
    });
    std::vector<WeightedRow> rows;
    for (const std::size_t i : order) {
        const auto row = codes_at(i);
        if (rows.empty() || rows.back().hash != hash_at(i) ||
            !std::ranges::equal(rows.back().codes, row))
            rows.push_back({hash_at(i), {row.begin(), row.end()}, WeightSum()});
        rows.back().weight +=
            weights.empty() ? WeightSum::of_count(1) : WeightSum::of(weights[candidates[i]]);
    }
    return rows;
}

}  // namespace

DistinctRows::DistinctRows(std::vector<Variable> schema) : schema_(std::move(schema)) {
    for (const Variable& variable : schema_) {
        if (!variable.is_discrete())
            throw ArgumentError("distinct rows are those of discrete columns, and '" +
                                printable(variable.name()) + "' is continuous");
    }
}

DistinctRows DistinctRows::from_rows(std::vector<Variable> schema, std::vector<WeightedRow> rows) {
    DistinctRows all(std::move(schema));
    if (rows.size() > all.most())
        throw ArgumentError("there are more distinct rows than are ever kept");
    for (WeightedRow& row : rows) {
        bool fits = row.codes.size() == all.schema_.size() && !row.weight.is_zero();
        for (std::size_t c = 0; fits && c < row.codes.size(); ++c)
            fits = row.codes[c] == missing || row.codes[c] < all.schema_[c].cardinality();
        if (!fits) throw ArgumentError("a distinct row does not fit its columns");
        row.hash = hash_of(row.codes);
    }
    std::ranges::sort(rows, comes_before);
    if (std::ranges::adjacent_find(rows, is_same) != rows.end())
        throw ArgumentError("a distinct row occurs twice");
    all.rows_ = std::move(rows);
    return all;
}

std::size_t DistinctRows::most() const {
    const std::size_t columns = std::max<std::size_t>(schema_.size(), 1);
    return std::clamp<std::size_t>(most_key_cells / columns, 1, most_rows);
}

template <class Take>
void DistinctRows::for_each_block(const Dataset& data, Take&& take) const {
    constexpr std::size_t block_cells = std::size_t{1} << 18, least_rows = 256;
    const ColumnIndex index(data);
    std::vector<const Column*> columns;
    for (const Variable& wanted : schema_) {
        const Column& column = data.column(index.id(wanted.name()));
        if (column.variable.states() != wanted.states())
            throw ArgumentError("column '" + printable(wanted.name()) +
                                    "' of the data has other states than the distinct rows",
                                "align the data with the schema first");
        columns.push_back(&column);
    }
    const std::size_t height =
        std::max(block_cells / std::max<std::size_t>(columns.size(), 1), least_rows);
    for (std::size_t first = 0; first < data.rows(); first += height) {
        const std::size_t rows = std::min(height, data.rows() - first);
        take(RowBlock(columns, first, rows), first);
    }
}

void DistinctRows::add(const Dataset& data) {
    for_each_block(data, [&](const RowBlock& block, std::size_t first) {
        std::span<const double> weights = data.weights();
        if (!weights.empty()) weights = weights.subspan(first, block.rows());
        const bool full = rows_.size() == most();
        std::vector<std::size_t> candidates;
        for (std::size_t row = 0; row < block.rows(); ++row) {
            const bool counts = weights.empty() || !WeightSum::of(weights[row]).is_zero();
            if (counts && (!full || block.hash(row) <= rows_.back().hash))
                candidates.push_back(row);
        }
        merge_sorted(distinct(block, candidates, weights));
    });
}

std::vector<std::size_t> DistinctRows::places_of(const Dataset& data) const {
    std::vector<std::size_t> places(data.rows(), nowhere);
    const auto first_with = [&](std::uint64_t hash) {
        return std::ranges::lower_bound(rows_, hash, {}, &WeightedRow::hash);
    };
    for_each_block(data, [&](const RowBlock& block, std::size_t first) {
        std::vector<std::size_t> candidates;
        for (std::size_t row = 0; row < block.rows(); ++row) {
            const auto found = first_with(block.hash(row));
            if (found != rows_.end() && found->hash == block.hash(row)) candidates.push_back(row);
        }
        const std::vector<std::uint32_t> codes = block.codes(candidates);
        const std::size_t width = schema_.size();
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const std::uint64_t hash = block.hash(candidates[i]);
            const auto row = std::span(codes).subspan(i * width, width);
            auto found = first_with(hash);
            while (found != rows_.end() && found->hash == hash &&
                   !std::ranges::equal(found->codes, row))
                ++found;
            if (found != rows_.end() && found->hash == hash)
                places[first + candidates[i]] = static_cast<std::size_t>(found - rows_.begin());
        }
    });
    return places;
}

void DistinctRows::merge(const DistinctRows& other) {
    if (schema_ != other.schema_)
        throw ArgumentError("distinct rows of different columns cannot be combined");
    merge_sorted(other.rows_);
}

void DistinctRows::merge_sorted(std::vector<WeightedRow> more) {
    std::vector<WeightedRow> all;
    all.reserve(rows_.size() + more.size());
    std::merge(std::move_iterator(rows_.begin()), std::move_iterator(rows_.end()),
               std::move_iterator(more.begin()), std::move_iterator(more.end()),
               std::back_inserter(all), comes_before);
    combine(all);
    if (all.size() > most()) all.resize(most());
    rows_ = std::move(all);
}

}  // namespace pgm
