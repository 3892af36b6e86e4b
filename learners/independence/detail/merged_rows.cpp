#include <learners/independence/detail/merged_rows.hpp>

#include <learners/independence/detail/row_keys.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

constexpr std::size_t sample_rows = 4096;

/// True if among rows taken at equal distances at most half are different.
bool repeats_itself(const Dataset& data, std::span<const ColumnId> columns) {
    const std::size_t step = std::max<std::size_t>(1, data.rows() / sample_rows);
    std::vector<std::uint64_t> keys;
    for (std::size_t row = 0; row < data.rows(); row += step)
        keys.push_back(row_key(data, columns, row));
    const std::size_t sampled = keys.size();
    std::ranges::sort(keys);
    const auto repeated = std::ranges::unique(keys);
    return 2 * (sampled - repeated.size()) <= sampled;
}

Column gathered(const Column& column, std::span<const std::size_t> rows) {
    Column result{column.variable, missing_codes(column.variable.cardinality(), rows.size())};
    visit_codes(column, [&]<class Codes>(const Codes& codes) {
        Codes& cells = std::get<Codes>(result.cells);
        for (std::size_t i = 0; i < rows.size(); ++i) cells[i] = codes[rows[i]];
    });
    return result;
}

}  // namespace

std::optional<Dataset> merged_rows(const Dataset& data, std::span<const ColumnId> columns) {
    if (!keys_fit(data, columns) || !repeats_itself(data, columns)) return std::nullopt;
    std::vector<KeyedRow> rows = keyed_rows(data, columns);
    sort_by_key(rows);
    std::vector<std::size_t> first;
    std::vector<double> weights;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double weight = data.weights().empty() ? 1 : data.weights()[rows[i].row];
        if (i > 0 && rows[i].key == rows[i - 1].key) {
            weights.back() += weight;
        } else {
            first.push_back(rows[i].row);
            weights.push_back(weight);
        }
    }
    std::vector<Column> merged;
    for (const ColumnId column : columns) merged.push_back(gathered(data.column(column), first));
    return Dataset(std::move(merged), std::move(weights));
}

}  // namespace pgm::learners::detail
