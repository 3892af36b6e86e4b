#include <learners/score/detail/row_groups.hpp>

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <numeric>
#include <utility>
#include <variant>

namespace pgm::learners::detail {
namespace {

/// Numbers first: the first column then decides about nearly all rows.
std::vector<const Column*> columns_to_compare(const Dataset& data) {
    std::vector<const Column*> columns;
    for (const Column& column : data.columns()) columns.push_back(&column);
    std::ranges::stable_partition(columns,
                                  [](const Column* column) { return !column->is_discrete(); });
    return columns;
}

/// A missing number is larger than all others, which are finite.
double key_of(double cell) {
    return std::isnan(cell) ? std::numeric_limits<double>::infinity() : cell;
}

std::strong_ordering order_of(double a, double b) {
    return a < b   ? std::strong_ordering::less
           : b < a ? std::strong_ordering::greater
                   : std::strong_ordering::equal;
}

std::strong_ordering compare(const Column& column, std::uint32_t a, std::uint32_t b) {
    if (const auto* const numbers = std::get_if<RealCells>(&column.cells))
        return order_of(key_of((*numbers)[a]), key_of((*numbers)[b]));
    std::strong_ordering order = std::strong_ordering::equal;
    visit_codes(column, [&](const auto& codes) { order = codes[a] <=> codes[b]; });
    return order;
}

std::strong_ordering compare(std::span<const Column* const> columns, std::uint32_t a,
                             std::uint32_t b) {
    for (const Column* const column : columns)
        if (const auto order = compare(*column, a, b); order != 0) return order;
    return std::strong_ordering::equal;
}

/// The configuration of each of the rows; `nowhere` where a column is missing.
class Configurations {
public:
    static constexpr std::uint64_t nowhere = std::numeric_limits<std::uint64_t>::max();

    Configurations(const Dataset& data, std::span<const std::uint32_t> rows,
                   std::span<const ColumnId> columns)
        : rows_(rows), of_row_(rows.size(), 0) {
        for (const ColumnId id : columns) {
            const Column& column = data.column(id);
            if (const auto* const numbers = std::get_if<RealCells>(&column.cells)) {
                add_numbers(*numbers);
            } else {
                add_states(column);
            }
        }
    }

    /// The number after all groups.
    std::uint64_t end() const { return end_; }
    std::uint64_t operator[](std::size_t i) const { return of_row_[i]; }

private:
    void add_numbers(const RealCells& numbers) {
        for (std::size_t i = 0; i < rows_.size(); ++i)
            if (std::isnan(numbers[rows_[i]])) of_row_[i] = nowhere;
    }

    void add_states(const Column& column) {
        const std::uint64_t states = column.variable.cardinality();
        visit_codes(column, [&](const auto& codes) {
            using Code = typename std::decay_t<decltype(codes)>::value_type;
            for (std::size_t i = 0; i < rows_.size(); ++i) {
                const Code code = codes[rows_[i]];
                of_row_[i] = code == missing_code<Code> || of_row_[i] == nowhere
                                 ? nowhere
                                 : of_row_[i] * states + code;
            }
        });
        end_ *= states;
    }

    std::span<const std::uint32_t> rows_;
    std::vector<std::uint64_t> of_row_;
    std::uint64_t end_ = 1;
};

/// The places of the rows that have a configuration, by configuration, equal ones in order.
std::vector<std::uint32_t> places_by(const Configurations& configuration, std::size_t rows) {
    std::vector<std::uint32_t> places;
    constexpr std::uint64_t few = 1024;
    if (configuration.end() > std::max<std::uint64_t>(few, 4 * rows)) {
        for (std::size_t i = 0; i < rows; ++i)
            if (configuration[i] != Configurations::nowhere)
                places.push_back(static_cast<std::uint32_t>(i));
        std::ranges::stable_sort(places, {}, [&](std::uint32_t i) { return configuration[i]; });
        return places;
    }
    std::vector<std::uint32_t> next(configuration.end() + 1, 0);
    for (std::size_t i = 0; i < rows; ++i)
        if (configuration[i] != Configurations::nowhere) ++next[configuration[i] + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    places.resize(next.back());
    for (std::size_t i = 0; i < rows; ++i)
        if (configuration[i] != Configurations::nowhere)
            places[next[configuration[i]]++] = static_cast<std::uint32_t>(i);
    return places;
}

}  // namespace

OrderedRows::OrderedRows(const Dataset& data) {
    const std::vector<const Column*> columns = columns_to_compare(data);
    for (std::uint32_t row = 0; row < data.rows(); ++row)
        if (data.weights().empty() || data.weights()[row] > 0) rows.push_back(row);
    std::ranges::sort(rows, [&](std::uint32_t a, std::uint32_t b) {
        const auto order = compare(columns, a, b);
        return order != 0 ? order < 0 : a < b;
    });
    const auto weight_of = [&](std::uint32_t row) {
        return data.weights().empty() ? 1.0 : data.weights()[row];
    };
    std::size_t kept = 0;
    for (const std::uint32_t row : rows) {
        if (kept > 0 && compare(columns, rows[kept - 1], row) == 0) {
            weights[kept - 1] += weight_of(row);
        } else {
            rows[kept++] = row;
            weights.push_back(weight_of(row));
        }
    }
    rows.resize(kept);
    if (std::ranges::all_of(weights, [](double weight) { return weight == 1; })) weights.clear();
}

RowGroups group_rows(const Dataset& data, const OrderedRows& all,
                     std::span<const ColumnId> columns) {
    const Configurations configuration(data, all.rows, columns);
    RowGroups groups;
    std::uint64_t last = Configurations::nowhere;
    for (const std::uint32_t place : places_by(configuration, all.rows.size())) {
        if (configuration[place] != last) {
            groups.begins.push_back(groups.rows.size());
            groups.total_weight.push_back(0);
            last = configuration[place];
        }
        groups.rows.push_back(all.rows[place]);
        if (!all.weights.empty()) groups.weights.push_back(all.weights[place]);
        groups.total_weight.back() += all.weights.empty() ? 1 : all.weights[place];
    }
    groups.begins.push_back(groups.rows.size());
    return groups;
}

RowGroups RowGroups::only(std::size_t group) const {
    const auto begin = static_cast<std::ptrdiff_t>(begins[group]),
               end = static_cast<std::ptrdiff_t>(begins[group + 1]);
    RowGroups one{.rows = {rows.begin() + begin, rows.begin() + end},
                  .weights = {},
                  .begins = {0, static_cast<std::size_t>(end - begin)},
                  .total_weight = {total_weight[group]}};
    if (!weights.empty()) one.weights.assign(weights.begin() + begin, weights.begin() + end);
    return one;
}

}  // namespace pgm::learners::detail
