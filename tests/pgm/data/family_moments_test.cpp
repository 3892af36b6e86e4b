#include <pgm/data/family_moments.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/data/sums.hpp>

#include <tests/support/catch.hpp>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <numeric>

using namespace pgm;
using Rational = boost::multiprecision::cpp_rational;

namespace {

const Family alone{ColumnId{0}, {}};

FamilyMoments moments_of(const std::vector<double>& values, std::vector<double> weights = {}) {
    const Dataset data({continuous_column("x", values)}, std::move(weights));
    Sums statistics(data.schema(), {alone});
    statistics.add(data);
    return statistics.moments(alone);
}

double normal(Rng& rng) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += rng.uniform();
    return sum;
}

/// Two classes (one row in 50 without), three columns of numbers of different sizes, some of them
/// extreme; one cell in 40 of the last is missing.
Dataset mixed_data(std::size_t rows, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<std::optional<StateId>> labels(rows);
    std::vector<double> a(rows), b(rows), c(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        if (rng.below(50) != 0) labels[i] = StateId(rng.below(2));
        a[i] = normal(rng);
        b[i] = 1e6 + std::round(100 * normal(rng)) / 8;
        c[i] = rng.below(40) == 0
                   ? std::nan("")
                   : normal(rng) * std::ldexp(1.0, rng.below(100) == 0
                                                       ? static_cast<int>(rng.below(1800)) - 900
                                                       : 0);
    }
    return Dataset({discrete_column(Variable("class", {"p", "q"}), labels),
                    continuous_column("a", a), continuous_column("b", b),
                    continuous_column("c", c)});
}

std::vector<Family> mixed_families() {
    const ColumnId label{0}, a{1}, b{2}, c{3};
    return {{a, {label}},       {b, {label}}, {c, {label}}, {b, {a, label}},
            {c, {b, label, a}}, {c, {}},      {b, {c}}};
}

struct Expected {
    Rational weight, mean_x, mean_y, covariance;
};

/// Mean and covariance of two members by the defining formulas, in fractions.
Expected expected_covariance(const Dataset& data, const FamilyMoments& moments,
                             std::size_t configuration, std::size_t i, std::size_t j) {
    std::vector<std::pair<Rational, Rational>> rows;
    std::vector<Rational> weights;
    for (std::size_t row = 0; row < data.rows(); ++row) {
        bool complete = true;
        for (const ColumnId id : moments.variables())
            complete = complete && !data.column(id).is_missing(row);
        if (moments.discrete_parents().size() > 0)
            complete = complete && data.column(ColumnId{0}).state(row) == StateId{configuration};
        if (!complete) continue;
        rows.emplace_back(data.column(moments.variables()[i]).value(row),
                          data.column(moments.variables()[j]).value(row));
        weights.emplace_back(data.weights().empty() ? 1.0 : data.weights()[row]);
    }
    Expected result{0, 0, 0, 0};
    for (std::size_t k = 0; k < rows.size(); ++k) {
        result.weight += weights[k];
        result.mean_x += weights[k] * rows[k].first;
        result.mean_y += weights[k] * rows[k].second;
    }
    result.mean_x /= result.weight;
    result.mean_y /= result.weight;
    for (std::size_t k = 0; k < rows.size(); ++k)
        result.covariance +=
            weights[k] * (rows[k].first - result.mean_x) * (rows[k].second - result.mean_y);
    result.covariance /= result.weight;
    return result;
}

bool is_nearest(double found, const Rational& exact) {
    if (std::isinf(found)) return abs(exact) > Rational(std::numeric_limits<double>::max());
    const Rational error = abs(Rational(found) - exact);
    const auto no_nearer = [&](double neighbour) {
        return std::isinf(neighbour) || error <= abs(Rational(neighbour) - exact);
    };
    return no_nearer(std::nextafter(found, INFINITY)) &&
           no_nearer(std::nextafter(found, -INFINITY));
}

