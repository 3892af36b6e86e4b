#include <learners/structure/detail/mutual_information.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using Catch::Matchers::WithinAbs;

namespace {

FamilyCounts counts(std::vector<std::size_t> cardinalities, std::vector<std::uint64_t> numbers) {
    std::vector<ColumnId> columns;
    std::vector<WeightSum> cells;
    for (std::size_t i = 0; i < cardinalities.size(); ++i) columns.emplace_back(i);
    for (const std::uint64_t n : numbers) cells.push_back(WeightSum::of_count(n));
    std::vector<ColumnId> parents;
    for (std::size_t i = 0; i + 1 < cardinalities.size(); ++i) parents.emplace_back(i);
    return FamilyCounts({ColumnId(cardinalities.size() - 1), parents},
                        ColumnScope(columns, cardinalities), cells);
}

}  // namespace

TEST_CASE("Mutual information: independent columns have none, equal ones have their entropy",
          "[learners]") {
    CHECK(conditional_mutual_information(counts({2, 3}, {1, 2, 3, 2, 4, 6})) == 0);
    CHECK_THAT(conditional_mutual_information(counts({2, 2}, {5, 0, 0, 5})),
               WithinAbs(std::log(2), 1e-15));
    CHECK(conditional_mutual_information(counts({2, 2}, {0, 0, 0, 0})) == 0);
}

TEST_CASE("Conditional mutual information averages over the condition", "[learners]") {
    // Given 0 equal columns (4 rows), given 1 independent ones (8 rows): log(2) 4/12.
    CHECK_THAT(conditional_mutual_information(counts({2, 2, 2}, {2, 0, 0, 2, 2, 2, 2, 2})),
               WithinAbs(std::log(2) / 3, 1e-15));
}

TEST_CASE("Mutual information is the same in both directions, to the last bit", "[learners]") {
    CHECK(conditional_mutual_information(counts({2, 3}, {7, 1, 3, 2, 9, 5})) ==
          conditional_mutual_information(counts({3, 2}, {7, 2, 1, 9, 3, 5})));
}

TEST_CASE("An arc costs the parameters that it adds", "[learners]") {
    CHECK(parameters_of_arc(counts({2, 3, 4}, std::vector<std::uint64_t>(24, 1))) == 2 * 2 * 3);
    CHECK(parameters_of_arc(counts({3, 4}, std::vector<std::uint64_t>(12, 1))) == 2 * 3);
}

TEST_CASE("The gain in marginal likelihood is that of exact fractions, in the better direction",
          "[learners]") {
    const auto gain = [](std::vector<std::size_t> states, std::vector<std::uint64_t> numbers) {
        return marginal_likelihood_gain(counts(std::move(states), std::move(numbers)));
    };
    CHECK_THAT(gain({2, 2}, {5, 0, 0, 5}), WithinAbs(std::log(77.0), 1e-12));
    CHECK_THAT(gain({2, 2}, {2, 2, 2, 2}), WithinAbs(std::log(7.0 / 10), 1e-12));
    CHECK_THAT(gain({2, 2, 2}, {2, 0, 0, 2, 2, 2, 2, 2}), WithinAbs(std::log(7.0 / 3), 1e-12));
    // a -> b adds log(12673/576), b -> a the lesser log(96577/5280).
    CHECK_THAT(gain({2, 3}, {7, 1, 3, 2, 9, 5}), WithinAbs(std::log(12673.0 / 576), 1e-12));
    CHECK(gain({2, 3}, {7, 1, 3, 2, 9, 5}) == gain({3, 2}, {7, 2, 1, 9, 3, 5}));
    CHECK(gain({2, 2}, {0, 0, 0, 0}) == 0);
}
