#include <learners/structure/detail/information.hpp>

#include <algorithm>
#include <catch2/catch.hpp>
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

namespace {

/// Of two columns by their counts, row by row: the log likelihood of every row's b given its a, by
/// Laplace's rule from the other rows, less the same without a.
double left_out_gain_row_by_row(std::size_t b_states, std::vector<std::uint64_t> numbers) {
    double gain = 0;
    for (std::size_t cell = 0; cell < numbers.size(); ++cell) {
        for (std::uint64_t row = numbers[cell]; row > 0; --row) {
            --numbers[cell];
            double of_a = 0, of_b = 0, all = 0;
            for (std::size_t other = 0; other < numbers.size(); ++other) {
                const auto n = static_cast<double>(numbers[other]);
                if (other / b_states == cell / b_states) of_a += n;
                if (other % b_states == cell % b_states) of_b += n;
                all += n;
            }
            const auto r = static_cast<double>(b_states);
            gain += std::log((static_cast<double>(numbers[cell]) + 1) / (of_a + r)) -
                    std::log((of_b + 1) / (all + r));
            ++numbers[cell];
        }
    }
    return gain;
}

}  // namespace

TEST_CASE("The gain in the likelihood of left out rows is that of leaving them out one by one",
          "[learners]") {
    const auto gain = [](std::vector<std::size_t> states, std::vector<std::uint64_t> numbers) {
        return leave_one_out_gain(counts(std::move(states), std::move(numbers)));
    };
    CHECK_THAT(gain({2, 2}, {5, 0, 0, 5}), WithinAbs(10 * std::log(11.0 / 6), 1e-12));
    CHECK_THAT(gain({2, 2}, {2, 2, 2, 2}), WithinAbs(8 * std::log(0.9), 1e-12));
    CHECK_THAT(gain({2, 2, 2}, {2, 0, 0, 2, 2, 2, 2, 2}),
               WithinAbs(4 * std::log(5.0 / 3) + 8 * std::log(0.9), 1e-12));
    CHECK_THAT(gain({2, 3}, {7, 1, 3, 2, 9, 5}),
               WithinAbs(std::max(left_out_gain_row_by_row(3, {7, 1, 3, 2, 9, 5}),
                                  left_out_gain_row_by_row(2, {7, 2, 1, 9, 3, 5})),
                         1e-12));
    CHECK(gain({2, 3}, {7, 1, 3, 2, 9, 5}) == gain({3, 2}, {7, 2, 1, 9, 3, 5}));
    CHECK(gain({2, 2}, {0, 0, 0, 0}) == 0);
}
