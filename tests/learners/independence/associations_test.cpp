#include <learners/independence/associations.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::WithinAbs;
using Catch::WithinRel;

namespace {

constexpr double hole = std::numeric_limits<double>::quiet_NaN();

Column number_column(const std::string& name, std::initializer_list<double> numbers) {
    return continuous_column(name, RealCells(numbers));
}

AssociationResult only_result(const Dataset& data, const AssociationOptions& options = {}) {
    const std::vector<Association> all = associations(data, options);
    REQUIRE(all.size() == 1);
    REQUIRE(all.front().result);
    return *all.front().result;
}

/// Discrete and continuous columns that depend on each other, with missing cells in every second.
Dataset mixed_table(std::size_t rows, std::size_t columns) {
    Rng rng(7);
    std::vector<Column> all;
    std::vector<double> common(rows);
    for (double& x : common) x = rng.uniform();
    for (std::size_t c = 0; c < columns; ++c) {
        std::vector<double> numbers(rows);
        std::vector<std::optional<StateId>> states(rows);
        for (std::size_t row = 0; row < rows; ++row) {
            const double x = common[row] + static_cast<double>(c) * rng.uniform();
            const bool is_missing = c % 2 == 1 && rng.below(10) == 0;
            numbers[row] = is_missing ? hole : std::floor(20 * x);
            if (!is_missing) states[row] = StateId(static_cast<std::size_t>(3 * x) % 3);
        }
        const std::string name = "c" + std::to_string(c);
        all.push_back(c % 3 == 0 ? discrete_column(Variable(name, {"0", "1", "2"}), states)
                                 : continuous_column(name, RealCells(numbers)));
    }
    return Dataset(std::move(all));
}

}  // namespace

TEST_CASE("Association of two discrete columns: G^2, and Cramer's V from X^2", "[learners]") {
    // Counts 10 20 / 30 40: X^2 = 100 (10 40 - 20 30)^2 / (30 70 40 60).
    std::vector<std::string_view> rows;
    for (const auto& [row, count] :
         {std::pair("00", 10), std::pair("01", 20), std::pair("10", 30), std::pair("11", 40)})
        rows.insert(rows.end(), static_cast<std::size_t>(count), row);
    const AssociationResult result = only_result(digits("ab", rows, 3));
    CHECK(result.degrees_of_freedom == 1);
    CHECK_FALSE(result.residual_degrees_of_freedom);
    const auto term = [](double n, double of_a, double of_b) {
        return 2 * n * std::log(n * 100 / (of_a * of_b));
    };
    const double g2 = term(10, 30, 40) + term(20, 30, 60) + term(30, 70, 40) + term(40, 70, 60);
    CHECK_THAT(result.statistic, WithinRel(g2, 1e-12));
    CHECK_THAT(result.p, WithinRel(std::erfc(std::sqrt(g2 / 2)), 1e-12));
    CHECK_THAT(result.strength, WithinRel(std::sqrt(200.0 * 200 / (30.0 * 70 * 40 * 60)), 1e-12));
    CHECK(result.q == result.p);
    CHECK_FALSE(result.has_small_counts);
}

TEST_CASE("Association of two numbers: Pearson's and Spearman's correlation", "[learners]") {
    // Deviations of x are -2 -1 0 1 2, of y -2 0 -1 1 2: r = (4 + 0 + 0 + 1 + 4) / 10.
    const Dataset data({number_column("x", {1, 2, 3, 4, 5}), number_column("y", {1, 3, 2, 4, 5})});
    const AssociationResult r = only_result(data);
    CHECK_THAT(r.statistic, WithinRel(0.9, 1e-15));
    CHECK(r.degrees_of_freedom == 3);
    // P(|T| >= t) with three degrees of freedom, t = r sqrt(3 / (1 - r^2)).
    const double t = 0.9 * std::sqrt(3 / 0.19), u = t / std::sqrt(3.0);
    const double below = 0.5 + (u / (1 + u * u) + std::atan(u)) / std::acos(-1.0);
    CHECK_THAT(r.p, WithinRel(2 * (1 - below), 1e-12));

    // Ranks 1 2.5 2.5 4 and 4 2 3 1: deviations -1.5 0 0 1.5 and 1.5 -0.5 0.5 -1.5.
    const Dataset ties({number_column("x", {0, 7, 7, 1e9}), number_column("y", {4, 2, 3, 1})});
    const AssociationResult rho = only_result(ties, {.ranks = true});
    CHECK_THAT(rho.statistic, WithinRel(-4.5 / std::sqrt(4.5 * 5), 1e-15));
    CHECK(rho.strength == -rho.statistic);
}

