#include <learners/independence/data_test.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/contingency_by_definition.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/sampled_data.hpp>
#include <tests/support/small_data.hpp>
#include <tests/support/vertices.hpp>

#include <cmath>
#include <numeric>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using namespace pgm::tests::vertices;
using Catch::WithinAbs;
using Catch::WithinRel;

namespace {

/// Rows by cell: a table of two columns of two states.
Dataset two_by_two(std::size_t n00, std::size_t n01, std::size_t n10, std::size_t n11) {
    std::vector<std::string_view> rows;
    for (const auto& [row, count] :
         {std::pair("00", n00), std::pair("01", n01), std::pair("10", n10), std::pair("11", n11)})
        rows.insert(rows.end(), count, row);
    return digits("ab", rows);
}

TestResult test_ab(const Dataset& data, const TestStatistic& statistic, const Ids& given = {}) {
    return data_test(data, statistic)->test(a, b, given);
}

Dataset numbers(const std::vector<std::vector<double>>& columns) {
    std::vector<Column> all;
    for (std::size_t i = 0; i < columns.size(); ++i)
        all.push_back(continuous_column("x" + std::to_string(i), RealCells(columns[i])));
    return Dataset(std::move(all));
}

double correlation(const std::vector<double>& x, const std::vector<double>& y) {
    const double n = static_cast<double>(x.size());
    const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n,
                 mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    return xy / std::sqrt(xx * yy);
}

/// z -> x, z -> y, and noise.
std::vector<std::vector<double>> fork(std::size_t rows, std::uint64_t seed, double offset = 0) {
    Rng rng(seed);
    std::vector<std::vector<double>> columns(3);
    for (std::size_t i = 0; i < rows; ++i) {
        const double z = rng.uniform() + rng.uniform();
        columns[0].push_back(offset + z + 0.5 * rng.uniform());
        columns[1].push_back(offset - 2 * z + rng.uniform());
        columns[2].push_back(offset + z);
    }
    return columns;
}

}  // namespace

TEST_CASE("Pearson's X2 of a table of two by two is n (ad - bc)^2 over the margins", "[learners]") {
    const TestResult result = test_ab(two_by_two(10, 20, 30, 40), X2{});
    const double expected = 100.0 * 200 * 200 / (30.0 * 70 * 40 * 60);
    CHECK_THAT(result.statistic, WithinRel(expected, 1e-14));
    CHECK(result.degrees_of_freedom == 1);
    CHECK_THAT(result.p, WithinRel(std::erfc(std::sqrt(expected / 2)), 1e-12));
    CHECK(result.rows == 100);
}

TEST_CASE("G2 of equal columns is twice the entropy of the rows, mutual information the entropy",
          "[learners]") {
    const Dataset data = two_by_two(5, 0, 0, 15);
    const double entropy = 0.25 * std::log(4) + 0.75 * std::log(4.0 / 3);
    CHECK_THAT(test_ab(data, G2{}).statistic, WithinRel(2 * 20 * entropy, 1e-14));
    CHECK_THAT(test_ab(data, MutualInformation{}).statistic, WithinRel(entropy, 1e-14));
    CHECK(test_ab(data, MutualInformation{}).p == test_ab(data, G2{}).p);
}

TEST_CASE("Independent counts have the statistic 0 and p 1", "[learners]") {
    for (const TestStatistic& statistic :
         {TestStatistic(G2{}), TestStatistic(X2{}), TestStatistic(MutualInformation{})}) {
        const TestResult result = test_ab(two_by_two(10, 20, 30, 60), statistic);
        CHECK(std::abs(result.statistic) < 1e-13);
        CHECK_THAT(result.p, WithinAbs(1, 1e-6));
    }
}

TEST_CASE("Degrees of freedom count the states that occur, configuration by configuration",
          "[learners]") {
    // c=0 has two states of a and three of b, c=1 two and two, c=2 a single one of b.
    const Dataset data = digits("abc", {"000", "110", "020", "101", "211", "002", "102"}, 3);
    const TestResult g2 = test_ab(data, G2{}, {c});
    CHECK(g2.degrees_of_freedom == 1 * 2 + 1 * 1 + 0);
    CHECK(test_ab(data, X2{}, {c}).degrees_of_freedom == g2.degrees_of_freedom);
    CHECK(test_ab(data, G2{}).degrees_of_freedom == 2 * 2);
    const TestResult determined = test_ab(digits("abc", {"000", "010", "101", "101"}), G2{}, {c});
    CHECK(determined == TestResult{0, 0, 1, 4});
    const TestResult constant = test_ab(digits("ab", {"00", "00"}, 1), G2{});
    CHECK(constant.degrees_of_freedom == 0);
    CHECK(constant.p == 1);
    CHECK(test_ab(digits("ab", {"0.", ".1"}), G2{}) == TestResult{0, 0, 1, 0});
}

