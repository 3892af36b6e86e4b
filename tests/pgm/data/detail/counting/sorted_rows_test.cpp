#include <pgm/data/detail/counting/sorted_rows.hpp>

#include <tests/support/catch.hpp>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace pgm;
using namespace pgm::detail;

namespace {

using Sorted = std::vector<std::pair<std::size_t, std::vector<std::uint32_t>>>;

Sorted runs_of(const SortedRows& rows) {
    Sorted runs;
    for (const SortedRows::Run& run : rows.runs())
        runs.emplace_back(run.configuration, std::vector(run.rows.begin(), run.rows.end()));
    return runs;
}

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
    return runs_of(rows);
}

}  // namespace

TEST_CASE("SortedRows: rows by cell are in order, without those of no cell") {
    const std::vector<std::uint32_t> cells = {2, 0, 3, 2, 0, 2};
    SortedRows rows;
    rows.sort(cells, 3);
    CHECK(runs_of(rows) == Sorted{{0, {1, 4}}, {2, {0, 3, 5}}});
}

TEST_CASE("Row keys: columns that are too many for a number are replaced by their ranks") {
    // 3^90 combinations; the last two rows agree but for a missing value.
    std::vector<Column> columns;
    for (std::size_t c = 0; c < 90; ++c)
        columns.push_back(
            discrete_column(Variable("x" + std::to_string(c), {"a", "b"}),
                            std::vector<std::optional<StateId>>{
                                StateId(c % 2), StateId(0), StateId(c % 2), StateId(1),
                                c == 50 ? std::nullopt : std::optional(StateId(1))}));
    std::vector<const Column*> members;
    for (const Column& column : columns) members.push_back(&column);
    const std::vector<std::uint64_t> known = row_keys(members, 0, 5),
                                     all = row_keys(members, 0, 5, true);
    for (const std::vector<std::uint64_t>& keys : {known, all}) {
        CHECK(keys[0] == keys[2]);
        CHECK(keys[1] < keys[0]);
        CHECK(keys[0] < keys[3]);
    }
    CHECK(known[4] == no_cell<std::uint64_t>);
    CHECK(all[3] < all[4]);
    CHECK(row_keys(members, 1, 3)[2] > row_keys(members, 1, 3)[1]);
}

TEST_CASE("Counting by sorting: cells of any number, by their weights") {
    const Column wide =
        discrete_column(Variable("a", {"n", "y"}),
                        std::vector<std::optional<StateId>>{StateId(1), StateId(0), StateId(1),
                                                            std::nullopt, StateId(0)});
    const std::vector<std::uint64_t> weights = {3, 0, 4, 9, 0};
    const std::vector<Keyed> counts = count_by_sorting({0, 5, weights}, std::array{&wide});
    REQUIRE(counts.size() == 1);
    CHECK((counts[0].key == 1 && counts[0].value == 7));
    const std::vector<Keyed> rows = count_by_sorting({1, 3, {}}, std::array{&wide});
    REQUIRE(rows.size() == 2);
    CHECK((rows[0].key == 0 && rows[0].value == 1 && rows[1].value == 1));
}

TEST_CASE("SortedRows: rows by configuration, without those that lack a state or a number") {
    CHECK(sorted_runs(3) == Sorted{{1, {2}}, {3, {1}}, {5, {0, 4}}});
    CHECK(sorted_runs(100) == Sorted{{1, {2}}, {100, {1}}, {102, {0, 4}}});
}
