#include <pgm/inference/detail/lanes/block_batch.hpp>

#include <pgm/core/detail/float_flags.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>
#include <pgm/inference/detail/lanes/block_patterns.hpp>
#include <pgm/inference/detail/lanes/repeated_rows.hpp>
#include <pgm/inference/detail/plan/arena.hpp>

#include <algorithm>
#include <bit>
#include <numeric>

namespace pgm::detail {
namespace {

/// Rows that go through one program; a null program: each by itself.
struct PlannedRows {
    std::shared_ptr<const BlockPlan> plan;
    std::vector<std::uint32_t> rows;  ///< empty for all rows
    std::size_t count = 0;
};

/// A part of a group, for one thread: all that is done with its rows is done by that thread.
struct Part {
    const BlockPlan* plan;
    RowSelection rows;
};

/// A block should stay in a near cache, and its rows should share the price of reading the program:
/// at least as many as kernels work on at once, unless even fewer leave every cache near.
std::uint32_t rows_per_block(const BlockPlan& plan) {
    const std::size_t bytes_per_row =
        plan.list.cells * sizeof(double) + plan.columns.size() * sizeof(std::uint32_t);
    constexpr std::size_t least = cost_model::least_packs_per_block * pack_rows;
    if (least * bytes_per_row > cost_model::near_cache_bytes) return pack_rows;
    return static_cast<std::uint32_t>(
        std::clamp<std::size_t>(cost_model::nearest_cache_bytes / bytes_per_row / least * least,
                                least, cost_model::most_rows_per_block));
}

/// The memory of one thread.
class BlockRunner {
public:
    /// Flags in `is_put_off` the rows that the program they are run with does not suit.
    BlockRunner(const BatchSink& sink, const BlockPlanner& planner, const EvidenceColumns& columns,
                std::span<char> is_put_off)
        : sink_(sink),
          is_put_off_(is_put_off),
          densities_(planner.densities(), columns, planner.densities().first_slot),
          answer_row_(sink.row_by_row()) {}

    void run(const Part& part) {
        if (!part.plan || densities_.need_single_rows()) {
            for (std::size_t i = 0; i < part.rows.count; ++i) answer_row_(part.rows[i]);
        } else if (const std::optional<RepeatedRows> distinct = repeated_rows_of(part)) {
            run_blocks(*part.plan, {distinct->firsts.data(), 0, distinct->firsts.size()});
            for (std::size_t i = 0; i < part.rows.count; ++i)
                if (distinct->first_of[i] != part.rows[i])
                    repeat(part.rows[i], distinct->first_of[i]);
        } else {
            run_blocks(*part.plan, part.rows);
        }
    }

private:
    /// One row of each kind; null where hardly any row repeats.
    static std::optional<RepeatedRows> repeated_rows_of(const Part& part) {
        if (!part.plan->program.densities.empty()) return std::nullopt;
        return find_repeated_rows(part.plan->columns, part.rows);
    }

    void repeat(std::size_t row, std::size_t same) {
        is_put_off_[row] = is_put_off_[same];
        sink_.repeat(row, same);
    }

    void run_blocks(const BlockPlan& plan, const RowSelection& selection) {
        const std::uint32_t rows = rows_per_block(plan);
        for (std::size_t done = 0; done < selection.count; done += rows) {
            BlockMemory memory = prepare(plan, rows);
            memory.used =
                static_cast<std::uint32_t>(std::min<std::size_t>(rows, selection.count - done));
            memory.rows = (memory.used + pack_rows - 1) / pack_rows * pack_rows;
            memory.first_row = selection.first + done;
            memory.row_list = selection.list ? selection.list + memory.first_row : nullptr;
            run_block_of(plan, memory);
        }
    }

    BlockMemory prepare(const BlockPlan& plan, std::uint32_t rows) {
        arena_.reserve(std::size_t{plan.list.cells} * rows);
        codes_.resize(plan.columns.size() * rows);
        BlockMemory memory{};
        memory.columns = plan.columns.data();
        memory.column_count = static_cast<std::uint32_t>(plan.columns.size());
        memory.codes = codes_.data();
        memory.arena = arena_.data();
        memory.needs_log_probabilities = sink_.needs_log_probabilities;
        return memory;
    }

