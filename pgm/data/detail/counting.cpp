#include <pgm/data/detail/counting.hpp>

#include <pgm/core/parallel.hpp>
#include <pgm/data/detail/bit_count.hpp>
#include <pgm/data/detail/cell_counting.hpp>
#include <pgm/data/detail/sparse_counting.hpp>

#include <algorithm>
#include <map>
#include <mutex>

namespace pgm::detail {
namespace {

/// Rows whose bits are made at a time: the bits of a hundred states then stay in the second-level
/// cache.
constexpr std::size_t block_rows = 16384;
constexpr std::size_t block_words = block_rows / 64;
/// Up to so many cells counting ones costs less than computing each row's cell.
constexpr std::size_t most_cells_by_bits = 256;
constexpr std::size_t most_parents_by_bits = 8;
/// Blocks that a thread takes at a time; each time its tables are added to the common ones.
constexpr std::size_t blocks_at_a_time = 8;

constexpr std::size_t no_bits = ~std::size_t{0};

/// One child of a group, and where its cells begin in the flat array of all dense counts.
struct Child {
    std::size_t column = 0;
    std::size_t states = 0;
    std::size_t first_cell = 0;
};

/// Families with the same parents.
struct CountedGroup {
    std::vector<std::size_t> parents;
    std::vector<std::size_t> cardinalities;
    std::size_t configurations = 1;
    std::vector<Child> children;
};

struct CountingPlan {
    std::vector<const Column*> columns;
    std::vector<CountedGroup> by_bits;
    std::vector<CountedGroup> by_cells;
    std::vector<std::size_t> bit_columns;  ///< whose bits are needed
    /// First bits of the first state of each column, in runs of block_words.
    std::vector<std::size_t> first_bits;
    std::size_t bit_runs = 0;
    std::size_t cells = 0;  ///< of all families that are not sparse
};

bool counts_by_bits(const CountingPlan& plan, const FamilyCounts& family, bool weighted) {
    const std::vector<ColumnId>& parents = family.family().parents;
    const auto has_bytes = [&](ColumnId id) {
        return std::holds_alternative<Codes8>(plan.columns[id.index()]->cells);
    };
    return !weighted && family.cell_count() <= most_cells_by_bits &&
           parents.size() <= most_parents_by_bits && has_bytes(family.family().child) &&
           std::all_of(parents.begin(), parents.end(), has_bytes);
}

void add_to_group(std::vector<CountedGroup>& groups,
                  std::map<std::vector<ColumnId>, std::size_t>& known, const FamilyCounts& family,
                  std::size_t first_cell) {
    const auto [place, is_new] = known.emplace(family.family().parents, groups.size());
    if (is_new) {
        CountedGroup group;
        for (const ColumnId parent : family.family().parents)
            group.parents.push_back(parent.index());
        const auto cardinalities = family.scope().cardinalities();
        group.cardinalities.assign(cardinalities.begin(), cardinalities.end() - 1);
        group.configurations = family.configurations();
        groups.push_back(std::move(group));
    }
    groups[place->second].children.push_back(
        {family.family().child.index(), family.states(), first_cell});
}

void need_bits(CountingPlan& plan, std::size_t column) {
    if (plan.first_bits[column] != no_bits) return;
    plan.first_bits[column] = plan.bit_runs;
    plan.bit_runs += plan.columns[column]->variable.cardinality();
    plan.bit_columns.push_back(column);
}

CountingPlan make_plan(const Dataset& data, std::span<const ColumnId> columns,
                       std::span<const FamilyCounts> families) {
    CountingPlan plan;
    for (const ColumnId column : columns) plan.columns.push_back(&data.column(column));
    std::map<std::vector<ColumnId>, std::size_t> bit_groups, cell_groups;
    for (const FamilyCounts& family : families) {
        if (family.is_sparse()) continue;
        const bool bits = counts_by_bits(plan, family, !data.weights().empty());
        add_to_group(bits ? plan.by_bits : plan.by_cells, bits ? bit_groups : cell_groups, family,
                     plan.cells);
        plan.cells += family.cell_count();
    }
    plan.first_bits.assign(columns.size(), no_bits);
    for (const CountedGroup& group : plan.by_bits) {
        for (const std::size_t parent : group.parents) need_bits(plan, parent);
        for (const Child& child : group.children) need_bits(plan, child.column);
    }
    return plan;
}

/// The memory with which one thread counts: the bits of a block, the conjunctions of the parents'
/// bits, the cells of the rows, and its sums.
template <class Sum>
struct Worker {
    explicit Worker(const CountingPlan& plan)
        : sums(plan.cells), bits(plan.bit_runs * block_words) {}

