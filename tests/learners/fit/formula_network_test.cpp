#include <learners/fit/formula_network.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/interval.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/causal_graphs.hpp>
#include <tests/support/small_data.hpp>

#include <array>
#include <cmath>
#include <string>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

/// Rows of digits in which later columns depend on earlier ones.
std::vector<std::string> random_rows(std::size_t columns, std::size_t rows, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<std::string> all(rows);
    for (std::string& row : all)
        for (std::size_t c = 0; c < columns; ++c)
            row += rng.uniform() < (c > 0 && row.back() == '1' ? 0.7 : 0.35) ? '1' : '0';
    return all;
}

Dataset table_of(const std::string& names, const std::vector<std::string>& rows) {
    return digits(names, {rows.begin(), rows.end()});
}

/// The number of rows that have these digits in these columns.
double count(const std::vector<std::string>& rows, const std::vector<std::size_t>& columns,
             const std::string& states) {
    double found = 0;
    for (const std::string& row : rows) {
        bool fits = true;
        for (std::size_t i = 0; i < columns.size(); ++i)
            fits = fits && row[columns[i]] == states[i];
        found += fits ? 1 : 0;
    }
    return found;
}

struct TableEffect {
    EffectAnalysis analysis;
    FittedNetwork fitted;
    InferenceEngine engine;

    TableEffect(const CausalModel& model, const Dataset& data)
        : analysis(analyse_effect(model.graph, {model.id("x"), model.id("y")})),
          fitted(formula_network(data, model.network.variables(), analysis)),
          engine(fitted.network) {}

    std::optional<double> doing(std::size_t x, std::size_t y) const {
        return interventional_distribution(analysis, engine).at(std::array{StateId(x), StateId(y)});
    }
};

Column numbers(const std::string& name, const std::vector<double>& values) {
    return continuous_column(name, RealCells(values));
}

/// The slope of x in the least squares of y on 1, x and z, by Cramer's rule about the means.
double partial_slope(const std::vector<double>& x, const std::vector<double>& z,
                     const std::vector<double>& y) {
    const auto mean = [](const std::vector<double>& v) {
        double sum = 0;
        for (const double one : v) sum += one;
        return sum / static_cast<double>(v.size());
    };
    const auto scatter = [&](const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean(a)) * (b[i] - mean(b));
        return sum;
    };
    const double determinant = scatter(x, x) * scatter(z, z) - scatter(x, z) * scatter(x, z);
    return (scatter(x, y) * scatter(z, z) - scatter(z, y) * scatter(x, z)) / determinant;
}

}  // namespace

TEST_CASE("An effect is standardised by the strata of a table", "[learners]") {
    const CausalModel model = causal_model("z -> x -> y <- z; w -> z");
    const auto rows = random_rows(3, 400, 3);
    const TableEffect effect(model, table_of("zxy", rows));  // w needs no column
    CHECK(effect.fitted.remarks.empty());
    for (const char x : {'0', '1'}) {
        double expected = 0;
        for (const char z : {'0', '1'})
            expected += count(rows, {0, 1, 2}, {z, x, '1'}) / count(rows, {0, 1}, {z, x}) *
                        count(rows, {0}, {z}) / 400;
        CHECK(effect.doing(x == '1', 1).value() == Approx(expected).epsilon(1e-12));
    }
}

TEST_CASE("An effect is standardised by the front door, with a hidden cause", "[learners]") {
    const CausalModel model = causal_model("u{2, hidden} -> x, y; x -> z -> y");
    const auto rows = random_rows(3, 500, 8);
    const TableEffect effect(model, table_of("xzy", rows));
    CHECK(effect.analysis.method == EffectMethod::front_door);
    for (const char x : {'0', '1'}) {
        double expected = 0;
        for (const char z : {'0', '1'}) {
            double inner = 0;
            for (const char other : {'0', '1'})
                inner += count(rows, {0, 1, 2}, {other, z, '1'}) / count(rows, {0, 1}, {other, z}) *
                         count(rows, {0}, {other}) / 500;
            expected += count(rows, {0, 1}, {x, z}) / count(rows, {0}, {x}) * inner;
        }
        CHECK(effect.doing(x == '1', 1).value() == Approx(expected).epsilon(1e-12));
    }
}

TEST_CASE("A stratum without rows of the cause leaves the effect undefined", "[learners]") {
    const CausalModel model = causal_model("z -> x -> y <- z");
    const TableEffect effect(model,
                             digits("zxy", {"000", "001", "010", "011", "011", "100", "101"}));
    CHECK(effect.doing(0, 1).value() == Approx(0.5));
    CHECK_FALSE(effect.doing(1, 1));
    const auto violations =
        positivity_violations(*effect.analysis.estimand(), model.id("x"), effect.engine);
    REQUIRE(violations.size() == 1);
    CHECK(violations.front().states == std::vector{StateId(1), StateId(1)});
}

