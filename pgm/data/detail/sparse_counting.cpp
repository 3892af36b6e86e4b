#include <pgm/data/detail/sparse_counting.hpp>

#include <pgm/core/parallel.hpp>
#include <pgm/data/detail/cell_counting.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace pgm::detail {
namespace {

using CountedCell = FamilyCounts::CountedCell;

constexpr std::size_t rows_at_a_time = 16384;
/// A table of all cells is used up to this size for each row of data: less memory than collected
/// entries take.
constexpr std::size_t table_bytes_per_row = 32;

/// The rows of data that families are counted in.
struct SparseRows {
    const Dataset& data;
    std::span<const Column* const> columns;

    std::size_t size() const { return data.rows(); }
    WeightSum weight(std::size_t row) const {
        return data.weights().empty() ? WeightSum::of_count(1) : WeightSum::of(data.weights()[row]);
    }
};

/// Calls body(row, cell) for each row that no member is missing in.
template <class Body>
void for_each_cell(const SparseRows& rows, const Family& family, const StopToken& stop,
                   Body&& body) {
    std::vector<std::uint32_t> cells;
    for (std::size_t first = 0; first < rows.size(); first += rows_at_a_time) {
        stop.check();
        cells.assign(std::min(rows_at_a_time, rows.size() - first), 0);
        for (const ColumnId parent : family.parents)
            append_member(*rows.columns[parent.index()], first, cells);
        append_member(*rows.columns[family.child.index()], first, cells);
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (cells[i] != no_cell) body(first + i, cells[i]);
    }
}

/// Takes the sums that are not zero out of a table, which is zero afterwards.
template <class Sum>
std::vector<CountedCell> taken_from(std::span<Sum> sums) {
    std::vector<CountedCell> entries;
    for (std::size_t cell = 0; cell < sums.size(); ++cell) {
        const WeightSum weight = to_weight(std::exchange(sums[cell], Sum()));
        if (!weight.is_zero()) entries.push_back({cell, weight});
    }
    return entries;
}

/// Entries are combined whenever as many have come as there were, so that they never take more than
/// about twice the memory of the cells that occur.
std::vector<CountedCell> collected(const SparseRows& rows, const Family& family,
                                   const StopToken& stop) {
    constexpr std::size_t smallest_limit = 4096;
    std::vector<CountedCell> entries;
    std::size_t limit = smallest_limit, combined = 0;
    for_each_cell(rows, family, stop, [&](std::size_t row, std::uint32_t cell) {
        if (entries.size() == limit) {
            combine(entries, combined);
            combined = entries.size();
            limit = std::max(smallest_limit, 2 * combined);
        }
        entries.push_back({cell, rows.weight(row)});
    });
    combine(entries, combined);
    return entries;
}

/// Counts families one behind the other. What they need in turn is kept.
class SparseCounter {
public:
    SparseCounter(const SparseRows& rows, const StopToken& stop) : rows_(rows), stop_(stop) {}

    std::vector<CountedCell> count(const FamilyCounts& family) {
        const bool are_counted = rows_.data.weights().empty() &&
                                 rows_.size() <= std::numeric_limits<std::uint32_t>::max();
        const std::size_t bytes =
            family.cell_count() * (are_counted ? sizeof(std::uint32_t) : sizeof(WeightSum));
        if (bytes / table_bytes_per_row > rows_.size())
            return collected(rows_, family.family(), stop_);
        if (are_counted)
            return counted(family, counts_, [](std::size_t) { return std::uint32_t{1}; });
        return counted(family, sums_, [&](std::size_t row) { return rows_.weight(row); });
    }

private:
    template <class Sum, class WeightOf>
    std::vector<CountedCell> counted(const FamilyCounts& family, std::vector<Sum>& table,
                                     WeightOf weight_of) {
        if (table.size() < family.cell_count()) table.resize(family.cell_count());
        for_each_cell(rows_, family.family(), stop_,
                      [&](std::size_t row, std::uint32_t cell) { table[cell] += weight_of(row); });
        return taken_from(std::span(table).first(family.cell_count()));
    }

    const SparseRows& rows_;
    const StopToken& stop_;
    std::vector<std::uint32_t> counts_;  ///< all zero between two families
    std::vector<WeightSum> sums_;        ///< likewise
};

}  // namespace

std::vector<std::vector<CountedCell>> count_sparse_families(const Dataset& data,
                                                            std::span<const Column* const> columns,
                                                            std::span<const FamilyCounts> families,
                                                            std::size_t threads,
                                                            const StopToken& stop) {
    std::vector<std::vector<CountedCell>> counted(families.size());
    std::vector<std::size_t> sparse;
    for (std::size_t i = 0; i < families.size(); ++i)
        if (families[i].is_sparse()) sparse.push_back(i);
    const SparseRows rows{data, columns};
    parallel_for(sparse.size(), threads, [&](std::size_t begin, std::size_t end) {
        SparseCounter counter(rows, stop);
        for (std::size_t i = begin; i < end; ++i)
            counted[sparse[i]] = counter.count(families[sparse[i]]);
    });
    return counted;
}

}  // namespace pgm::detail
