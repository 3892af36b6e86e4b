#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/data/family_counter.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

using namespace pgm;

namespace {

/// One random column per number of states; a tenth of the cells is missing where that is wanted.
Dataset random_table(Rng& rng, const std::vector<std::size_t>& states, std::size_t rows,
                     bool missing, std::vector<double> weights = {}) {
    std::vector<Column> columns;
    for (const std::size_t count : states) {
        std::vector<std::string> names;
        for (std::size_t s = 0; s < count; ++s) names.push_back(std::to_string(s));
        std::vector<std::optional<StateId>> cells(rows);
        for (auto& cell : cells)
            if (!missing || rng.below(10) > 0) cell = StateId(rng.below(count));
        columns.push_back(
            discrete_column(Variable("x" + std::to_string(columns.size()), names), cells));
    }
    return Dataset(std::move(columns), std::move(weights));
}

using Cells = std::map<std::vector<std::size_t>, std::uint64_t>;

/// Counted row by row, the child last.
Cells count_plainly(const Dataset& data, ColumnId child, std::vector<ColumnId> members) {
    members.push_back(child);
    Cells cells;
    for (std::size_t row = 0; row < data.rows(); ++row) {
        std::vector<std::size_t> cell;
        for (const ColumnId member : members) {
            const auto state = data.column(member).state(row);
            if (state) cell.push_back(state->index());
        }
        const double weight = data.weights().empty() ? 1 : data.weights()[row];
        if (cell.size() == members.size() && weight > 0)
            cells[cell] += static_cast<std::uint64_t>(weight);
    }
    return cells;
}

using Runs = std::vector<std::vector<std::uint64_t>>;

/// Without what is zero.
Runs runs_of(const Cells& cells) {
    Runs runs;
    std::vector<std::size_t> last;
    for (const auto& [cell, count] : cells) {
        const std::vector<std::size_t> configuration(cell.begin(), cell.end() - 1);
        if (runs.empty() || configuration != last) runs.emplace_back();
        runs.back().push_back(count);
        last = configuration;
    }
    return runs;
}

Runs runs_of(const FamilyRuns& family) {
    Runs runs;
    family.for_each_configuration([&](std::span<const std::uint64_t> counts) {
        std::vector<std::uint64_t> run;
        for (const std::uint64_t count : counts)
            if (count > 0) run.push_back(count);
        if (!run.empty()) runs.push_back(run);
    });
    return runs;
}

std::vector<ColumnId> with(std::vector<ColumnId> parents, ColumnId candidate) {
    parents.insert(std::ranges::upper_bound(parents, candidate), candidate);
    return parents;
}

void check_family(const FamilyCounter& counter, ColumnId child,
                  const std::vector<ColumnId>& parents) {
    const Runs expected = runs_of(count_plainly(counter.data(), child, parents));
    counter.count(child, parents,
                  [&](const FamilyRuns& counts) { CHECK(runs_of(counts) == expected); });
}

/// The family itself, and every addition to it.
void check_additions(const FamilyCounter& counter, ColumnId child,
                     const std::vector<ColumnId>& parents) {
    INFO("child " << child.index() << ", " << parents.size() << " parents");
    check_family(counter, child, parents);
    std::vector<ColumnId> candidates;
    for (std::size_t i = 0; i < counter.data().columns().size(); ++i)
        if (ColumnId(i) != child && std::ranges::find(parents, ColumnId(i)) == parents.end())
            candidates.emplace_back(i);
    std::size_t taken = 0;
    counter.count_additions(child, parents, candidates, [&](std::size_t i, const FamilyRuns& runs) {
        INFO("candidate " << candidates[i].index());
        ++taken;
        CHECK(runs_of(runs) ==
              runs_of(count_plainly(counter.data(), child, with(parents, candidates[i]))));
    });
    CHECK(taken == candidates.size());
}

void check_all_ways(const Dataset& data) {
    const FamilyCounter counter(data, 2);
    const ColumnId a(0), b(1), c(2), d(3), e(4);
    check_additions(counter, a, {});
    check_additions(counter, c, {});
    check_additions(counter, d, {});
    check_additions(counter, b, {a});
    check_additions(counter, a, {b, c});
    check_additions(counter, b, {a, d});
    check_additions(counter, e, {});
    check_additions(counter, c, {a, b, e});
}

}  // namespace

