#include <learners/judge/folds.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <set>

using namespace pgm;
using namespace pgm::learners;

namespace {

/// Classes of 23, 7, 1 and 0 rows, mixed, and two rows without a class.
Column classes() {
    std::vector<std::optional<StateId>> states;
    for (std::size_t row = 0; row < 31; ++row)
        states.push_back(StateId(row == 30 ? 2u : row % 4 == 1 && row < 28 ? 1u : 0u));
    states.insert(states.begin() + 5, std::nullopt);
    states.push_back(std::nullopt);
    return discrete_column(Variable("class", {"many", "some", "one", "none"}), states);
}

std::vector<std::size_t> counts(const Column& column, const std::vector<std::uint32_t>& rows) {
    std::vector<std::size_t> result(column.variable.cardinality(), 0);
    for (const std::uint32_t row : rows) ++result[column.state(row)->index()];
    return result;
}

std::vector<Fold> all(const Folds& folds) {
    std::vector<Fold> made;
    for (std::size_t number = 0; number < folds.size(); ++number) made.push_back(folds[number]);
    return made;
}

}  // namespace

TEST_CASE("Stratified folds test every row with a class once per repeat") {
    const Column column = classes();
    const Folds folds = stratified_folds(column, 5, 2, 1);
    REQUIRE(folds.size() == 10);
    for (std::size_t repeat = 0; repeat < 2; ++repeat) {
        std::multiset<std::uint32_t> tested;
        for (std::size_t fold = 0; fold < 5; ++fold) {
            const Fold sets = folds[5 * repeat + fold];
            tested.insert(sets.test.begin(), sets.test.end());
            CHECK(sets.test.size() + sets.training.size() == 31);
            CHECK(std::ranges::is_sorted(sets.training));
            std::vector<std::uint32_t> both;
            std::ranges::set_intersection(sets.training, sets.test, std::back_inserter(both));
            CHECK(both.empty());
        }
        CHECK(tested.size() == 31);
        CHECK(tested.count(5) == 0);
        CHECK(std::set(tested.begin(), tested.end()).size() == 31);
    }
    CHECK(folds[0] != folds[5]);
}

TEST_CASE("Of every class two folds differ by one row at most, and so do their sizes") {
    const Column column = classes();
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        std::vector<std::size_t> least(4, 99), most(4, 0);
        std::size_t smallest = 99, largest = 0;
        for (const Fold& sets : all(stratified_folds(column, 4, 1, seed))) {
            const std::vector<std::size_t> count = counts(column, sets.test);
            for (std::size_t k = 0; k < 4; ++k) {
                least[k] = std::min(least[k], count[k]);
                most[k] = std::max(most[k], count[k]);
            }
            smallest = std::min(smallest, sets.test.size());
            largest = std::max(largest, sets.test.size());
        }
        for (std::size_t k = 0; k < 4; ++k) CHECK(most[k] - least[k] <= 1);
        CHECK(largest - smallest <= 1);
    }
}

TEST_CASE("Folds depend on the seed and on nothing else") {
    const Column column = classes();
    CHECK(all(stratified_folds(column, 3, 2, 7)) == all(stratified_folds(column, 3, 2, 7)));
    CHECK(all(stratified_folds(column, 3, 2, 7)) != all(stratified_folds(column, 3, 2, 8)));
}

TEST_CASE("A fold is made from its number, whichever were made before") {
    const Column column = classes();
    const Folds folds = stratified_folds(column, 3, 1000, 7),
                holdouts = stratified_holdouts(column, 0.3, 1000, 7);
    const Fold late = folds[2999], held = holdouts[999];
    CHECK(folds[0] == stratified_folds(column, 3, 1, 7)[0]);
    CHECK(folds[2999] == late);
    CHECK(holdouts[999] == held);
}

TEST_CASE("No two repeats deal the rows alike") {
    // The first of three folds can be filled in C(23, 8) C(7, 2), 10 million, ways: a hundred
    // repeats hit one of them twice with a chance of 0.05 %.
    const Folds folds = stratified_folds(classes(), 3, 100, 7);
    std::set<std::vector<std::uint32_t>> tested;
    for (std::size_t repeat = 0; repeat < 100; ++repeat) tested.insert(folds[3 * repeat].test);
    CHECK(tested.size() == 100);
}

TEST_CASE("The folds of a long validation cost nothing before they are asked for") {
    const Folds folds = stratified_folds(classes(), 31, 10'000'000, 1);
    REQUIRE(folds.size() == 310'000'000);
    CHECK(folds[309'999'999].test.size() == 1);
}

TEST_CASE("Folds that were made elsewhere are given back as they are") {
    const std::vector<Fold> made{{{0, 1}, {2}}, {{2}, {0}}};
    CHECK(all(made) == made);
    CHECK(Folds(std::vector<Fold>{}).size() == 0);
}

TEST_CASE("Hold-out tests that share of every class") {
    const Column column = classes();
    const Folds folds = stratified_holdouts(column, 0.3, 3, 1);
    REQUIRE(folds.size() == 3);
    for (const Fold& sets : all(folds)) {
        CHECK(sets.test.size() == 9);  // 0.3 * 31 = 9.3
        CHECK(counts(column, sets.test) == std::vector<std::size_t>{7, 2, 0, 0});
        CHECK(sets.training.size() == 22);
    }
    CHECK(folds[0] != folds[1]);
}

TEST_CASE("Folds that cannot be are refused") {
    const Column column = classes();
    CHECK_THROWS_WITH(stratified_folds(column, 1, 1, 1),
                      "cross-validation takes at least two folds");
    CHECK_THROWS_WITH(stratified_folds(column, 32, 1, 1),
                      "cross-validation of 31 rows with a class cannot have 32 folds");
    CHECK_NOTHROW(stratified_folds(column, 31, 1, 1));
    CHECK_THROWS_WITH(stratified_folds(column, 2, 0, 1), "a validation is repeated at least once");
    CHECK_THROWS_WITH(stratified_holdouts(column, 0.5, 20'000'000, 1),
                      "a validation cannot be repeated 20000000 times; the most is 16777216");
    CHECK_THROWS_WITH(stratified_folds(continuous_column("x", {1, 2}), 2, 1, 1),
                      "the class 'x' is continuous; its rows cannot be distributed by class");
    CHECK_THROWS_WITH(stratified_holdouts(column, 1, 1, 1),
                      "the share of rows that are held out lies between 0 and 1, not at 1");
    CHECK_THROWS_WITH(
        stratified_holdouts(column, 0.01, 1, 1),
        "holding out a share of 0.01 of 31 rows leaves nothing to learn from or to test");
}