    bool loses_precision(const BlockPlan& plan, BlockMemory& memory) {
        block_kernels().read_codes(memory);
        densities_.read(plan.program, memory);
        block_kernels().add_normals(plan.list, memory);
        const FloatFlags flags;
        if (plan.missing_sums) sum_missing(plan, memory);
        block_kernels().run(plan.list, memory);
        return flags.lost_precision();
    }

    void sum_missing(const BlockPlan& plan, const BlockMemory& memory) {
        double* const sums = memory.arena + std::size_t{*plan.program.missing_sums} * memory.rows;
        for (const std::uint32_t i : missing_sums_.write(*plan.missing_sums, memory, sums))
            is_put_off_[number_of_row(memory, i)] = 1;
    }

    /// Runs each row of a block in which some row lost precision once more by itself, in a pack of
    /// copies: the others get the same bits as before.
    void run_block_of(const BlockPlan& plan, BlockMemory& memory) {
        if (!loses_precision(plan, memory)) return sink_.block(plan, memory);
        for (std::uint32_t i = 0; i < memory.used; ++i) {
            BlockMemory alone = memory;
            alone.rows = pack_rows;
            alone.used = 1;
            alone.first_row = memory.first_row + i;
            alone.row_list = memory.row_list ? memory.row_list + i : nullptr;
            if (loses_precision(plan, alone))
                answer_row_(number_of_row(alone, 0));
            else
                sink_.block(plan, alone);
        }
    }

