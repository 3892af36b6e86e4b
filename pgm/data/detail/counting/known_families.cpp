#include <pgm/data/detail/counting/known_families.hpp>

#include <pgm/core/parallel.hpp>
#include <pgm/data/detail/counting/bit_columns.hpp>
#include <pgm/data/detail/counting/cell_counting.hpp>
#include <pgm/data/detail/counting/sorted_rows.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>

namespace pgm::detail {
namespace {

using CountedCell = FamilyCounts::CountedCell;

/// The bits of a hundred states of so many rows stay in the second-level cache.
constexpr std::size_t rows_of_block = 16384;
/// Rows whose cells are computed at a time: more, since each time a table is made.
constexpr std::size_t rows_of_batch = 4 * rows_of_block;
/// Up to so many cells counting ones costs less than computing each row's cell.
constexpr std::size_t most_cells_by_bits = 256;
/// A sparse family has a table of all cells up to this size for each row of data: less memory than
/// sorting takes.
constexpr std::size_t table_bytes_per_row = 32;

/// The children of families with the same parents, and where the cells of each begin among those of
/// all dense families.
struct FamilyGroup {
    std::vector<Addition> children;
    std::vector<std::size_t> first_cells;
};
using FamilyGroups = std::map<std::vector<ColumnId>, FamilyGroup>;

/// The parents that are there, to which the child is added as the last, fastest axis.
AddedAxis axis_of_child(const FamilyCounts& family) {
    return {.high = family.configurations(), .candidate_states = family.states()};
}

/// The weights of some rows as sums; none where they are all 1.
template <class Sum>
std::vector<Sum> weights_of(const Dataset& data, std::size_t first, std::size_t rows) {
    std::vector<Sum> weights;
    if constexpr (std::is_same_v<Sum, WeightSum>)
        if (!data.weights().empty())
            for (const double weight : std::span(data.weights()).subspan(first, rows))
                weights.push_back(WeightSum::of(weight));
    return weights;
}

class KnownFamilies {
public:
    KnownFamilies(const Dataset& data, std::span<const ColumnId> columns,
                  std::span<const FamilyCounts> families, const StopToken& stop);

    /// The sums of all cells of the dense families.
    std::vector<WeightSum> count_dense(std::size_t threads) const;
    std::vector<CountedCell> count_sparse(const FamilyCounts& family) const;

private:
    ColumnPointers members(std::span<const ColumnId> ids) const {
        ColumnPointers columns;
        for (const ColumnId id : ids) columns.push_back(columns_[id.index()]);
        return columns;
    }
    bool counts_by_bits(const FamilyCounts& family) const {
        return data_.weights().empty() && family.cell_count() <= most_cells_by_bits &&
               std::ranges::all_of(family.scope().variables(), [&](ColumnId id) {
                   return std::holds_alternative<Codes8>(columns_[id.index()]->cells);
               });
    }

    void add_by_bits(std::size_t first, std::size_t rows, std::span<WeightSum> sums) const {
        stop_.check();
        if (by_bits_.empty()) return;
        const BitColumns bits(with_bits_, {first, rows, {}}, 1);
        for (const auto& [parents, group] : by_bits_)
            bits.count_additions(
                parents, group.children, [&](std::size_t i, std::span<const std::uint64_t> counts) {
                    for (std::size_t cell = 0; cell < counts.size(); ++cell)
                        sums[group.first_cells[i] + cell] += to_weight(counts[cell]);
                });
    }

    template <class Sum, class Total>
    void add_by_cells(std::size_t first, std::size_t rows, std::span<WeightSum> sums) const {
        const std::vector<Sum> weights = weights_of<Sum>(data_, first, rows);
        std::vector<Total> counts;
        for (const auto& [parents, group] : by_cells_) {
            stop_.check();
            const std::vector<std::uint32_t> base =
                row_cells(members(parents), first, rows, group.children.front().axis.base_cells());
            for (std::size_t i = 0; i < group.children.size(); ++i) {
                const auto& [child, axis] = group.children[i];
                CellTable<Sum> table(axis);
                table.add(base, *columns_[child.index()], first, weights);
                table.copy_to(counts);
                for (std::size_t cell = 0; cell < counts.size(); ++cell)
                    sums[group.first_cells[i] + cell] += to_weight(counts[cell]);
            }
        }
    }

    template <class Sum>
    std::vector<CountedCell> count_in_table(const FamilyCounts& family) const {
        const ColumnPointers parents = members(family.family().parents);
        CellTable<Sum> table(axis_of_child(family));
        for (std::size_t first = 0; first < data_.rows(); first += rows_of_block) {
            stop_.check();
            const std::size_t rows = std::min(rows_of_block, data_.rows() - first);
            table.add(row_cells(parents, first, rows, family.configurations()),
                      *columns_[family.family().child.index()], first,
                      weights_of<Sum>(data_, first, rows));
        }
        std::vector<CountedCell> entries;
        table.for_each([&](std::size_t configuration, std::size_t state, Sum sum) {
            if (sum != Sum())
                entries.push_back({configuration * family.states() + state, to_weight(sum)});
        });
        return entries;
    }

