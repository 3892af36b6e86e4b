#include <pgm/data/distinct_rows.hpp>

#include <pgm/core/random.hpp>
#include <pgm/data/family_counter.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::tests;

namespace {

std::vector<std::uint64_t> counts_of(const Dataset& data, ColumnId child,
                                     std::vector<ColumnId> parents) {
    std::vector<std::uint64_t> counts;
    FamilyCounter(data).count(child, parents, [&](const FamilyRuns& runs) {
        counts.assign(runs.counts().begin(), runs.counts().end());
    });
    return counts;
}

}  // namespace

TEST_CASE("Merged rows: the heaviest first, missing values like others, none of weight 0",
          "[data]") {
    const Dataset data = digits("ab", {"01", "1.", "10", "1.", "11", "1.", "10", "00", "00", "00"})
                             .with_weights(RealCells({1, 1, 2, 1, 0, 3, 1, 1, 1, 1}));
    const auto merged = merge_equal_rows(data);
    REQUIRE(merged);
    CHECK(*merged == digits("ab", {"1.", "10", "00", "01"}).with_weights(RealCells({5, 3, 3, 1})));
}

TEST_CASE("Merged rows: only where they are half as many, discrete and of whole weights",
          "[data]") {
    CHECK(merge_equal_rows(digits("ab", {"01", "01", "10", "10"})));
    CHECK_FALSE(merge_equal_rows(digits("ab", {"01", "01", "10", "11"})));
    const Dataset pairs = digits("a", {"0", "0", "0"});
    CHECK(merge_equal_rows(pairs.with_weights(RealCells({1, 2, 3}))));
    CHECK_FALSE(merge_equal_rows(pairs.with_weights(RealCells({1, 2, 0.5}))));
    const Column number = continuous_column("x", RealCells({1, 1, 1}));
    CHECK_FALSE(merge_equal_rows(pairs.with_column(number)));
}

TEST_CASE("Merged rows: families have the counts of the rows themselves", "[data]") {
    Rng rng(5);
    for (const std::size_t columns : {3, 40}) {
        std::vector<std::string> kinds, rows;
        for (std::size_t kind = 0; kind < 60; ++kind) {
            std::string row;
            for (std::size_t c = 0; c < columns; ++c) row += ".0123456"[rng.below(8)];
            kinds.push_back(row);
        }
        // Squared, so that some are thousands of times as heavy as others.
        for (std::size_t row = 0; row < 20'000; ++row) {
            const std::size_t kind = rng.below(60);
            rows.push_back(kinds[kind * kind / 60]);
        }
        const std::string names =
            std::string("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ").substr(0, columns);
        const Dataset data =
            digits(names, std::vector<std::string_view>(rows.begin(), rows.end()), 7);
        const auto merged = merge_equal_rows(data);
        REQUIRE(merged);
        CHECK(merged->rows() <= 60);
        CHECK(counts_of(*merged, ColumnId(0), {}) == counts_of(data, ColumnId(0), {}));
        CHECK(counts_of(*merged, ColumnId(1), {ColumnId(0)}) ==
              counts_of(data, ColumnId(1), {ColumnId(0)}));
        CHECK(counts_of(*merged, ColumnId(2), {ColumnId(0), ColumnId(1)}) ==
              counts_of(data, ColumnId(2), {ColumnId(0), ColumnId(1)}));
    }
}
