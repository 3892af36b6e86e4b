#include <pgm/query/interval.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using Catch::Matchers::WithinRel;

namespace {

/// A coin of which 8 of 10 throws were heads, all pseudo-counts among them.
BayesianNetwork coin() {
    NetworkBuilder builder = NetworkBuilder::parse("A{heads|tails}\nA: 0.8 0.2");
    builder.set_row_weights(builder.build().id("A"), {10});
    return builder.build();
}

/// Of 40 rows 10 had A=a; B=b had 4 of these, and 6 of the others.
BayesianNetwork two_tables() {
    NetworkBuilder builder = NetworkBuilder::parse(
        "A{a|other} -> B{b|other}\n"
        "A: 0.25 0.75\n"
        "B | A=a: 0.4 0.6\n"
        "B | A=other: 0.2 0.8");
    builder.set_row_weights(VariableId(std::size_t{0}), {40});
    builder.set_row_weights(VariableId(std::size_t{1}), {10, 30});
    return builder.build();
}

CredibleInterval credible_interval(const BayesianNetwork& network, std::string_view query,
                                   const IntervalOptions& options = {.draws = 40'000}) {
    const auto found = credible_intervals(network, parse_query(network, query), {}, options);
    REQUIRE(found.size() == 1);
    REQUIRE(found.front());
    return *found.front();
}

/// Of the beta distribution.
double beta_sd(double a, double b) {
    return std::sqrt(a * b / ((a + b) * (a + b) * (a + b + 1)));
}

}  // namespace

TEST_CASE("Interval: a probability of one row has the beta distribution of its counts", "[query]") {
    // Quantiles of Beta(8, 2): 0.5175 and 0.9719 (tables of the incomplete beta function).
    const CredibleInterval interval = credible_interval(coin(), "P(A=heads)");
    CHECK_THAT(interval.sd, WithinRel(beta_sd(8, 2), 0.02));
    CHECK_THAT(interval.low, WithinRel(0.5175, 0.02));
    CHECK_THAT(interval.high, WithinRel(0.9719, 0.005));
    const CredibleInterval narrow =
        credible_interval(coin(), "P(A=heads)", {.probability = 0.5, .draws = 40'000});
    CHECK(narrow.low > interval.low);
    CHECK(narrow.high < interval.high);
    CHECK(narrow.sd == interval.sd);
}

TEST_CASE("Interval: of independent rows the variance of a product is that of the product",
          "[query]") {
    // P(A=a, B=b) = p q with p ~ Beta(10, 30) and q ~ Beta(4, 6).
    const double p2 = 10.0 * 11 / (40 * 41), q2 = 4.0 * 5 / (10 * 11);
    const double variance = p2 * q2 - 0.25 * 0.25 * 0.4 * 0.4;
    CHECK_THAT(credible_interval(two_tables(), "P(A=a and B=b)").sd,
               WithinRel(std::sqrt(variance), 0.03));
    // P(B=b) = p q + (1 - p) r, of which p is independent.
    const double mean_square = p2 * q2 + (30.0 * 31 / (40 * 41)) * (6.0 * 7 / (30 * 31)) +
                               2 * (10.0 * 30 / (40 * 41)) * 0.4 * 0.2;
    CHECK_THAT(credible_interval(two_tables(), "P(B=b)").sd,
               WithinRel(std::sqrt(mean_square - 0.25 * 0.25), 0.03));
}

TEST_CASE("Interval: a question about one row is as sure as that row", "[query]") {
    CHECK_THAT(credible_interval(two_tables(), "P(B=b | A=other)").sd,
               WithinRel(beta_sd(6, 24), 0.03));
    CHECK_THAT(credible_interval(two_tables(), "P(B=b | do(A=a))").sd,
               WithinRel(beta_sd(4, 6), 0.03));
    const double difference = std::hypot(beta_sd(4, 6), beta_sd(6, 24));
    CHECK_THAT(credible_interval(two_tables(), "P(B=b | A=a) - P(B=b | A=other)").sd,
               WithinRel(difference, 0.03));
}

TEST_CASE("Interval: distributions and tables have an interval for each number", "[query]") {
    const BayesianNetwork network = two_tables();
    const auto of = [&](std::string_view query) {
        return credible_intervals(network, parse_query(network, query), {}, {.draws = 500}).size();
    };
    CHECK(of("P(A, B)") == 4);
    CHECK(of("P(B | A)") == 4);
    CHECK(of("P(B=b | A)") == 2);
    CHECK(of("argmax(A)") == 0);
}

TEST_CASE("Interval: conditions on several variables share the draws with all others", "[query]") {
    // B=b or A=a has the probability p + (1 - p) r.
    const double mean = 0.25 + 0.75 * 0.2;
    const CredibleInterval interval = credible_interval(two_tables(), "P(B=b or A=a)");
    CHECK(interval.low < mean);
    CHECK(mean < interval.high);
    const double p2 = 10.0 * 11 / (40 * 41), u2 = 30.0 * 31 / (40 * 41), r2 = 6.0 * 7 / (30 * 31),
                 pu = 10.0 * 30 / (40 * 41);
    CHECK_THAT(interval.sd, WithinRel(std::sqrt(p2 + u2 * r2 + 2 * pu * 0.2 - mean * mean), 0.03));
}

TEST_CASE("Interval: draws are the same whatever their number, and for the same seed", "[query]") {
    const BayesianNetwork network = two_tables();
    const auto low = [&](const IntervalOptions& options) {
        return credible_interval(network, "P(A=a | B=b)", options).low;
    };
    CHECK(low({.draws = 100, .seed = 7}) == low({.draws = 100, .seed = 7}));
    CHECK(low({.draws = 100, .seed = 7}) != low({.draws = 100, .seed = 8}));
}

TEST_CASE("Interval: the mean of a Gaussian is as sure as its rows", "[query]") {
    // 25 rows of variance 4: the mean has Student's distribution with 24 degrees of freedom, scaled
    // by 0.4, whose variance is 24 / 22.
    NetworkBuilder builder = NetworkBuilder::parse("X{real}\nX: normal(3, var 4)");
    builder.set_row_weights(VariableId(std::size_t{0}), {25});
    const BayesianNetwork network = builder.build();
    CHECK_THAT(credible_interval(network, "E(X)").sd, WithinRel(0.4 * std::sqrt(24.0 / 22), 0.03));
    // The variance has the mean 4 * 24 / 22 and 2 * mean^2 / (24 - 4) as its own.
    CHECK_THAT(credible_interval(network, "var(X)").sd,
               WithinRel(4.0 * 24 / 22 * std::sqrt(2.0 / 20), 0.04));
}

TEST_CASE("Interval: a regression is surest at the means of its parents", "[query]") {
    // 50 rows about x = 10 with a scatter of 200; the residual variance is 1.
    NetworkBuilder builder = NetworkBuilder::parse(
        "X{real} -> Y{real}\nX: normal(10, var 4)\nY: normal(5 + 2 X, var 1)");
    builder.set_row_weights(VariableId(std::size_t{1}), {50, 10, 200});
    const BayesianNetwork network = builder.build();
    const double student = std::sqrt(48.0 / 46);
    CHECK_THAT(credible_interval(network, "E(Y | X=10)").sd,
               WithinRel(student * std::sqrt(1.0 / 50), 0.03));
    CHECK_THAT(credible_interval(network, "E(Y | X=14)").sd,
               WithinRel(student * std::sqrt(1.0 / 50 + 16.0 / 200), 0.03));
}

TEST_CASE("Interval: a threshold is about normal with the inverse of its information", "[query]") {
    // The root of [[4, 2], [2, 10]] is [[2], [1, 3]]; the inverse has the diagonal 10/36 and 4/36
    // and -2/36 beside it. At X = 2 the cut less the mean has the variance (10 + 4 * 2 + 4 * 4) /
    // 36 and is 1 - 2 * 0.5 = 0, so that the median of P(Y=yes) is 1/2.
    NetworkBuilder builder = NetworkBuilder::parse(
        "X{real} -> Y{no|yes}\nX: normal(0, var 1)\nY: threshold(0.5 X, at 1, logistic 1)");
    builder.set_row_weights(VariableId(std::size_t{1}), {20, 2, 1, 3});
    const CredibleInterval interval = credible_interval(builder.build(), "P(Y=yes | X=2)");
    const double end = 1.959964 * std::sqrt(34.0 / 36);
    CHECK_THAT(interval.low, WithinRel(1 / (1 + std::exp(end)), 0.02));
    CHECK_THAT(interval.high, WithinRel(1 / (1 + std::exp(-end)), 0.02));
}

TEST_CASE("Interval: cuts that are drawn stay in order, those without information stay",
          "[query]") {
    NetworkBuilder builder = NetworkBuilder::parse(
        "X{real} -> Y{a|b|c}\nX: normal(0, var 1)\nY: threshold(X, at 0 0.01, logistic 1)");
    builder.set_row_weights(VariableId(std::size_t{1}), {9, 1, 0, 1, 0, 0, 0});
    const BayesianNetwork network = builder.build();
    CHECK(credible_interval(network, "P(Y=b | X=0)").low >= 0);
    CHECK(credible_interval(network, "P(Y=c | X=0)").sd > 0.1);
    builder.set_row_weights(VariableId(std::size_t{1}), {9, 0, 0, 0, 0, 0, 0});
    CHECK(credible_interval(builder.build(), "P(Y=c | X=0)").sd == Approx(0).margin(1e-12));
    builder.set_row_weights(VariableId(std::size_t{1}), {9, 1, 0, 1});
    CHECK_THROWS_AS(builder.build(), ModelError);
}

TEST_CASE("Interval: a row that was never seen is drawn as if each state had been seen once",
          "[query]") {
    NetworkBuilder builder = NetworkBuilder::parse("A{a|b|c}\nA: 1/3 1/3 1/3");
    builder.set_row_weights(VariableId(std::size_t{0}), {0});
    CHECK_THAT(credible_interval(builder.build(), "P(A=a)").sd, WithinRel(beta_sd(1, 2), 0.03));
}

TEST_CASE("Interval: a probability of zero stays zero, and one below all doubles is drawn",
          "[query]") {
    NetworkBuilder builder = NetworkBuilder::parse("A{a|b|c}\nA: 0 1e-300 1");
    builder.set_row_weights(VariableId(std::size_t{0}), {5});
    const BayesianNetwork network = builder.build();
    const CredibleInterval zero = credible_interval(network, "P(A=a)", {.draws = 200});
    CHECK(zero.sd == 0);
    CHECK(zero.high == 0);
    CHECK(credible_interval(network, "P(A=c)", {.draws = 200}).low == Approx(1));
}

TEST_CASE("Interval: the average of two networks is drawn from both", "[query]") {
    NetworkBuilder other = NetworkBuilder::parse("A{heads|tails}\nA: 0.5 0.5");
    other.set_row_weights(VariableId(std::size_t{0}), {20});
    const Model model({{coin(), 0.5, std::nullopt}, {other.build(), 0.5, std::nullopt}});
    const auto found = credible_intervals(model, parse_query(model.network(), "P(A=heads)"), {},
                                          {.draws = 40'000});
    CHECK_THAT(found.front()->sd,
               WithinRel(0.5 * std::hypot(beta_sd(8, 2), beta_sd(10, 10)), 0.03));
}

TEST_CASE("Interval: typed numbers have none, and options out of range are refused", "[query]") {
    const BayesianNetwork typed =
        NetworkBuilder::parse("A{a|b} -> B{a|b}\nA: 0.5 0.5\nB | A=a: 0.1 0.9\nB | A=b: 1 0")
            .build();
    const auto of_typed = [&](const IntervalOptions& options) {
        return credible_intervals(typed, parse_query(typed, "P(B=a)"), {}, options);
    };
    CHECK_THROWS_AS(of_typed({}), ArgumentError);
    CHECK_THROWS_AS(of_typed({.probability = 1}), ArgumentError);
    CHECK_THROWS_AS(of_typed({.probability = 0}), ArgumentError);
    CHECK_THROWS_AS(of_typed({.draws = 1}), ArgumentError);
    // What the answer does not depend on does not matter.
    NetworkBuilder builder(typed);
    builder.set_row_weights(typed.id("B"), {10, 10});
    const BayesianNetwork half = builder.build();
    CHECK_THROWS_AS(credible_intervals(half, parse_query(half, "P(A=a)")), ArgumentError);
    CHECK(credible_interval(half, "P(B=a)", {.draws = 100}).sd > 0);
}

TEST_CASE("Row weights: a builder keeps them until the distribution is another", "[model]") {
    const BayesianNetwork network = two_tables();
    const VariableId b = network.id("B");
    CHECK(network.row_weights(b).size() == 2);
    NetworkBuilder builder(network);
    CHECK(builder.build().row_weights(b).back() == 30);
    CHECK(builder.build() == network);
    builder.set_cpd(network.cpd(b));
    CHECK(builder.build().row_weights(b).empty());
    CHECK(builder.build() == network);
    builder.set_row_weights(b, {1, 2, 3});
    CHECK_THROWS_AS(builder.build(), ModelError);
    builder.set_row_weights(b, {1, -2});
    CHECK(builder.check().size() == 1);
    builder.set_row_weights(b, {1, std::nan("")});
    CHECK(builder.check().size() == 1);
}

TEST_CASE("Interval: of replicates it is theirs, draws or none", "[query]") {
    const BayesianNetwork network = two_tables();
    std::vector<BayesianNetwork> replicates;
    for (int k = 1; k <= 5; ++k) {
        const std::string p = std::to_string(0.1 * k), q = std::to_string(1 - 0.1 * k);
        replicates.push_back(NetworkBuilder::parse("B{b|other} -> A{a|other}\nB: 0.5 0.5\n"
                                                   "A | B=b: " +
                                                   p + " " + q + "\nA | B=other: " + p + " " + q)
                                 .build());
    }
    CHECK_THROWS_AS(with_replicates(network, replicates), ArgumentError);  // another order
    replicates.clear();
    for (int k = 1; k <= 5; ++k) {
        const std::string p = std::to_string(0.1 * k), q = std::to_string(1 - 0.1 * k);
        replicates.push_back(
            NetworkBuilder::parse("A{a|other}\nB{b|other}\nA: " + p + " " + q + "\nB: 0.5 0.5")
                .build());
    }
    // P(A=a) is 0.1, 0.2, .., 0.5: the quantiles lie between the numbers.
    const CredibleInterval interval =
        credible_interval(with_replicates(network, replicates), "P(A=a)", {.probability = 0.5});
    CHECK(interval.low == Approx(0.2));
    CHECK(interval.high == Approx(0.4));
    CHECK(interval.sd == Approx(std::sqrt(0.025)));
}
