#include <pgm/core/parallel.hpp>
#include <pgm/inference/detail/batch_engine.hpp>
#include <pgm/inference/detail/mixture/member_mixture.hpp>
#include <pgm/inference/detail/mixture/mixture_engine.hpp>
#include <pgm/inference/detail/mixture/mixture_run.hpp>
#include <pgm/inference/detail/owned_cells.hpp>
#include <pgm/inference/evidence_columns.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

namespace pgm::detail {
namespace {

/// The number of rows per block, for which the posteriors of all members fit into the cache.
std::size_t rows_at_a_time(std::size_t cells_of_row) {
    constexpr std::size_t cells = std::size_t{1} << 18, least = 64, most = 4096;
    return std::clamp(cells / cells_of_row, least, most);
}

const EvidenceColumn* column_of(const EvidenceColumns& columns, VariableId variable) {
    const auto found = std::ranges::find(columns.columns, variable, &EvidenceColumn::variable);
    return found == columns.columns.end() ? nullptr : &*found;
}

SuperParentColumns super_parents_of(const WeightedNetwork& member, const EvidenceColumns& columns) {
    SuperParentColumns chosen;
    if (!member.super_parent) return chosen;
    for (const std::string& feature : member.super_parent->features)
        chosen.push_back(column_of(columns, member.network.id(feature)));
    return chosen;
}

using RowIndices = std::span<const std::uint32_t>;

/// The rows with a state in each column, and the others.
struct DividedRows {
    std::vector<std::uint32_t> complete, incomplete;
};

DividedRows divided(const EvidenceColumns& columns, std::span<const char> is_incomplete) {
    std::vector<char> misses(columns.rows, 0);
    for (std::size_t c = 0; c < columns.columns.size(); ++c) {
        if (!is_incomplete[c]) continue;
        std::visit(
            [&]<class Cell>(std::span<const Cell> cells) {
                if constexpr (std::is_integral_v<Cell>)
                    for (std::size_t row = 0; row < cells.size(); ++row)
                        misses[row] |= cells[row] == missing_cell<Cell>;
            },
            columns.columns[c].cells);
    }
    DividedRows divided;
    for (std::uint32_t row = 0; row < columns.rows; ++row)
        (misses[row] ? divided.incomplete : divided.complete).push_back(row);
    return divided;
}

void copy_states(const EvidenceColumn& column, RowIndices rows, std::span<std::uint32_t> states) {
    std::visit(
        [&]<class Cell>(std::span<const Cell> cells) {
            if constexpr (std::is_integral_v<Cell>)
                for (std::size_t i = 0; i < rows.size(); ++i) states[i] = cells[rows[i]];
        },
        column.cells);
}

/// Writes the posteriors of rows in which only the target is unknown.
void run(const MixtureProgram& program, const EvidenceColumns& columns, RowIndices rows,
         std::size_t threads, BatchPosterior& result) {
    const std::size_t block = MixtureRun::rows_of_block(program);
    parallel_for((rows.size() + block - 1) / block, threads,
                 [&](std::size_t begin, std::size_t end) {
                     MixtureRun mixture(program);
                     for (std::size_t i = begin; i < end; ++i) {
                         const auto of_block =
                             rows.subspan(i * block, std::min(block, rows.size() - i * block));
                         for (const EvidenceColumn& column : columns.columns)
                             copy_states(column, of_block, mixture.codes(column.variable));
                         mixture.write(of_block, result);
                     }
                 });
}

void copy_rows(const BatchPosterior& from, RowIndices rows, BatchPosterior& to) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto source = static_cast<Eigen::Index>(i), row = static_cast<Eigen::Index>(rows[i]);
        to.probabilities.row(row) = from.probabilities.row(source);
        to.log_probabilities.row(row) = from.log_probabilities.row(source);
        to.log_evidence[rows[i]] = from.log_evidence[i];
    }
}

}  // namespace

const std::optional<MixtureProgram>& MixtureEngine::program_for(VariableId target) const {
    const std::scoped_lock lock(programs_guard_);
    const auto found = programs_.find(target);
    if (found != programs_.end()) return found->second;
    return programs_.emplace(target, compile_mixture(model_, target)).first->second;
}

BatchPosterior MixtureEngine::ask_engines(VariableId target, const EvidenceColumns& columns,
                                          const BatchOptions& options) const {
    std::vector<SuperParentColumns> super_parents;
    for (const WeightedNetwork& member : model_.members())
        super_parents.push_back(super_parents_of(member, columns));
    const std::deque<EngineImplementation>& members = engines();
    const MemberMixture mixture(model_.members(), super_parents);
    BatchPosterior result = room_for(columns.rows, network(), std::span(&target, 1), true);
    const std::size_t block = rows_at_a_time(members.size() * result.offsets.back());
    parallel_for((columns.rows + block - 1) / block, options.threads,
                 [&](std::size_t begin, std::size_t end) {
                     std::vector<BatchPosterior> parts(members.size());
                     for (std::size_t i = begin; i < end; ++i) {
                         const std::size_t first = i * block;
                         const EvidenceColumns rows =
                             rows_of(columns, first, std::min(block, columns.rows - first));
                         for (std::size_t m = 0; m < parts.size(); ++m)
                             parts[m] = batch_posteriors(members[m], target, rows,
                                                         {.log_probabilities = true});
                         mixture.write(parts, first, result);
                     }
                 });
    return result;
}

BatchPosterior MixtureEngine::marginals(VariableId target, const EvidenceColumns& columns,
                                        const BatchOptions& options) const {
    const std::vector<char> is_incomplete = find_incomplete(columns, network(), options.threads);
    const bool asks_the_rest =
        columns.columns.size() + 1 == network().size() && !column_of(columns, target);
    if (!asks_the_rest || columns.rows > std::numeric_limits<std::uint32_t>::max())
        return ask_engines(target, columns, options);
    const std::optional<MixtureProgram>& program = program_for(target);
    if (!program) return ask_engines(target, columns, options);
    const auto [complete, incomplete] = divided(columns, is_incomplete);
    BatchPosterior result = room_for(columns.rows, network(), std::span(&target, 1), true);
    run(*program, columns, complete, options.threads, result);
    if (incomplete.empty()) return result;
    const ChosenRows chosen(columns, incomplete);
    copy_rows(ask_engines(target, chosen.found(), options), incomplete, result);
    return result;
}

BatchPosterior MixtureEngine::marginals(const EvidenceColumns& columns, std::size_t threads) const {
    validate(columns, network());
    BatchPosterior result = room_for(columns.rows, network(), discrete_variables(network()));
    parallel_for(columns.rows, threads, [&](std::size_t begin, std::size_t end) {
        WorkspaceState state;
        for (std::size_t row = begin; row < end; ++row) {
            const Evidence evidence = evidence_of_row(columns, row);
            const SolverAnswer answer = ask({Question::Kind::marginals, {}, evidence}, state);
            write_row(result, row, std::get<Kept<Posterior>>(answer));
        }
    });
    return result;
}

}  // namespace pgm::detail