TEST_CASE("FamilyCounter: bits, cells and sorting count what rows counted one by one give") {
    // Up to 32 states have bits; 40 and 300 have codes of one and of two bytes; the products of
    // them go through every way of counting.
    const std::vector<std::size_t> states = {2, 3, 32, 40, 300, 1};
    Rng rng(1);
    for (const std::size_t rows : {1, 63, 64, 700, 20'000}) {
        for (const bool missing : {false, true}) {
            INFO(rows << " rows" << (missing ? ", some cells missing" : ""));
            check_all_ways(random_table(rng, states, rows, missing));
        }
    }
}

TEST_CASE("FamilyCounter: families with many candidates count the same each time") {
    // Once the same has been asked often enough, rows of bits are made and counted.
    std::vector<std::size_t> states;
    for (std::size_t i = 0; i < 60; ++i) states.push_back(i % 9 == 8 ? 32 : 1 + i % 5);
    states.push_back(40);
    Rng rng(6);
    const std::vector<ColumnId> parents = {ColumnId(1), ColumnId(3), ColumnId(27), ColumnId(59)};
    for (const bool missing : {false, true}) {
        const Dataset data = random_table(rng, states, 4000, missing);
        const FamilyCounter counter(data);
        std::vector<ColumnId> others;
        for (std::size_t i = 8; i < states.size(); ++i)
            if (i != 27 && i != 59) others.emplace_back(i);
        for (int again = 0; again < 12; ++again) {
            counter.count_additions(
                ColumnId(7), parents, others, [&](std::size_t i, const FamilyRuns& runs) {
                    if (again < 11) return;
                    INFO("candidate " << others[i].index());
                    CHECK(runs_of(runs) ==
                          runs_of(count_plainly(data, ColumnId(7), with(parents, others[i]))));
                });
        }
    }
}

TEST_CASE("FamilyCounter: a row of weight w counts w times") {
    Rng rng(2);
    std::vector<double> weights(1000);
    for (double& weight : weights) weight = static_cast<double>(rng.below(6));
    check_all_ways(random_table(rng, {2, 3, 32, 40, 300, 1}, 1000, true, weights));
    for (double& weight : weights) weight *= 1e9;
    const Dataset heavy = random_table(rng, {2, 3, 32, 40, 300, 1}, 1000, false, weights);
    check_all_ways(heavy);
    const FamilyCounter counter(heavy);
    CHECK(static_cast<double>(counter.weight()) ==
          std::accumulate(weights.begin(), weights.end(), 0.0));
}

TEST_CASE("FamilyCounter: configurations come in the order of the parents' columns") {
    const Variable bit("a", {"0", "1"});
    const std::vector<std::string_view> a = {"0", "0", "1", "1"}, b = {"0", "1", "0", "1"},
                                        c = {"0", "0", "0", "1"};
    const Dataset data({discrete_column(bit, a), discrete_column(Variable("b", {"0", "1"}), b),
                        discrete_column(Variable("c", {"0", "1"}), c)},
                       {1, 2, 3, 4});
    const FamilyCounter counter(data);
    const std::vector<std::uint64_t> expected = {1, 0, 2, 0, 3, 0, 0, 4};
    const std::vector<ColumnId> candidate = {ColumnId(0)}, parent = {ColumnId(1)};
    counter.count_additions(ColumnId(2), parent, candidate,
                            [&](std::size_t, const FamilyRuns& runs) {
                                CHECK(std::ranges::equal(runs.counts(), expected));
                            });
}

TEST_CASE("FamilyCounter: weights that are no whole numbers are refused") {
    Rng rng(3);
    const Dataset halves = random_table(rng, {2}, 3, false, {1, 2.5, 1});
    CHECK_THROWS_WITH(FamilyCounter(halves),
                      "counting needs weights that are whole numbers, row 2 weighs 2.5");
    const Dataset heavy = random_table(rng, {2}, 2, false, {0x1p52, 0x1p52});
    CHECK_THROWS_WITH(FamilyCounter(heavy), Catch::Contains("2^53"));
    CHECK_FALSE(FamilyCounter::can_count(halves));
    CHECK_FALSE(FamilyCounter::can_count(heavy));
    CHECK(FamilyCounter::can_count(random_table(rng, {2}, 3, false, {1, 0, 7})));
    CHECK(FamilyCounter::can_count(random_table(rng, {2}, 3, false, {})));
}

TEST_CASE("FamilyCounter: pairs are counted configuration by configuration of what is given") {
    Rng rng(5);
    for (const bool weighted : {false, true}) {
        std::vector<double> weights(weighted ? 700 : 0);
        for (double& weight : weights) weight = static_cast<double>(rng.below(3));
        const Dataset data = random_table(rng, {3, 5, 300, 2}, 700, true, weights);
        const FamilyCounter counter(data);
        const std::vector<ColumnId> given = {ColumnId(2), ColumnId(0)};
        std::map<std::vector<std::size_t>, Cells> expected;
        for (const auto& [cell, count] :
             count_plainly(data, ColumnId(3), {ColumnId(2), ColumnId(0), ColumnId(1)}))
            expected[{cell[0], cell[1]}][{cell[2], cell[3]}] = count;
        auto next = expected.begin();
        counter.count_pairs(ColumnId(3), ColumnId(1), counter.configurations(given),
                            [&](auto cells) {
                                if (cells.empty()) return;
                                Cells found;
                                for (const auto& [cell, weight] : cells)
                                    found[{cell / 2, cell % 2}] = weight.whole();
                                REQUIRE(next != expected.end());
                                CHECK(found == next++->second);
                            });
        CHECK(next == expected.end());
    }
}

TEST_CASE("FamilyCounter: no rows") {
    const Dataset data(
        {Column{Variable("a", {"0", "1"}), Codes8{}}, Column{Variable("b", {"0", "1"}), Codes8{}}});
    const FamilyCounter counter(data);
    check_family(counter, ColumnId(0), {});
    check_family(counter, ColumnId(0), {ColumnId(1)});
}