    /// As many rows are sorted at a time as there are cells already, so that the entries never take
    /// more than about twice the memory of the cells that occur.
    std::vector<CountedCell> count_sorted(const FamilyCounts& family) const {
        const ColumnPointers all = members(family.scope().variables());
        std::vector<CountedCell> entries;
        for (std::size_t first = 0, rows = 0; first < data_.rows(); first += rows) {
            stop_.check();
            rows = std::min(std::max(rows_of_block, entries.size()), data_.rows() - first);
            const std::vector<WeightSum> weights = weights_of<WeightSum>(data_, first, rows);
            const std::size_t before = entries.size();
            for_each_run(sorted_rows(row_keys(all, first, rows)), [&](std::span<const Keyed> run) {
                WeightSum sum = WeightSum::of_count(weights.empty() ? run.size() : 0);
                if (!weights.empty())
                    for (const Keyed& row : run) sum += weights[row.value];
                entries.push_back({run.front().key, sum});
            });
            combine(entries, before);
        }
        return entries;
    }

    const Dataset& data_;
    const StopToken& stop_;
    ColumnPointers columns_;
    ColumnPointers with_bits_;  ///< null where no bits are needed
    FamilyGroups by_bits_, by_cells_;
    std::size_t cells_ = 0;  ///< of all dense families
};

KnownFamilies::KnownFamilies(const Dataset& data, std::span<const ColumnId> columns,
                             std::span<const FamilyCounts> families, const StopToken& stop)
    : data_(data), stop_(stop), with_bits_(columns.size()) {
    for (const ColumnId column : columns) columns_.push_back(&data.column(column));
    for (const FamilyCounts& family : families) {
        if (family.is_sparse()) continue;
        const bool by_bits = counts_by_bits(family);
        FamilyGroup& group = (by_bits ? by_bits_ : by_cells_)[family.family().parents];
        group.children.push_back({family.family().child, axis_of_child(family)});
        group.first_cells.push_back(cells_);
        cells_ += family.cell_count();
        if (!by_bits) continue;
        for (const ColumnId member : family.scope().variables())
            with_bits_[member.index()] = columns_[member.index()];
    }
}

std::vector<WeightSum> KnownFamilies::count_dense(std::size_t threads) const {
    std::vector<WeightSum> total(cells_);
    if (cells_ == 0) return total;
    std::mutex mutex;
    const std::size_t batches = (data_.rows() + rows_of_batch - 1) / rows_of_batch;
    parallel_for(batches, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<WeightSum> sums(cells_);
        for (std::size_t first = begin * rows_of_batch;
             first < std::min(end * rows_of_batch, data_.rows()); first += rows_of_batch) {
            const std::size_t rows = std::min(rows_of_batch, data_.rows() - first);
            for (std::size_t done = 0; done < rows; done += rows_of_block)
                add_by_bits(first + done, std::min(rows_of_block, rows - done), sums);
            data_.weights().empty() ? add_by_cells<std::uint32_t, std::uint64_t>(first, rows, sums)
                                    : add_by_cells<WeightSum, WeightSum>(first, rows, sums);
        }
        const std::lock_guard lock(mutex);
        for (std::size_t cell = 0; cell < cells_; ++cell) total[cell] += sums[cell];
    });
    return total;
}

std::vector<CountedCell> KnownFamilies::count_sparse(const FamilyCounts& family) const {
    const bool are_counted =
        data_.weights().empty() && data_.rows() <= std::numeric_limits<std::uint32_t>::max();
    const std::size_t bytes =
        family.cell_count() * (are_counted ? sizeof(std::uint32_t) : sizeof(WeightSum));
    if (bytes / table_bytes_per_row > data_.rows()) return count_sorted(family);
    return are_counted ? count_in_table<std::uint32_t>(family) : count_in_table<WeightSum>(family);
}

}  // namespace

void count_rows(const Dataset& data, std::span<const ColumnId> columns,
                std::span<FamilyCounts> families, std::size_t threads, const StopToken& stop) {
    const KnownFamilies known(data, columns, families, stop);
    std::vector<std::vector<CountedCell>> entries(families.size());
    std::vector<std::size_t> sparse;
    for (std::size_t i = 0; i < families.size(); ++i)
        if (families[i].is_sparse()) sparse.push_back(i);
    parallel_for(sparse.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            entries[sparse[i]] = known.count_sparse(families[sparse[i]]);
    });
    const std::vector<WeightSum> cells = known.count_dense(threads);
    std::size_t first = 0;
    for (std::size_t i = 0; i < families.size(); ++i) {
        FamilyCounts& family = families[i];
        if (family.is_sparse()) {
            family.add(std::move(entries[i]));
            continue;
        }
        family.add(std::span(cells).subspan(first, family.cell_count()));
        first += family.cell_count();
    }
}

}  // namespace pgm::detail
