#include <pgm/data/detail/sorted_rows.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::detail;

namespace {

using Sorted = std::vector<std::pair<std::size_t, std::vector<std::uint32_t>>>;

/// `states` is the number of states of the second column; where configurations outnumber rows, they
/// are sorted in another way.
Sorted sorted_runs(std::size_t states) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < states; ++i) names.push_back(std::to_string(i));
    const std::vector<std::optional<StateId>> a{StateId{0},   StateId{1}, StateId{1}, StateId{0},
                                                std::nullopt, StateId{1}, StateId{1}, StateId{0}};
    const std::vector<std::optional<StateId>> b{StateId{1}, StateId{2}, StateId{0},   StateId{1},
                                                StateId{1}, StateId{2}, std::nullopt, StateId{1}};
    const Column first = discrete_column(Variable("a", {"n", "y"}), a),
                 second = discrete_column(Variable("b", names), b);
    const RealCells numbers{0, 0, 0, 0, 0, 0, 0, std::nan("")};
    const Column* const discrete[] = {&first, &second};
    const RealCells* const complete[] = {&numbers};
    SortedRows rows;
    rows.sort(discrete, complete, 2 * states, 0, 8);
    rows.sort(discrete, complete, 2 * states, 1, 7);
    Sorted runs;
    for (const SortedRows::Run& run : rows.runs())
        runs.emplace_back(run.configuration, std::vector(run.rows.begin(), run.rows.end()));
    return runs;
}

}  // namespace

TEST_CASE("SortedRows: rows by configuration, without those that lack a state or a number") {
    CHECK(sorted_runs(3) == Sorted{{1, {2}}, {3, {1}}, {5, {0, 4}}});
    CHECK(sorted_runs(100) == Sorted{{1, {2}}, {100, {1}}, {102, {0, 4}}});
}