void check_all(const Dataset& data, const Sums& statistics) {
    for (const FamilyMoments& moments : statistics.all_moments()) {
        for (std::size_t configuration = 0; configuration < moments.configurations();
             ++configuration) {
            for (std::size_t i = 0; i < moments.dimension(); ++i) {
                for (std::size_t j = 0; j <= i; ++j) {
                    const Expected expected =
                        expected_covariance(data, moments, configuration, i, j);
                    CHECK(Rational(moments.weight(configuration).value()) == expected.weight);
                    CHECK(is_nearest(moments.mean(configuration, i), expected.mean_x));
                    CHECK(is_nearest(moments.covariance(configuration, i, j), expected.covariance));
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("FamilyMoments: mean and variance of a few numbers", "[moments]") {
    const FamilyMoments moments = moments_of({1, 2, 4, std::nan("")});
    CHECK(moments.weight(0).value() == 3);
    CHECK(moments.mean(0, 0) == 7.0 / 3);
    CHECK(moments.covariance(0, 0, 0) == 14.0 / 9);  // (16 + 1 + 25) / 27
    CHECK(moments_of({5, 5, 5}).covariance(0, 0, 0) == 0);
    CHECK(moments_of({0.1, 0.1, 0.1}).covariance(0, 0, 0) == 0);
    CHECK_THROWS_WITH(
        moments_of({std::nan("")}).mean(0, 0),
        "configuration 0 of the family has no rows, hence neither mean nor covariance");
}

TEST_CASE("FamilyMoments: the variance is right at any offset", "[moments]") {
    // 0, 1, ..., 999 have the variance (1000^2 - 1) / 12, wherever they begin.
    for (const double offset : {0.0, 1e6, 1e8, 1e12, -1e12, 1e15}) {
        std::vector<double> values(1000);
        std::iota(values.begin(), values.end(), offset);
        CHECK(moments_of(values).covariance(0, 0, 0) == 999'999.0 / 12);
        CHECK(moments_of(values).mean(0, 0) == offset + 499.5);
    }
}

TEST_CASE("FamilyMoments: numbers of all sizes are the exact values rounded once", "[moments]") {
    const Dataset data = mixed_data(700, 1);
    Sums statistics(data.schema(), mixed_families());
    statistics.add(data);
    check_all(data, statistics);
    std::vector<double> weights(data.rows());
    Rng rng(9);
    for (double& weight : weights) weight = static_cast<double>(rng.below(1000)) / 64;
    const Dataset weighted = data.with_weights(weights);
    Sums of_weighted(data.schema(), mixed_families());
    of_weighted.add(weighted);
    check_all(weighted, of_weighted);
}

TEST_CASE("FamilyMoments: many configurations with few rows each", "[moments]") {
    Rng rng(4);
    std::vector<std::string> states;
    for (int i = 0; i < 3000; ++i) states.push_back("s" + std::to_string(i));
    Codes16 codes(5000);
    std::vector<double> values(codes.size());
    std::vector<double> sums(3000), counts(3000);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        codes[i] = static_cast<std::uint16_t>(rng.below(3000));
        values[i] = static_cast<double>(rng.below(1000));
        sums[codes[i]] += values[i];
        counts[codes[i]] += 1;
    }
    const Dataset data({Column{Variable("g", states), codes}, continuous_column("x", values)});
    const Family family{ColumnId{1}, {ColumnId{0}}};
    Sums statistics(data.schema(), {family});
    statistics.add(data);
    for (std::size_t i = 0; i < 3000; ++i) {
        CHECK(statistics.moments(family).weight(i).value() == counts[i]);
        if (counts[i] > 0) CHECK(statistics.moments(family).mean(i, 0) == sums[i] / counts[i]);
    }
}

TEST_CASE("FamilyMoments: rows in any order, shards, threads, and weight 2 for a row given twice",
          "[moments]") {
    const Dataset data = mixed_data(150'000, 2);
    Sums whole(data.schema(), mixed_families());
    whole.add(data);
    Sums threaded(data.schema(), mixed_families());
    threaded.add(data, 3);
    CHECK(threaded == whole);
    std::vector<std::uint32_t> order(data.rows());
    std::iota(order.rbegin(), order.rend(), 0u);
    const std::span<const std::uint32_t> reversed = order;
    Sums first(data.schema(), mixed_families()), second(data.schema(), mixed_families());
    first.add(data.select_rows(reversed.first(77'777)));
    second.add(data.select_rows(reversed.subspan(77'777)));
    Sums both = first;
    both.merge(second);
    CHECK(both == whole);
    both.subtract(first);
    CHECK(both == second);
    Sums twice = whole, doubled(data.schema(), mixed_families());
    twice.add(data);
    doubled.add(data.with_weights(std::vector<double>(data.rows(), 2)));
    CHECK(twice.all_moments() == doubled.all_moments());
}

TEST_CASE("FamilyMoments: pooled they are those of all configurations together", "[moments]") {
    const Dataset data = mixed_data(2000, 3).without_column(ColumnId{3});
    const Family given{ColumnId{2}, {ColumnId{0}, ColumnId{1}}};
    Sums statistics(data.schema(), {given});
    statistics.add(data);
    const FamilyMoments& moments = statistics.moments(given);
    const FamilyMoments pooled = moments.pooled();
    CHECK(pooled.configurations() == 1);
    CHECK(pooled.weight(0) == moments.weight(0) + moments.weight(1));
    CHECK(pooled.family() == Family{ColumnId{2}, {ColumnId{1}}});
}

TEST_CASE("FamilyMoments: a discrete child has no continuous parent", "[moments]") {
    const Dataset data = mixed_data(10, 4);
    CHECK_THROWS_WITH(Sums(data.schema(), {{ColumnId{0}, {ColumnId{1}}}}),
                      "discrete column 'class' has the continuous parent 'a' (turn the arc round, "
                      "or make the parent discrete)");
    CHECK_THROWS_WITH(Sums(data.schema(), {}).moments({ColumnId{1}, {}}),
                      "the statistics have no moments of the family of 'a'");
}

TEST_CASE("FamilyMoments: stored parts give back the same statistics", "[moments]") {
    const Dataset data = mixed_data(300, 5);
    std::vector<Family> families = mixed_families();
    families.push_back({ColumnId{0}, {}});
    Sums statistics(data.schema(), families);
    statistics.add(data);
    CHECK(Sums::from_parts(data.schema(), statistics.rows(), statistics.weight(),
                           statistics.all_counts(), statistics.all_moments()) == statistics);
    const std::vector<Variable> other{Variable("class", {"p", "q", "r"}), Variable("a"),
                                      Variable("b"), Variable("c")};
    CHECK_THROWS_WITH(Sums::from_parts(other, 300, statistics.weight(), statistics.all_counts(),
                                       statistics.all_moments()),
                      "stored sums do not fit the columns they are about");
}