TEST_CASE("Association of a number and states: F, eta and H", "[learners]") {
    // Groups 1 2 3, 2 4 and 9: means 2, 3 and 9, mean of all 3.5. SSB = 3 2.25 + 2 0.25 + 30.25.
    const Dataset data({number_column("x", {1, 2, 9, 2, 3, 4}),
                        digits("s", {"0", "1", "2", "0", "0", "1"}, 4).columns().front()});
    const AssociationResult f = only_result(data);
    CHECK(f.degrees_of_freedom == 2);
    CHECK(f.residual_degrees_of_freedom == 3);
    CHECK_THAT(f.statistic, WithinRel((37.5 / 2) / (4.0 / 3), 1e-14));
    CHECK_THAT(f.strength, WithinRel(std::sqrt(37.5 / 41.5), 1e-15));
    // P(F >= f) = (1 + 2 f / n)^(-n / 2) with two degrees of freedom above.
    CHECK_THAT(f.p, WithinRel(std::pow(1 + 2 * f.statistic / 3, -1.5), 1e-12));

    // Ranks 1 2.5 4, 2.5 5 and 6: means 2.5, 3.75 and 6 about 3.5; SSB = 3 + 0.125 + 6.25 = 9.375,
    // SST = 17.5 - 0.5 for the tie. H = 5 SSB / SST.
    const AssociationResult h = only_result(data, {.ranks = true});
    CHECK_THAT(h.statistic, WithinRel(5 * 9.375 / 17, 1e-14));
    CHECK(h.degrees_of_freedom == 2);
    CHECK_THAT(h.p, WithinRel(std::exp(-h.statistic / 2), 1e-12));
    CHECK_THAT(h.strength, WithinRel(std::sqrt(9.375 / 17), 1e-14));
}

TEST_CASE("Only rows with both cells count, and ranks are those among them", "[learners]") {
    const Dataset data({number_column("x", {1, 2, hole, 3, 4, 100, 5}),
                        number_column("y", {1, 3, -50, 2, 4, hole, 5}),
                        digits("s", {"0", ".", "0", "1", "1", "0", "1"}).columns().front()});
    for (const bool ranks : {false, true}) {
        const std::vector<Association> all = associations(data, {.ranks = ranks});
        REQUIRE(all.size() == 3);
        CHECK(all[0].rows == 5);
        CHECK_THAT(all[0].result->statistic, WithinRel(0.9, 1e-15));
        CHECK(all[1].rows == 5);
        CHECK(all[2].rows == 5);
    }
    // x has ranks 1 5 | 2 3 4 in the states: means 3 and 3.
    CHECK_THAT(associations(data, {.ranks = true})[1].result->statistic, WithinAbs(0, 1e-14));
}

TEST_CASE("A weight is so many rows, and none for a row of weight 0", "[learners]") {
    const Dataset data({number_column("x", {1, 5, 2, 8, 4, 7}),
                        number_column("y", {3, hole, 2, 2, 9, 1}),
                        digits("s", {"0", "1", "1", "0", "1", "0"}).columns().front(),
                        digits("t", {"0", "1", "0", "0", "1", "."}).columns().front()});
    const std::vector<double> weights = {2, 1, 3, 0, 1, 2};
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < weights.size(); ++row)
        rows.insert(rows.end(), static_cast<std::size_t>(weights[row]), row);
    for (const bool ranks : {false, true}) {
        const auto weighted = associations(data.with_weights(RealCells(weights)), {.ranks = ranks}),
                   repeated = associations(data.select_rows(rows), {.ranks = ranks});
        REQUIRE(weighted.size() == repeated.size());
        for (std::size_t i = 0; i < weighted.size(); ++i) {
            CHECK(weighted[i].rows == repeated[i].rows);
            REQUIRE(weighted[i].result.has_value() == repeated[i].result.has_value());
            if (!weighted[i].result) continue;
            CHECK_THAT(weighted[i].result->statistic,
                       WithinAbs(repeated[i].result->statistic, 1e-12));
            CHECK_THAT(weighted[i].result->p, WithinRel(repeated[i].result->p, 1e-10));
        }
    }
}

TEST_CASE("Where nothing can be tested there is no result, and no number is NaN", "[learners]") {
    const Dataset data({number_column("constant", {3, 3, 3, 3}),
                        number_column("empty", {hole, hole, hole, hole}),
                        number_column("pair", {1, 2, hole, hole}), number_column("x", {1, 2, 3, 4}),
                        number_column("copy", {0.1, 0.2, 0.3, 0.4}),
                        digits("s", {"0", "0", "0", "0"}).columns().front(),
                        digits("t", {"0", "0", "1", "1"}).columns().front(),
                        number_column("of_t", {1e300, 1e300, -1e300, -1e300})});
    for (const bool ranks : {false, true})
        for (const Association& pair : associations(data, {.ranks = ranks})) {
            INFO(pair.first.index() << " " << pair.second.index());
            const auto involves = [&](std::size_t column) {
                return pair.first.index() == column || pair.second.index() == column;
            };
            const bool is_untestable = involves(0) || involves(1) || involves(5) || involves(2);
            CHECK(pair.result.has_value() == !is_untestable);
            if (!pair.result) continue;
            for (const double number :
                 {pair.result->statistic, pair.result->p, pair.result->q, pair.result->strength})
                CHECK(std::isfinite(number));
            CHECK(pair.result->strength <= 1);
        }
    const auto exact = associations(data, {.columns = {ColumnId(6), ColumnId(7)}});
    CHECK(exact.front().result->strength == 1);
    CHECK(exact.front().result->p < 1e-15);
}

