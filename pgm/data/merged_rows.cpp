#include <pgm/data/distinct_rows.hpp>

#include <pgm/data/detail/counting/sorted_rows.hpp>
#include <pgm/data/family_counter.hpp>

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace pgm {
namespace {

struct MergedRow {
    std::uint32_t row;  ///< the first of them
    double weight;
};

/// The different rows, those of weight 0 left out.
std::vector<MergedRow> different_rows(const Dataset& data) {
    detail::ColumnPointers columns;
    for (const Column& column : data.columns()) columns.push_back(&column);
    std::vector<std::uint64_t> keys = detail::row_keys(columns, 0, data.rows(), true);
    const auto weight_of = [&](std::size_t row) {
        return data.weights().empty() ? 1 : data.weights()[row];
    };
    for (std::size_t row = 0; row < keys.size(); ++row)
        if (weight_of(row) == 0) keys[row] = detail::no_cell<std::uint64_t>;
    std::vector<MergedRow> rows;
    const std::vector<detail::Keyed> sorted = detail::sorted_rows(keys);
    detail::for_each_run(sorted, [&](std::span<const detail::Keyed> run) {
        rows.push_back({static_cast<std::uint32_t>(run.front().value), 0});
        for (const detail::Keyed& row : run) rows.back().weight += weight_of(row.value);
    });
    return rows;
}

/// Heavier rows come first, of equals that which occurred first.
bool comes_first(const MergedRow& a, const MergedRow& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.row < b.row;
}

}  // namespace

std::optional<Dataset> merge_equal_rows(const Dataset& data) {
    const bool can_merge =
        data.rows() < std::numeric_limits<std::uint32_t>::max() && FamilyCounter::can_count(data) &&
        std::ranges::all_of(data.columns(),
                            [](const Column& column) { return column.is_discrete(); });
    if (!can_merge) return std::nullopt;
    std::vector<MergedRow> rows = different_rows(data);
    if (rows.size() > data.rows() / 2) return std::nullopt;
    std::ranges::sort(rows, comes_first);
    std::vector<std::uint32_t> numbers;
    std::vector<double> weights;
    for (const auto& [row, weight] : rows) {
        numbers.push_back(row);
        weights.push_back(weight);
    }
    return data.select_rows(numbers).with_weights(RealCells(std::move(weights)));
}

}  // namespace pgm