TEST_CASE("Rows without a value of the formula are left out, and weights count", "[learners]") {
    const CausalModel model = causal_model("x -> y; y -> v");
    const Dataset data =
        digits("xyv", {"00.", "01.", "0.1", ".11", "11."}).with_weights({3, 1, 5, 7, 2});
    const TableEffect effect(model, data);
    CHECK(effect.doing(0, 1).value() == Approx(0.25));
    CHECK(effect.doing(1, 1).value() == Approx(1));
    REQUIRE(effect.fitted.remarks.size() == 1);
    CHECK(effect.fitted.remarks.front() ==
          "2 rows without a value of each variable of the formula were left out");
}

TEST_CASE("Intervals of a standardised effect are those of the Bayesian bootstrap", "[learners]") {
    const CausalModel model = causal_model("x -> y");
    std::vector<std::string_view> rows(30, "00");
    rows.insert(rows.end(), 10, "01");
    rows.insert(rows.end(), 20, "10");
    rows.insert(rows.end(), 20, "11");
    const TableEffect effect(model, digits("xy", rows));
    const auto ask = [&](const Solver& solver) -> DrawnQuestion::Ask {
        return [&] {
            return std::vector{*interventional_distribution(effect.analysis, solver).cells.back()};
        };
    };
    const auto found = credible_intervals(effect.engine.model(), {ask}, {}, {.draws = 20'000});
    REQUIRE(found.front());
    // Beta(20, 20): the variance is 1 / (4 41).
    CHECK(found.front()->sd == Approx(std::sqrt(1.0 / 164)).epsilon(0.02));
}

TEST_CASE("Numbers are adjusted for by regression", "[learners]") {
    Rng rng(5);
    std::vector<double> z, x, y;
    std::vector<std::optional<StateId>> treated;
    for (std::size_t i = 0; i < 60; ++i) {
        z.push_back(rng.uniform());
        x.push_back(2 * z.back() + rng.uniform());
        treated.emplace_back(rng.uniform() < z.back() ? 1 : 0);
        y.push_back(3 * x.back() - z.back() + rng.uniform());
    }
    const CausalModel model = causal_model("z{real} -> x{real} -> y{real} <- z");
    const TableEffect effect(model, Dataset({numbers("y", y), numbers("z", z), numbers("x", x)}));
    const double difference = interventional_mean(effect.analysis, effect.engine, 5.0) -
                              interventional_mean(effect.analysis, effect.engine, 4.0);
    CHECK(difference == Approx(partial_slope(x, z, y)).epsilon(1e-10));

    // With a discrete cause each of its groups has a regression of its own on z, which is taken at
    // the mean of z of all.
    const Dataset groups(
        {numbers("z", z), discrete_column(Variable("x", {"0", "1"}), treated), numbers("y", y)});
    const TableEffect standardised(causal_model("z{real} -> x -> y{real} <- z"), groups);
    double mean = 0;
    for (const double one : z) mean += one / 60;
    for (const std::size_t state : {0, 1}) {
        std::vector<double> of_z, of_y;
        for (std::size_t i = 0; i < 60; ++i)
            if (treated[i] == StateId(state)) {
                of_z.push_back(z[i]);
                of_y.push_back(y[i]);
            }
        const auto n = static_cast<double>(of_z.size());
        double sum_z = 0, sum_y = 0, zz = 0, zy = 0;
        for (std::size_t i = 0; i < of_z.size(); ++i) {
            sum_z += of_z[i];
            sum_y += of_y[i];
            zz += of_z[i] * of_z[i];
            zy += of_z[i] * of_y[i];
        }
        const double slope = (zy - sum_z * sum_y / n) / (zz - sum_z * sum_z / n);
        CHECK(interventional_mean(standardised.analysis, standardised.engine, StateId(state)) ==
              Approx(sum_y / n + slope * (mean - sum_z / n)).epsilon(1e-9));
    }
}

TEST_CASE("What a table has no effect of is refused", "[learners]") {
    const CausalModel model = causal_model("z -> x -> y <- z");
    const auto network = [&](const CausalModel& of, const Dataset& data) {
        const EffectAnalysis analysis = analyse_effect(of.graph, {of.id("x"), of.id("y")});
        return formula_network(data, of.network.variables(), analysis);
    };
    CHECK_THROWS_WITH(network(model, digits("xy", {"00"})), Catch::Contains("'z'"));
    CHECK_THROWS_WITH(network(model, digits("zxy", {"0.1", ".01"})), Catch::Contains("no row"));
    const std::vector<double> values{1, 2, 3};
    const Dataset number_in({numbers("z", values), digits("x", {"0", "1", "0"}).columns().front(),
                             digits("y", {"0", "1", "1"}).columns().front()});
    CHECK_THROWS_WITH(network(model, number_in), Catch::Contains("'y' has states, and 'z'"));
    const Dataset door({numbers("x", values), numbers("z", values), numbers("y", values)});
    CHECK_THROWS_WITH(network(causal_model("u{2, hidden} -> x, y; x -> z -> y"), door),
                      Catch::Contains("no adjustment"));
}