TEST_CASE("False discovery rates are those of Benjamini and Hochberg", "[learners]") {
    const std::vector<double> p = {0.01, 0.04, 0.03, 0.005, 0.9};
    const std::vector<double> q = benjamini_hochberg(p);
    CHECK_THAT(q[0], WithinRel(0.025, 1e-15));
    CHECK_THAT(q[1], WithinRel(0.05, 1e-15));
    CHECK_THAT(q[2], WithinRel(0.05, 1e-15));
    CHECK_THAT(q[3], WithinRel(0.025, 1e-15));
    CHECK_THAT(q[4], WithinRel(0.9, 1e-15));
    CHECK(benjamini_hochberg({}).empty());
}

TEST_CASE("Pairs with one column have rates of their own", "[learners]") {
    const Dataset data = mixed_table(200, 6);
    const auto all = associations(data), with = associations(data, {.with = ColumnId(2)}),
               some =
                   associations(data, {.columns = {ColumnId(4), ColumnId(0)}, .with = ColumnId(2)});
    CHECK(all.size() == 15);
    REQUIRE(with.size() == 5);
    std::vector<double> p;
    for (const Association& pair : with) p.push_back(pair.result->p);
    for (std::size_t i = 0; i < with.size(); ++i) {
        CHECK((with[i].first == ColumnId(2) || with[i].second == ColumnId(2)));
        CHECK(with[i].result->q == benjamini_hochberg(p)[i]);
    }
    REQUIRE(some.size() == 2);
    CHECK(some[0].first == ColumnId(0));
    CHECK(some[1].second == ColumnId(4));
}

TEST_CASE("No bit of an association depends on the threads", "[learners]") {
    const Dataset data = mixed_table(3000, 12);
    for (const bool ranks : {false, true})
        CHECK(associations(data, {.ranks = ranks, .permutations = 100, .threads = 1}) ==
              associations(data, {.ranks = ranks, .permutations = 100, .threads = 3}));
}

TEST_CASE("Small counts are marked, and permuted where asked for", "[learners]") {
    // Fisher's tea: 3 1 / 1 3. Tables with these sums are 1 16 36 16 1 of 70; those with as large
    // a G^2 are all but the middle one.
    const Dataset tea = digits("ab", {"00", "00", "00", "01", "10", "11", "11", "11"});
    CHECK(only_result(tea).has_small_counts);
    const AssociationResult drawn = only_result(tea, {.permutations = 20000});
    CHECK_FALSE(drawn.has_small_counts);
    CHECK_THAT(drawn.p, WithinAbs(34.0 / 70, 0.2));  // of the 50 tables that end the drawing
    CHECK(drawn.statistic == only_result(tea).statistic);
    CHECK(only_result(tea, {.permutations = 20000, .seed = 2}).p != drawn.p);
}

TEST_CASE("Tables of many states are counted, too", "[learners]") {
    std::vector<std::string> names;
    std::vector<std::optional<StateId>> a, b;
    for (std::size_t i = 0; i < 400; ++i) names.push_back("s" + std::to_string(i));
    for (std::size_t i = 0; i < 1200; ++i) {
        a.emplace_back(i % 400);
        b.emplace_back((i + i / 600) % 400);
    }
    const AssociationResult result = only_result(Dataset(
        {discrete_column(Variable("a", names), a), discrete_column(Variable("b", names), b)}));
    CHECK(result.degrees_of_freedom == 399 * 399);
    CHECK(result.strength > 0.7);
}

TEST_CASE("What has no associations is refused", "[learners]") {
    const Dataset data({number_column("x", {1, 2}), number_column("y", {2, 1})});
    CHECK_THROWS_AS(associations(Dataset()), ArgumentError);
    CHECK_THROWS_AS(associations(data, {.columns = {ColumnId(0)}}), ArgumentError);
    CHECK_THROWS_AS(associations(data, {.columns = {ColumnId(0), ColumnId(2)}}), ArgumentError);
    CHECK_THROWS_WITH(associations(data, {.columns = {ColumnId(0), ColumnId(0)}}),
                      Catch::Contains("'x' is named twice"));
    CHECK_THROWS_WITH(associations(data.with_weights({1, 0.5})),
                      Catch::Contains("not whole numbers"));
}