    const BatchSink& sink_;
    std::span<char> is_put_off_;  ///< by row
    BlockDensityReader densities_;
    MissingSums missing_sums_;
    std::function<void(std::size_t row)> answer_row_;
    Arena arena_;
    std::vector<std::uint32_t> codes_;
};

/// True if so many rows of one pattern are worth a program of their own: it runs perhaps twice as
/// fast as the one for all rows, but has to be compiled.
bool pays(const BlockPlan& for_all, std::size_t rows) {
    return static_cast<double>(rows) * for_all.seconds_per_row *
               cost_model::share_saved_by_pattern >
           for_all.compile_seconds;
}

/// The rows that have not been taken out of their patterns.
std::vector<std::uint32_t> rows_left(std::span<const RowPattern> patterns, std::size_t rows) {
    std::vector<char> is_left(rows, 0);
    std::size_t count = 0;
    for (const RowPattern& pattern : patterns) {
        count += pattern.rows.size();
        for (const std::uint32_t row : pattern.rows) is_left[row] = 1;
    }
    std::vector<std::uint32_t> left(count +
                                    1);  // where a row is written before it is known to be left
    std::size_t next = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        left[next] = static_cast<std::uint32_t>(row);
        next += is_left[row] != 0;
    }
    left.pop_back();
    return left;
}

/// Rows without a cell that blocks need in the first group, each by itself; others in the second.
std::vector<PlannedRows> split_by_needs(const BlockPlanner& planner,
                                        const EvidenceColumns& columns) {
    std::vector<PlannedRows> groups(2);
    groups[1].plan = planner.for_all_rows();
    const std::size_t words = (planner.needed_by_blocks().size() + 63) / 64;
    for (RowPattern& pattern :
         group_by_pattern(columns, planner.needed_by_blocks(), {nullptr, 0, columns.rows})) {
        std::size_t present = 0;
        for (std::size_t w = 0; w < words; ++w)
            present += static_cast<std::size_t>(std::popcount(pattern.observed[w]));
        PlannedRows& group = groups[present == planner.needed_by_blocks().size() ? 1 : 0];
        group.rows.insert(group.rows.end(), pattern.rows.begin(), pattern.rows.end());
    }
    for (PlannedRows& group : groups) {
        std::ranges::sort(group.rows);
        group.count = group.rows.size();
    }
    return groups;
}

/// The program for rows with few missing values; null where there is none, or where it would not be
/// quicker than `for_all`, the one for all rows.
std::shared_ptr<const BlockPlan> plan_for_few(const BlockPlanner& planner,
                                              const BlockPlan* for_all) {
    // Beside the target one variable that may be missing: no sum is shorter than the contraction.
    constexpr std::size_t few_variables = 2;
    if (for_all && for_all->graph->variables.size() <= few_variables) return nullptr;
    return planner.for_rows_with_few_missing(
        for_all ? for_all->seconds_per_row / cost_model::missing_sum_seconds_per_multiplication
                : cost_model::most_missing_sum_multiplications);
}

/// True if most rows have other missing cells than all rows before them, judged by the first ones.
bool patterns_hardly_repeat(const EvidenceColumns& columns,
                            const std::vector<std::size_t>& incomplete, RowSelection rows) {
    if (rows.count <= cost_model::rows_to_judge_by) return false;
    rows.count = cost_model::rows_to_judge_by;
    return group_by_pattern(columns, incomplete, rows).size() > rows.count / 2;
}

std::vector<std::uint32_t> listed(const RowSelection& rows) {
    std::vector<std::uint32_t> list(rows.count);
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = rows[i];
    return list;
}

/// Divides a selection of rows: one group per pattern of missing cells where that pays, and one of
/// all others.
std::vector<PlannedRows> groups_by_pattern(const BlockPlanner& planner,
                                           const EvidenceColumns& columns,
                                           const std::vector<std::size_t>& incomplete,
                                           const std::shared_ptr<const BlockPlan>& for_all,
                                           const RowSelection& rows, std::size_t threads) {
    if (patterns_hardly_repeat(columns, incomplete, rows))
        return {{for_all, listed(rows), rows.count}};
    std::vector<RowPattern> patterns = group_by_pattern(columns, incomplete, rows);
    const auto observed_in = [&](const RowPattern& pattern) {
        std::vector<char> observed(columns.columns.size(), 1);
        for (std::size_t i = 0; i < incomplete.size(); ++i)
            observed[incomplete[i]] = (pattern.observed[i / 64] >> (i % 64)) & 1;
        return observed;
    };
    const auto has_program = [&](const RowPattern& pattern) {
        const std::size_t count = pattern.rows.size();
        if (for_all) return pays(*for_all, count);
        return count >= cost_model::few_rows && planner.pays_for(observed_in(pattern), count);
    };
    // Where the rows of the most frequent pattern are sooner asked one by one, so are all others.
    const auto size = [](const RowPattern& pattern) { return pattern.rows.size(); };
    if (!has_program(*std::ranges::max_element(patterns, {}, size)))
        return {{for_all, listed(rows), rows.count}};
    std::vector<PlannedRows> groups(patterns.size() + 1);
    parallel_for(patterns.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) {
            if (!has_program(patterns[p])) continue;
            groups[p].plan = planner.for_pattern(observed_in(patterns[p]));
            groups[p].rows = std::move(patterns[p].rows);
            groups[p].count = groups[p].rows.size();
        }
    });
    // What is left goes together.
    PlannedRows& rest = groups.back();
    rest.plan = for_all;
    rest.rows = rows_left(patterns, columns.rows);
    rest.count = rest.rows.size();
    return groups;
}

/// One part per thread, or fewer where a thread would have little to do; more of rows to be
/// answered by themselves, each of which may take long.
void divide(const PlannedRows& group, std::size_t threads, std::vector<Part>& parts) {
    const std::size_t wanted =
        threads == 1 || group.plan ? threads : cost_model::parts_per_thread * threads;
    const std::size_t most = group.plan ? (group.count + cost_model::least_rows_per_thread - 1) /
                                              cost_model::least_rows_per_thread
                                        : group.count;
    const std::size_t number = std::min(wanted, most);  // none of an empty group
    for (std::size_t part = 0; part < number; ++part) {
        const std::size_t first = group.count * part / number,
                          end = group.count * (part + 1) / number;
        parts.push_back({group.plan.get(),
                         {group.rows.empty() ? nullptr : group.rows.data(), first, end - first}});
    }
}

/// Runs the rows of a table, group by group.
class Batch {
public:
    Batch(const BlockPlanner& planner, const EvidenceColumns& columns, std::size_t threads,
          const BatchSink& sink)
        : planner_(planner),
          columns_(columns),
          threads_(threads),
          sink_(sink),
          is_put_off_(columns.rows, 0) {}

