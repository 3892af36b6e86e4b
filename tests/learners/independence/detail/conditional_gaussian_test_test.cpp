#include <learners/independence/data_test.hpp>
#include <learners/search/learn_structure.hpp>

#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <Eigen/QR>

#include <cmath>
#include <numbers>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::WithinAbs;
using Catch::WithinRel;

namespace {

double normal(Rng& rng) {
    const double radius = std::sqrt(-2 * std::log(1 - rng.uniform()));
    return radius * std::cos(2 * std::numbers::pi * rng.uniform());
}

/// Rows of s -> x -> y, z alone, and t, a noisy copy of s.
struct MixedRows {
    std::vector<double> x, y, z;
    std::vector<std::size_t> s, t;

    explicit MixedRows(std::size_t rows) {
        Rng rng(3);
        for (std::size_t row = 0; row < rows; ++row) {
            s.push_back(rng.below(3));
            t.push_back(rng.below(4) == 0 ? rng.below(3) : s.back());
            x.push_back(static_cast<double>(s.back()) + normal(rng));
            y.push_back(0.8 * x.back() + normal(rng));
            z.push_back(normal(rng));
        }
    }

    Dataset table() const {
        const auto states = [](const std::string& name, const std::vector<std::size_t>& codes) {
            std::vector<std::optional<StateId>> cells;
            for (const std::size_t code : codes) cells.emplace_back(code);
            return discrete_column(Variable(name, {"0", "1", "2"}), cells);
        };
        return Dataset({states("s", s), states("t", t), continuous_column("x", RealCells(x)),
                        continuous_column("y", RealCells(y)),
                        continuous_column("z", RealCells(z))});
    }
};

constexpr VariableId S(0), T(1), X(2), Y(3), Z(4);

/// The largest log-likelihood, without constants, of a regression of the numbers on others with an
/// intercept, over the rows with that state.
double regression(const std::vector<double>& of, const std::vector<const std::vector<double>*>& on,
                  const std::vector<std::size_t>& states, std::optional<std::size_t> state) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < of.size(); ++row)
        if (!state || states[row] == *state) rows.push_back(row);
    const auto size = static_cast<Eigen::Index>(rows.size());
    Eigen::MatrixXd design(size, static_cast<Eigen::Index>(on.size()) + 1);
    Eigen::VectorXd target(size);
    for (Eigen::Index i = 0; i < size; ++i) {
        const std::size_t row = rows[static_cast<std::size_t>(i)];
        design(i, 0) = 1;
        for (std::size_t j = 0; j < on.size(); ++j)
            design(i, static_cast<Eigen::Index>(j) + 1) = (*on[j])[row];
        target(i) = of[row];
    }
    const Eigen::VectorXd rest = target - design * design.colPivHouseholderQr().solve(target);
    return -static_cast<double>(size) / 2 *
           std::log(rest.squaredNorm() / static_cast<double>(size));
}

TestResult cg(const Dataset& data, VariableId a, VariableId b, std::vector<VariableId> given = {}) {
    return data_test(data, ConditionalGaussian{})->test(a, b, given);
}

}  // namespace

TEST_CASE("cg of discrete columns is g2, and of numbers the likelihood ratio of r", "[learners]") {
    const Dataset data = MixedRows(500).table();
    const TestResult of_states = cg(data, S, T);
    const Dataset states = data.select_columns(std::vector{ColumnId(0), ColumnId(1)});
    const TestResult g2 = data_test(states, G2{})->test(S, T, {});
    CHECK_THAT(of_states.statistic, WithinRel(g2.statistic, 1e-11));
    CHECK(of_states.degrees_of_freedom == g2.degrees_of_freedom);
    CHECK(of_states.rows == 500);
    const Dataset numbers = data.select_columns(std::vector{ColumnId(2), ColumnId(3), ColumnId(4)});
    const TestResult fisher = data_test(numbers, FisherZ{})
                                  ->test(VariableId(0), VariableId(1), std::vector{VariableId(2)});
    const double r = std::tanh(fisher.statistic / std::sqrt(fisher.degrees_of_freedom));
    const TestResult of_numbers = cg(data, X, Y, {Z});
    CHECK_THAT(of_numbers.statistic, WithinRel(-500 * std::log1p(-r * r), 1e-10));
    CHECK(of_numbers.degrees_of_freedom == 1);
}

