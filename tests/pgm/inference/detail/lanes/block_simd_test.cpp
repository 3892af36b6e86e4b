#include <deque>
#include <pgm/inference/detail/lanes/block_list.hpp>
#include <pgm/inference/detail/lanes/block_plan.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/instruction_sets.hpp>
#include <tests/support/random_model.hpp>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::detail;

namespace {

/// What a build makes of the first `rows` rows: all results, row by row.
std::vector<double> results(const BlockKernels& build, const BlockPlan& plan, std::uint32_t rows) {
    const std::uint32_t padded = (rows + pack_rows - 1) / pack_rows * pack_rows;
    std::vector<std::uint32_t> codes(plan.columns.size() * padded);
    std::vector<double> arena(std::size_t{plan.list.cells} * padded);
    BlockMemory memory{.rows = padded,
                       .used = rows,
                       .columns = plan.columns.data(),
                       .codes = codes.data(),
                       .arena = arena.data(),
                       .needs_log_probabilities = true};
    memory.column_count = static_cast<std::uint32_t>(plan.columns.size());
    build.read_codes(memory);
    build.run(plan.list, memory);
    std::vector<double> list;
    for (std::uint32_t row = 0; row < rows; ++row) {
        list.push_back(arena[std::size_t{plan.list.log_evidence} * padded + row]);
        for (std::uint32_t k = 0; k < plan.list.last_states; ++k) {
            list.push_back(arena[std::size_t{plan.list.probabilities + k} * padded + row]);
            list.push_back(arena[std::size_t{plan.list.log_probabilities + k} * padded + row]);
        }
    }
    return list;
}

}  // namespace

TEST_CASE("Blocks: every build gives the same bits, for blocks of any length") {
    const auto builds =
        builds_of([](auto instruction_set) { return block_kernels(instruction_set); });
    std::size_t compared = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Rng rng(seed);
        const BayesianNetwork network = random_model(rng);
        Planner planner(network, {.max_arena_bytes = std::size_t{1} << 30, .cached_plans = 16});
        constexpr std::size_t rows = 37;
        std::deque<std::vector<std::uint16_t>> cells;
        EvidenceColumns columns{rows, {}};
        const VariableId target(rng.below(network.size()));
        for (std::size_t v = 0; v < network.size(); ++v) {
            if (v == target.index() || rng.below(3) == 0) continue;
            std::vector<std::uint16_t>& column = cells.emplace_back();
            for (std::size_t row = 0; row < rows; ++row)
                column.push_back(
                    static_cast<std::uint16_t>(rng.below(network.cardinality(VariableId(v)))));
            if (rng.below(3) == 0) column[rng.below(rows)] = missing_cell<std::uint16_t>;
            columns.columns.push_back({VariableId(v), column});
        }
        const std::vector<char> incomplete = find_incomplete(columns, network, 1);
        const auto plan = BlockPlanner(network, planner, {}, Task::joint, std::span(&target, 1),
                                       columns, incomplete)
                              .for_all_rows();
        if (!plan) continue;
        const std::vector<double> expected = results(builds.front(), *plan, rows);
        for (const BlockKernels& build : builds) {
            CHECK(results(build, *plan, rows) == expected);
            const std::vector<double> few = results(build, *plan, 5);
            CHECK(std::equal(few.begin(), few.end(), expected.begin()));
            ++compared;
        }
    }
    CHECK(compared > 50);
}