    void run(const std::vector<PlannedRows>& groups) {
        std::vector<Part> parts;
        for (const PlannedRows& group : groups) divide(group, thread_count(threads_), parts);
        parallel_for(parts.size(), threads_, [&](std::size_t begin, std::size_t end) {
            BlockRunner runner(sink_, planner_, columns_, is_put_off_);
            for (std::size_t i = begin; i < end; ++i) runner.run(parts[i]);
        });
    }

    /// Runs all rows with a program for rows with few missing values; or puts all off, where it
    /// suits hardly half of the first ones.
    void run_few(const std::shared_ptr<const BlockPlan>& plan) {
        const std::size_t judged = std::min(columns_.rows, cost_model::rows_to_judge_by);
        run({{plan, listed({nullptr, 0, judged}), judged}});
        const auto put_off =
            std::accumulate(is_put_off_.begin(), is_put_off_.end(), std::size_t{0});
        if (put_off > judged / 2)
            std::fill(is_put_off_.begin() + static_cast<std::ptrdiff_t>(judged), is_put_off_.end(),
                      char{1});
        else if (judged < columns_.rows)
            run({{plan, listed({nullptr, judged, columns_.rows - judged}),
                  columns_.rows - judged}});
    }

    /// The rows that the program they were run with did not suit. Valid until the next call.
    RowSelection rows_put_off() {
        put_off_.clear();
        for (std::size_t row = 0; row < is_put_off_.size(); ++row)
            if (is_put_off_[row] != 0) put_off_.push_back(static_cast<std::uint32_t>(row));
        return {put_off_.data(), 0, put_off_.size()};
    }

private:
    const BlockPlanner& planner_;
    const EvidenceColumns& columns_;
    std::size_t threads_;
    const BatchSink& sink_;
    std::vector<char> is_put_off_;  ///< by row
    std::vector<std::uint32_t> put_off_;
};

bool observes_something(const BlockMemory& memory, std::uint32_t i) {
    for (std::uint32_t c = 0; c < memory.column_count; ++c) {
        if (memory.codes[std::size_t{c} * memory.rows + i] < memory.columns[c].states) return true;
    }
    return false;
}

}  // namespace

void write_log_evidence(const BlockPlan& plan, const BlockMemory& memory,
                        std::span<double> log_evidence) {
    const double* const from = memory.arena + std::size_t{plan.list.log_evidence} * memory.rows;
    const bool measures_something = !plan.program.densities.empty();
    for (std::uint32_t i = 0; i < memory.used; ++i) {
        log_evidence[number_of_row(memory, i)] =
            measures_something || observes_something(memory, i) ? from[i] : 0.0;
    }
}

void run_batch(const BlockPlanner& planner, const EvidenceColumns& columns,
               std::span<const char> incomplete, std::size_t threads, const BatchSink& sink) {
    if (columns.rows == 0) return;
    if (columns.rows > std::numeric_limits<std::uint32_t>::max()) {
        throw TooLargeError("a batch of " + std::to_string(columns.rows) + " rows", {},
                            "ask for at most 2^32 - 1 rows at a time");
    }
    if (!planner.needed_by_blocks().empty())
        return Batch(planner, columns, threads, sink).run(split_by_needs(planner, columns));
    const std::shared_ptr<const BlockPlan> for_all = planner.for_all_rows();
    const std::vector<std::size_t> with_missing = incomplete_columns(incomplete);
    Batch batch(planner, columns, threads, sink);
    if (with_missing.empty() || (for_all && !planner.keeps_missing()))
        return batch.run({{for_all, {}, columns.rows}});
    RowSelection rows{nullptr, 0, columns.rows};
    if (const auto for_few = plan_for_few(planner, for_all.get())) {
        batch.run_few(for_few);
        rows = batch.rows_put_off();
    }
    if (rows.count > 0)
        batch.run(groups_by_pattern(planner, columns, with_missing, for_all, rows, threads));
}

}  // namespace pgm::detail