    std::vector<Sum> sums;
    std::vector<WeightSum> weights;  ///< of the rows of the block; empty when all are 1
    std::vector<std::uint64_t> bits;
    std::vector<std::uint64_t> conjunctions =
        std::vector<std::uint64_t>((most_parents_by_bits + 1) * block_words);
    std::vector<std::uint32_t> parent_cells = std::vector<std::uint32_t>(block_rows);
    std::vector<std::uint32_t> row_cells = std::vector<std::uint32_t>(block_rows);
};

void count_cells(std::span<const std::uint32_t> cells, std::span<const WeightSum>,
                 std::span<std::uint64_t> sums) {
    for (const std::uint32_t cell : cells) {
        if (cell != no_cell) ++sums[cell];
    }
}

void count_cells(std::span<const std::uint32_t> cells, std::span<const WeightSum> weights,
                 std::span<WeightSum> sums) {
    for (std::size_t row = 0; row < cells.size(); ++row) {
        if (cells[row] != no_cell) sums[cells[row]] += weights[row];
    }
}

template <class Sum>
void count_group_by_cells(const CountingPlan& plan, const CountedGroup& group, std::size_t first,
                          std::size_t rows, Worker<Sum>& worker) {
    const std::span<std::uint32_t> parent_cells = std::span(worker.parent_cells).first(rows);
    std::fill(parent_cells.begin(), parent_cells.end(), 0);
    for (const std::size_t parent : group.parents)
        append_member(*plan.columns[parent], first, parent_cells);
    for (const Child& child : group.children) {
        const std::span<std::uint32_t> cells = std::span(worker.row_cells).first(rows);
        std::copy(parent_cells.begin(), parent_cells.end(), cells.begin());
        append_member(*plan.columns[child.column], first, cells);
        const std::size_t count = group.configurations * child.states;
        count_cells(cells, worker.weights, std::span(worker.sums).subspan(child.first_cell, count));
    }
}

/// Runs through the configurations of the parents like an odometer, the last parent fastest;
/// conjunction d holds the rows that have the states of the first d parents.
class Conjunctions {
public:
    Conjunctions(const CountingPlan& plan, const CountedGroup& group,
                 const std::vector<std::uint64_t>& bits, std::vector<std::uint64_t>& memory)
        : plan_(plan),
          group_(group),
          bits_(bits),
          memory_(memory),
          states_(group.parents.size(), 0) {
        std::fill_n(memory_.begin(), block_words, ~std::uint64_t{0});
        update(0);
    }

    const std::uint64_t* rows() const { return memory_.data() + states_.size() * block_words; }

    void next() { update(states_.size() - next_cell(states_, group_.cardinalities)); }

private:
    void update(std::size_t from) {
        for (std::size_t axis = from; axis < states_.size(); ++axis) {
            const std::uint64_t* const before = memory_.data() + axis * block_words;
            const std::uint64_t* const state =
                bits_.data() +
                (plan_.first_bits[group_.parents[axis]] + states_[axis]) * block_words;
            std::uint64_t* const after = memory_.data() + (axis + 1) * block_words;
            for (std::size_t word = 0; word < block_words; ++word)
                after[word] = before[word] & state[word];
        }
    }