TEST_CASE("cg of a number and states compares regressions for each state and for all",
          "[learners]") {
    const MixedRows rows(400);
    const Dataset data = rows.table();
    const auto ratio = [&](const std::vector<double>& of,
                           const std::vector<const std::vector<double>*>& on) {
        double sum = -regression(of, on, rows.s, {});
        for (std::size_t state = 0; state < 3; ++state) sum += regression(of, on, rows.s, state);
        return 2 * sum;
    };
    const TestResult alone = cg(data, S, Y);
    CHECK_THAT(alone.statistic, WithinRel(ratio(rows.y, {}), 1e-10));
    CHECK(alone.degrees_of_freedom == 4);
    CHECK(alone.p < 1e-6);
    const TestResult given = cg(data, Y, S, {X, Z});
    CHECK_THAT(given.statistic, WithinRel(ratio(rows.y, {&rows.x, &rows.z}), 1e-9));
    CHECK(given.degrees_of_freedom == 8);
    CHECK(given.p > 0.001);
    CHECK_THAT(cg(data, S, Y, {X, Z}).statistic, WithinRel(given.statistic, 1e-12));
}

TEST_CASE("cg of states given a number: dependence of copies is seen, of noise is not",
          "[learners]") {
    const Dataset data = MixedRows(600).table();
    const TestResult copies = cg(data, S, T, {Z});
    CHECK(copies.p < 1e-20);
    CHECK(copies.degrees_of_freedom == 4 * 3);
    CHECK(cg(data, T, Z).p > 0.001);
    CHECK(cg(data, T, Y, {S}).p > 0.001);
    CHECK(cg(data, T, Y, {X}).rows == 600);
}

TEST_CASE("cg is finite for constants, copies, few rows and missing cells", "[learners]") {
    const double hole = std::numeric_limits<double>::quiet_NaN();
    const Dataset data(
        {digits("s", {"0", "0", "0", "0", "0", "0", "0", "1", "1", "1", "1", "1", "1", "1", "."})
             .columns()
             .front(),
         continuous_column("c", RealCells{5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5}),
         continuous_column("x", RealCells{1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
         continuous_column("y", RealCells{2, 2, 2, 2, 2, 2, 2, 4, 6, 8, 10, 12, 14, 16, hole})});
    const auto test = data_test(data, ConditionalGaussian{});
    for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = 0; b < 4; ++b)
            for (std::size_t z = 0; z <= 4; ++z) {
                if (a == b || a == z || b == z) continue;
                const std::vector<VariableId> given =
                    z == 4 ? std::vector<VariableId>() : std::vector{VariableId(z)};
                const TestResult result = test->test(VariableId(a), VariableId(b), given);
                INFO(a << " " << b << " " << z);
                CHECK(std::isfinite(result.statistic));
                CHECK(result.p >= 0);
                CHECK(result.p <= 1);
            }
    CHECK(test->test(VariableId(0), VariableId(2), {}).p < 1e-3);
    CHECK(test->test(VariableId(0), VariableId(1), {}).p == 1);
    // Given x, nothing is left of y.
    CHECK(test->test(VariableId(0), VariableId(3), std::vector{VariableId(2)}).p == 1);
}

TEST_CASE("Tables of both kinds are tested by cg, and pc directs arcs into numbers", "[learners]") {
    const Dataset data = MixedRows(2000).table();
    CHECK(default_statistic(data) == TestStatistic(ConditionalGaussian{}));
    CHECK(parse_test_statistic("cg") == TestStatistic(ConditionalGaussian{}));
    for (const SearchAlgorithm& algorithm : {SearchAlgorithm(Pc{}), SearchAlgorithm(Mmhc{})}) {
        const LearnedStructure learned = learn_structure(data, {.algorithm = algorithm});
        CHECK(learned.dag.has_arc(S, X));
        CHECK(learned.dag.has_arc(X, Y) + learned.dag.has_arc(Y, X) == 1);
        CHECK_FALSE(learned.dag.has_arc(T, Y));
        CHECK((learned.dag.has_arc(S, T) || learned.dag.has_arc(T, S)));
    }
}