TEST_CASE("The permutation test has the statistic of G2, and p of 1 without anything to permute",
          "[learners]") {
    const Dataset table = digits("abc", {"000", "110", "020", "101", "211", "002", "102"}, 3);
    const TestResult g2 = test_ab(table, G2{}, {c}), drawn = test_ab(table, MonteCarloG2{}, {c});
    CHECK(drawn.statistic == g2.statistic);
    CHECK(drawn.degrees_of_freedom == g2.degrees_of_freedom);
    CHECK(drawn.p > 0.3);
    for (const Dataset& nothing : {digits("ab", {"01"}), digits("ab", {"00", "00"}, 1),
                                   digits("ab", {"0.", ".1"}), digits("ab", {"00", "01"})})
        CHECK(test_ab(nothing, MonteCarloG2{}) == test_ab(nothing, G2{}));
    CHECK_THAT(test_ab(two_by_two(40, 60, 60, 40), MonteCarloG2{100'000}).p,
               WithinAbs(0.00706, 0.004));  // Fisher's exact test, two-sided
}

TEST_CASE("The permutation test is the same for a row of weight 2, any order of rows, and B and A",
          "[learners]") {
    const Dataset once = digits("abc", {"001", "110", "011", "101", "000"}),
                  twice = digits("abc", {"101", "001", "001", "110", "000", "011", "011"});
    const Dataset heavy = once.with_weights({2, 1, 2, 1, 1});
    const auto weighted = data_test(heavy, MonteCarloG2{}),
               repeated = data_test(twice, MonteCarloG2{});
    CHECK(weighted->test(a, b, Ids{c}) == repeated->test(a, b, Ids{c}));
    CHECK(repeated->test(b, a, Ids{c}) == repeated->test(a, b, Ids{c}));
}

TEST_CASE("Tests on random data are those of the definition, missing values and weights included",
          "[learners]") {
    Rng rng(3);
    for (int trial = 0; trial < 60; ++trial) {
        const BayesianNetwork network = random_model(rng, {.min_variables = 4});
        Dataset data = sampled_data(network, 400, 100 + trial, trial % 2 == 0 ? 0.1 : 0);
        if (trial % 3 == 0) {
            std::vector<double> weights;
            for (std::size_t row = 0; row < data.rows(); ++row)
                weights.push_back(static_cast<double>(rng.below(4)));
            data = data.with_weights(std::move(weights));
        }
        const std::vector<std::size_t> order = random_permutation(rng, network.size());
        const VariableId x(order[0]), y(order[1]);
        Ids given;
        for (std::size_t i = 2; i < 2 + rng.below(network.size() - 1); ++i)
            given.emplace_back(order[i]);
        std::ranges::sort(given);
        const ByDefinition expected = by_definition(data, x, y, given);
        const TestResult g2 = data_test(data, G2{})->test(x, y, given),
                         x2 = data_test(data, X2{})->test(x, y, given);
        CHECK_THAT(g2.statistic, WithinAbs(expected.g2, 1e-10 * (1 + expected.g2)));
        CHECK_THAT(x2.statistic, WithinAbs(expected.x2, 1e-10 * (1 + expected.x2)));
        CHECK(g2.degrees_of_freedom == expected.degrees_of_freedom);
        CHECK(x2.degrees_of_freedom == expected.degrees_of_freedom);
        CHECK(g2.rows == expected.rows);
        CHECK(g2.p >= 0);
        CHECK(g2.p <= 1);
    }
}

TEST_CASE("A table of more cells than memory has its rows sorted, and says the same",
          "[learners]") {
    // Ten columns of 1000 states: 10^30 cells, keys of rows that do not fit into 64 bits.
    Rng rng(8);
    std::vector<std::string> states(1000);
    for (std::size_t s = 0; s < states.size(); ++s) states[s] = "s" + std::to_string(s);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < 10; ++i) {
        std::vector<std::optional<StateId>> cells;
        for (std::size_t row = 0; row < 500; ++row)
            cells.emplace_back(rng.below(20) == 0
                                   ? std::nullopt
                                   : std::optional(StateId(rng.below(i < 2 ? 4 : 2))));
        columns.push_back(discrete_column(Variable("c" + std::to_string(i), states), cells));
    }
    const Dataset data(std::move(columns));
    Ids given;
    for (std::size_t i = 2; i < 10; ++i) given.emplace_back(i);
    const ByDefinition expected = by_definition(data, a, b, given);
    const TestResult g2 = test_ab(data, G2{}, given), x2 = test_ab(data, X2{}, given);
    CHECK_THAT(g2.statistic, WithinRel(expected.g2, 1e-12));
    CHECK_THAT(x2.statistic, WithinRel(expected.x2, 1e-12));
    CHECK(g2.rows == expected.rows);
    CHECK(g2.degrees_of_freedom == expected.degrees_of_freedom);
}

TEST_CASE("Many tests at once, and tests on merged rows, say the same bits as one test",
          "[learners]") {
    Rng rng(4);
    const BayesianNetwork network = random_model(rng, {.min_variables = 8});
    const Dataset data = sampled_data(network, 3000, 5, 0.05);
    const auto test = data_test(data, G2{}, 2);
    Ids all(network.size());
    for (std::size_t v = 0; v < all.size(); ++v) all[v] = VariableId(v);
    const Ids few(all.begin(), all.begin() + 5), others(all.begin() + 1, all.begin() + 4),
        given{all[4]};
    const auto focused = test->focused_on(few, 1, 1e6);
    REQUIRE(focused != nullptr);
    std::vector<TestResult> together(3), merged(3);
    test->tests(a, others, given, together);
    focused->tests(a, others, given, merged);
    CHECK(together == merged);
    for (std::size_t i = 0; i < others.size(); ++i)
        CHECK(test->test(a, others[i], given) == together[i]);
    CHECK(test->focused_on(few, 1, 1) == nullptr);  // would not pay
}

TEST_CASE("A row of weight 2 is the row twice, and the order of rows does not matter",
          "[learners]") {
    const Dataset once = digits("abc", {"001", "110", "011", "101", "000"}),
                  twice = digits("abc", {"101", "001", "001", "110", "000", "011", "011"});
    CHECK(test_ab(once.with_weights({2, 1, 2, 1, 1}), G2{}, {c}) == test_ab(twice, G2{}, {c}));
    CHECK_THROWS_AS(test_ab(once.with_weights({0.5, 1, 1, 1, 1}), G2{}), ArgumentError);
}

TEST_CASE("Fisher's z is that of the partial correlation by its recursion", "[learners]") {
    for (const double offset : {0.0, 1e6, -1e9}) {
        const auto columns = fork(200, 7, offset);
        const Dataset data = numbers(columns);
        const double xy = correlation(columns[0], columns[1]),
                     xz = correlation(columns[0], columns[2]),
                     yz = correlation(columns[1], columns[2]);
        const double partial = (xy - xz * yz) / std::sqrt((1 - xz * xz) * (1 - yz * yz));
        const double tolerance = offset == 0 ? 1e-11 : std::abs(offset) * 1e-14;
        const TestResult marginal = test_ab(data, FisherZ{}),
                         conditional = test_ab(data, FisherZ{}, {c});
        CHECK_THAT(marginal.statistic,
                   WithinAbs(std::sqrt(197.0) * std::atanh(xy), 1e-10 + 100 * tolerance));
        CHECK_THAT(conditional.statistic,
                   WithinAbs(std::sqrt(196.0) * std::atanh(partial), 1e-10 + 1000 * tolerance));
        CHECK(marginal.degrees_of_freedom == 197);
        CHECK(conditional.degrees_of_freedom == 196);
        CHECK_THAT(conditional.p,
                   WithinRel(std::erfc(std::abs(conditional.statistic) / std::sqrt(2.0)), 1e-12));
        CHECK(marginal.p < 1e-10);
        CHECK(conditional.p > 1e-4);
    }
}

TEST_CASE("A correlation that a nearly collinear condition hides is found to many digits",
          "[learners]") {
    // x0 = z + 1e-6 u, x1 = z + 1e-6 u + 1e-6 v with u and v uncorrelated with z and each other:
    // given z the correlation is that of u and u + v, 1 / sqrt(2). Its correlation matrix has a
    // condition number of 1e12, whose inverse is good to four digits.
    std::vector<std::vector<double>> columns(3);
    for (int i = 0; i < 64; ++i) {
        const double z = i & 1 ? 1 : -1, u = i & 2 ? 1 : -1, v = i & 4 ? 1 : -1;
        columns[0].push_back(z + 1e-6 * u);
        columns[1].push_back(z + 1e-6 * u + 1e-6 * v);
        columns[2].push_back(z);
    }
    const TestResult result = test_ab(numbers(columns), FisherZ{}, {c});
    CHECK_THAT(result.statistic, WithinRel(std::sqrt(60.0) * std::atanh(std::sqrt(0.5)), 1e-8));
}

TEST_CASE(
    "Columns without variation are independent of everything, equal ones as dependent as can be",
    "[learners]") {
    auto columns = fork(50, 9);
    columns.push_back(std::vector<double>(50, 3.5));
    columns.push_back(columns[0]);
    const Dataset data = numbers(columns);
    const auto test = data_test(data, FisherZ{});
    CHECK(test->test(a, VariableId(3), {}) == TestResult{0, 47, 1, 50});
    CHECK(test->test(a, b, Ids{VariableId(4)}).p == 1);  // what is given explains all of it
    CHECK(test->test(b, c, Ids{a, VariableId(4)}).statistic ==
          Approx(std::sqrt(45.0 / 46) * test->test(b, c, Ids{a}).statistic));
    const TestResult equal = test->test(a, VariableId(4), {});
    CHECK(std::isfinite(equal.statistic));
    CHECK(equal.p < 1e-200);
    CHECK(test_ab(numbers({{1, 2, 4}, {2, 1, 5}}), FisherZ{}) == TestResult{0, 0, 1, 3});
}

TEST_CASE("Rows without all numbers and rows of weight 0 are left out of correlations",
          "[learners]") {
    auto columns = fork(60, 2);
    auto longer = columns;
    for (auto& column : longer) column.push_back(1e6);
    longer[2].push_back(std::nan(""));
    longer[0].push_back(4);
    longer[1].push_back(4);
    std::vector<double> weights(62, 1);
    weights[60] = 0;
    const TestResult all = test_ab(numbers(columns), FisherZ{}, {c}),
                     rest = test_ab(numbers(longer).with_weights(weights), FisherZ{}, {c});
    CHECK(rest.rows == 60);
    CHECK_THAT(rest.statistic, WithinRel(all.statistic, 1e-11));
}

TEST_CASE("Columns of the wrong kind are named, and too many for the memory refused",
          "[learners]") {
    std::vector<Column> columns = digits("ab", {"00", "11"}).columns();
    columns.push_back(continuous_column("height", RealCells{1.5, 2.5}));
    const Dataset mixed(std::move(columns));
    CHECK_THROWS_WITH(data_test(mixed, G2{}), Catch::Contains("'height' is continuous"));
    CHECK_THROWS_WITH(data_test(mixed, FisherZ{}), Catch::Contains("'a' is discrete"));
    const Dataset three = numbers({{1, 2}, {2, 3}, {3, 4}});
    CHECK_THROWS_AS(data_test(three, FisherZ{}, 1, {.max_table_cells = 8}), TooLargeError);
}

TEST_CASE("Sides of several columns are tested as one of all their combinations", "[learners]") {
    const Dataset data = digits("abcd", {"0000", "0111", "1010", "1101", "0011", "1.00"});
    const ColumnId ca(0), cb(1), cc(2), cd(3);
    const TestResult both =
        test_independence(data, std::vector{ca, cb}, std::vector{cc}, std::vector{cd}, G2{});
    CHECK(both.degrees_of_freedom == 1 * 1 + 2 * 1);
    CHECK(both.rows == 5);
    // a and b determine c: d=0 leaves c one row each, d=1 one row and two. 4 ln 2 + 6 H(1/3).
    CHECK_THAT(both.statistic, WithinRel(6 * std::log(3.0), 1e-14));
    CHECK(test_independence(data, std::vector{ca}, std::vector{cc}, std::vector{ca}, G2{}).p == 1);
    CHECK_THROWS_WITH(test_independence(data, std::vector{ca}, std::vector{ca, cb}, {}, G2{}),
                      Catch::Contains("stands on both sides"));
    CHECK_THROWS_WITH(test_independence(numbers({{1, 2}, {2, 3}, {3, 4}}), std::vector{ca, cb},
                                        std::vector{cc}, {}, FisherZ{}),
                      Catch::Contains("one column of numbers, not 2"));
    CHECK_THROWS_AS(
        test_independence(data, std::vector{ca, cb}, std::vector{cc}, {}, G2{}, {.max_states = 3}),
        TooLargeError);
}

TEST_CASE("A search need not test where there are eight degrees of freedom for each row",
          "[learners]") {
    // A degree of freedom in each of the 2^4 configurations of four others: two rows suffice.
    const Dataset two = digits("abcdefg", {"0000000", "1111111"});
    const auto has_enough = [&](const Dataset& data, std::size_t conditions) {
        Ids given;
        for (std::size_t v = 2; v < 2 + conditions; ++v) given.emplace_back(v);
        return data_test(data, G2{})->has_enough_rows(a, b, given);
    };
    const Dataset one = two.with_weights(RealCells{1, 0});
    CHECK(has_enough(two, 4));
    CHECK_FALSE(has_enough(two, 5));
    CHECK_FALSE(has_enough(one, 4));
    CHECK(has_enough(one, 3));
    const Dataset measured = numbers({{1, 2, 4}, {2, 3, 9}, {3, 4, 1}});
    CHECK(data_test(measured, FisherZ{})->has_enough_rows(a, b, Ids{c}));
}
