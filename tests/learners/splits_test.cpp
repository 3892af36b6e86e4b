#include <learners/splits.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

using namespace pgm;
using namespace pgm::learners;

namespace {

/// Classes of 23, 7, 1 and 0 rows, mixed, and two rows without a class.
Column classes() {
    std::vector<std::optional<StateId>> states;
    for (std::size_t row = 0; row < 31; ++row) states.push_back(StateId(row == 30 ? 2u : row % 4 == 1 && row < 28 ? 1u : 0u));
    states.insert(states.begin() + 5, std::nullopt);
    states.push_back(std::nullopt);
    return discrete_column(Variable("class", {"many", "some", "one", "none"}), states);
}

std::vector<std::size_t> counts(const Column& column, const std::vector<std::uint32_t>& rows) {
    std::vector<std::size_t> result(column.variable.cardinality(), 0);
    for (const std::uint32_t row : rows) ++result[column.state(row)->index()];
    return result;
}

}  // namespace

TEST_CASE("Stratified folds test every row with a class once per repeat") {
    const Column column = classes();
    const std::vector<Split> splits = stratified_folds(column, 5, 2, 1);
    REQUIRE(splits.size() == 10);
    for (std::size_t repeat = 0; repeat < 2; ++repeat) {
        std::multiset<std::uint32_t> tested;
        for (std::size_t fold = 0; fold < 5; ++fold) {
            const Split& split = splits[5 * repeat + fold];
            tested.insert(split.test.begin(), split.test.end());
            CHECK(split.test.size() + split.training.size() == 31);
            CHECK(std::ranges::is_sorted(split.training));
            std::vector<std::uint32_t> both;
            std::ranges::set_intersection(split.training, split.test, std::back_inserter(both));
            CHECK(both.empty());
        }
        CHECK(tested.size() == 31);
        CHECK(tested.count(5) == 0);
        CHECK(std::set(tested.begin(), tested.end()).size() == 31);
    }
    CHECK(splits[0] != splits[5]);
}

TEST_CASE("Of every class two folds differ by one row at most, and so do their sizes") {
    const Column column = classes();
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        std::vector<std::size_t> least(4, 99), most(4, 0);
        std::size_t smallest = 99, largest = 0;
        for (const Split& split : stratified_folds(column, 4, 1, seed)) {
            const std::vector<std::size_t> count = counts(column, split.test);
            for (std::size_t k = 0; k < 4; ++k) {
                least[k] = std::min(least[k], count[k]);
                most[k] = std::max(most[k], count[k]);
            }
            smallest = std::min(smallest, split.test.size());
            largest = std::max(largest, split.test.size());
        }
        for (std::size_t k = 0; k < 4; ++k) CHECK(most[k] - least[k] <= 1);
        CHECK(largest - smallest <= 1);
    }
}

TEST_CASE("Folds depend on the seed and on nothing else") {
    const Column column = classes();
    CHECK(stratified_folds(column, 3, 2, 7) == stratified_folds(column, 3, 2, 7));
    CHECK(stratified_folds(column, 3, 2, 7) != stratified_folds(column, 3, 2, 8));
}

TEST_CASE("Hold-out tests that share of every class") {
    const Column column = classes();
    const std::vector<Split> splits = stratified_holdouts(column, 0.3, 3, 1);
    REQUIRE(splits.size() == 3);
    for (const Split& split : splits) {
        CHECK(split.test.size() == 9);  // 0.3 * 31 = 9.3
        CHECK(counts(column, split.test) == std::vector<std::size_t>{7, 2, 0, 0});
        CHECK(split.training.size() == 22);
    }
    CHECK(splits[0] != splits[1]);
}

TEST_CASE("Splits that cannot be are refused") {
    const Column column = classes();
    CHECK_THROWS_WITH(stratified_folds(column, 1, 1, 1), "cross-validation takes at least two folds");
    CHECK_THROWS_WITH(stratified_folds(column, 32, 1, 1), "cross-validation of 31 rows with a class cannot have 32 folds");
    CHECK_NOTHROW(stratified_folds(column, 31, 1, 1));
    CHECK_THROWS_WITH(stratified_folds(column, 2, 0, 1), "a validation is repeated at least once");
    CHECK_THROWS_WITH(stratified_folds(continuous_column("x", {1, 2}), 2, 1, 1),
                      "the class 'x' is continuous; its rows cannot be dealt out by class");
    CHECK_THROWS_WITH(stratified_holdouts(column, 1, 1, 1), "the share of rows that are held out lies between 0 and 1, not at 1");
    CHECK_THROWS_WITH(stratified_holdouts(column, 0.01, 1, 1), "holding out a share of 0.01 of 31 rows leaves nothing to learn from or to test");
}