    const CountingPlan& plan_;
    const CountedGroup& group_;
    const std::vector<std::uint64_t>& bits_;
    std::vector<std::uint64_t>& memory_;
    std::vector<std::size_t> states_;
};

void count_groups_by_bits(const CountingPlan& plan, std::size_t first, std::size_t rows,
                          Worker<std::uint64_t>& worker) {
    for (const std::size_t column : plan.bit_columns) {
        const std::uint8_t* const codes =
            std::get<Codes8>(plan.columns[column]->cells).data() + first;
        bits::state_bits(codes, rows, plan.columns[column]->variable.cardinality(), block_words,
                         worker.bits.data() + plan.first_bits[column] * block_words);
    }
    for (const CountedGroup& group : plan.by_bits) {
        Conjunctions conjunctions(plan, group, worker.bits, worker.conjunctions);
        for (std::size_t configuration = 0; configuration < group.configurations; ++configuration) {
            if (configuration > 0) conjunctions.next();
            for (const Child& child : group.children) {
                bits::count_ones_under(
                    conjunctions.rows(),
                    worker.bits.data() + plan.first_bits[child.column] * block_words, child.states,
                    block_words,
                    worker.sums.data() + child.first_cell + configuration * child.states);
            }
        }
    }
}

void count_groups_by_bits(const CountingPlan&, std::size_t, std::size_t, Worker<WeightSum>&) {
}  // weighted rows have no bits

void take_weights(std::span<const double> all, std::size_t first, std::size_t rows,
                  std::vector<WeightSum>& weights) {
    if (all.empty()) return;
    weights.resize(rows);
    std::transform(all.begin() + static_cast<std::ptrdiff_t>(first),
                   all.begin() + static_cast<std::ptrdiff_t>(first + rows), weights.begin(),
                   WeightSum::of);
}

/// The sums of all cells of the plan.
template <class Sum>
std::vector<WeightSum> count_all(const CountingPlan& plan, const Dataset& data, std::size_t threads,
                                 const StopToken& stop) {
    std::vector<WeightSum> total(plan.cells);
    if (plan.cells == 0) return total;
    std::mutex mutex;
    const std::size_t blocks = (data.rows() + block_rows - 1) / block_rows;
    const std::size_t batches = (blocks + blocks_at_a_time - 1) / blocks_at_a_time;
    parallel_for(batches, threads, [&](std::size_t begin, std::size_t end) {
        Worker<Sum> worker(plan);
        for (std::size_t block = begin * blocks_at_a_time;
             block < std::min(blocks, end * blocks_at_a_time); ++block) {
            stop.check();
            const std::size_t first = block * block_rows;
            const std::size_t rows = std::min(block_rows, data.rows() - first);
            count_groups_by_bits(plan, first, rows, worker);
            take_weights(data.weights(), first, rows, worker.weights);
            for (const CountedGroup& group : plan.by_cells) {
                stop.check();
                count_group_by_cells(plan, group, first, rows, worker);
            }
        }
        const std::lock_guard lock(mutex);
        for (std::size_t cell = 0; cell < plan.cells; ++cell)
            total[cell] += to_weight(worker.sums[cell]);
    });
    return total;
}

}  // namespace

void count_rows(const Dataset& data, std::span<const ColumnId> columns,
                std::span<FamilyCounts> families, std::size_t threads, const StopToken& stop) {
    const CountingPlan plan = make_plan(data, columns, families);
    std::vector<std::vector<FamilyCounts::CountedCell>> sparse =
        count_sparse_families(data, plan.columns, families, threads, stop);
    const std::vector<WeightSum> cells = data.weights().empty()
                                             ? count_all<std::uint64_t>(plan, data, threads, stop)
                                             : count_all<WeightSum>(plan, data, threads, stop);
    std::size_t first = 0;
    for (std::size_t i = 0; i < families.size(); ++i) {
        FamilyCounts& family = families[i];
        if (family.is_sparse()) {
            family.add(std::move(sparse[i]));
            continue;
        }
        family.add(std::span(cells).subspan(first, family.cell_count()));
        first += family.cell_count();
    }
}

}  // namespace pgm::detail
