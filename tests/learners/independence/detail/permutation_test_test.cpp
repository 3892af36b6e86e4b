#include <learners/independence/detail/permutation_test.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

using Catch::WithinAbs;
using pgm::Rng;
using namespace pgm::learners::detail;

namespace {

using Stratum = std::vector<std::vector<std::uint64_t>>;

double factorial(std::uint64_t n) {
    return n < 2 ? 1 : static_cast<double>(n) * factorial(n - 1);
}

std::vector<std::uint64_t> row_sums(const Stratum& table) {
    std::vector<std::uint64_t> sums;
    for (const auto& row : table) {
        sums.push_back(0);
        for (const std::uint64_t n : row) sums.back() += n;
    }
    return sums;
}

Stratum transposed(const Stratum& table) {
    Stratum other(table[0].size());
    for (const auto& row : table)
        for (std::size_t j = 0; j < row.size(); ++j) other[j].push_back(row[j]);
    return other;
}

/// G^2 by its definition.
double g2(const Stratum& table) {
    const auto of_a = row_sums(table), of_b = row_sums(transposed(table));
    double all = 0, sum = 0;
    for (const std::uint64_t n : of_a) all += static_cast<double>(n);
    for (std::size_t i = 0; i < of_a.size(); ++i)
        for (std::size_t j = 0; j < of_b.size(); ++j) {
            const auto n = static_cast<double>(table[i][j]);
            const double expected =
                static_cast<double>(of_a[i]) * static_cast<double>(of_b[j]) / all;
            if (n > 0) sum += 2 * n * std::log(n / expected);
        }
    return sum;
}

/// The probability of each G^2 among the tables with these sums, of which every one is made.
class AllTables {
public:
    explicit AllTables(const Stratum& observed)
        : of_a_(row_sums(observed)), left_(row_sums(transposed(observed))), table_(observed) {
        fill(0, 0, of_a_[0], 1);
        for (auto& [g2, weight] : weights) weight /= sum_;
    }

    std::vector<std::pair<double, double>> weights;  ///< G^2 and probability

private:
    void fill(std::size_t i, std::size_t j, std::uint64_t rest, double weight) {
        if (i == of_a_.size()) {
            weights.emplace_back(g2(table_), weight);
            sum_ += weight;
            return;
        }
        const bool is_last = j + 1 == left_.size();
        for (std::uint64_t n = is_last ? rest : 0; n <= rest; ++n) {
            if (n > left_[j]) continue;
            table_[i][j] = n;
            left_[j] -= n;
            const bool is_end = is_last && i + 1 == of_a_.size();
            fill(is_last ? i + 1 : i, is_last ? 0 : j + 1,
                 is_end    ? 0
                 : is_last ? of_a_[i + 1]
                           : rest - n,
                 weight / factorial(n));
            left_[j] += n;
        }
    }

    std::vector<std::uint64_t> of_a_, left_;
    Stratum table_;
    double sum_ = 0;
};

/// P(G^2 of random tables together >= that of the observed ones).
double exact_p(const std::vector<Stratum>& strata) {
    double observed = 0;
    std::vector<std::pair<double, double>> sums{{0, 1}};
    for (const Stratum& stratum : strata) {
        observed += g2(stratum);
        const AllTables all(stratum);
        std::vector<std::pair<double, double>> more;
        for (const auto& [sum, p] : sums)
            for (const auto& [of_one, p_of_one] : all.weights)
                more.emplace_back(sum + of_one, p * p_of_one);
        sums = std::move(more);
    }
    double p = 0;
    for (const auto& [sum, weight] : sums)
        if (sum >= observed - 1e-9) p += weight;
    return p;
}

double drawn_p(const std::vector<Stratum>& strata, std::size_t permutations) {
    const LogFactorials log_factorial(100);
    PermutationTest test(log_factorial);
    double observed = 0;
    for (const Stratum& table : strata) {
        test.add(row_sums(table), row_sums(transposed(table)));
        for (const auto& row : table)
            for (const std::uint64_t n : row) observed += n_log_n(n);
    }
    return test.p(observed, permutations);
}

}  // namespace

TEST_CASE("Permutation test: Fisher's lady tasting tea has p = 34 / 70", "[learners]") {
    CHECK_THAT(exact_p({{{3, 1}, {1, 3}}}), WithinAbs(34.0 / 70, 1e-12));
    CHECK_THAT(exact_p({{{4, 0}, {0, 4}}}), WithinAbs(2.0 / 70, 1e-12));
    CHECK_THAT(drawn_p({{{3, 1}, {1, 3}}}, 100'000),
               WithinAbs(34.0 / 70, 5 * 34.0 / 70 / std::sqrt(50)));
}

TEST_CASE("Permutation test: p is that of all tables with the same sums", "[learners]") {
    const std::vector<std::vector<Stratum>> cases = {
        {{{4, 0}, {0, 4}}},
        {{{5, 1}, {1, 6}}},
        {{{2, 0, 1}, {0, 3, 1}}},
        {{{2, 0, 1}, {0, 2, 0}, {1, 0, 3}}},
        {{{1, 0}, {0, 1}}, {{2, 0}, {0, 1}}, {{0, 3}, {2, 1}}},
        {{{3, 0}, {0, 3}}, {{3, 1}, {0, 3}}, {{2, 0, 0}, {0, 1, 2}}},
        {{{1, 1}, {1, 1}}, {{2, 1}, {1, 2}}}};
    constexpr std::size_t permutations = 20'000;
    for (const std::vector<Stratum>& strata : cases) {
        const double exact = exact_p(strata), drawn = drawn_p(strata, permutations);
        INFO("exact " << exact << ", drawn " << drawn);
        // Counts of at most 50 tables with as large a statistic, or of all that are drawn.
        const double deviation =
            exact * std::sqrt(1 / 50.0 + 1 / (exact * static_cast<double>(permutations)));
        CHECK_THAT(drawn, WithinAbs(exact, 5 * deviation));
    }
}

TEST_CASE("Permutation test: neither the order of states and strata nor that of A and B matters",
          "[learners]") {
    const Stratum first{{5, 1, 0}, {1, 4, 2}}, second{{3, 1}, {0, 6}};
    const double p = drawn_p({first, second}, 500);
    CHECK(drawn_p({second, first}, 500) == p);
    CHECK(drawn_p({transposed(first), second}, 500) == p);
    CHECK(drawn_p({{{2, 4, 1}, {0, 1, 5}}, second}, 500) == p);
}

TEST_CASE("Permutation test: what no table exceeds has the least p that there is", "[learners]") {
    CHECK(drawn_p({{{30, 0}, {0, 30}}}, 999) == 1.0 / 1000);
    CHECK(drawn_p({{{1, 1}, {1, 1}}}, 999) == 1);
}

TEST_CASE("Hypergeometric numbers have their probabilities, and bounds of any size", "[learners]") {
    const LogFactorials log_factorial(20);
    Rng rng(5);
    constexpr int draws = 20'000;
    std::map<std::uint64_t, int> counts;
    for (int i = 0; i < draws; ++i) ++counts[draw_hypergeometric(12, 5, 7, log_factorial, rng)];
    const auto binomial = [](std::uint64_t n, std::uint64_t k) {
        return factorial(n) / factorial(k) / factorial(n - k);
    };
    for (std::uint64_t x = 0; x <= 5; ++x) {
        const double p = binomial(5, x) * binomial(7, 7 - x) / binomial(12, 7);
        CHECK_THAT(counts[x] / static_cast<double>(draws),
                   WithinAbs(p, 5 * std::sqrt(p * (1 - p) / draws)));
    }
    constexpr std::uint64_t many = std::uint64_t{1} << 40;
    for (int i = 0; i < 20; ++i) {
        const auto x =
            static_cast<double>(draw_hypergeometric(many, many / 2, 1000, log_factorial, rng));
        CHECK_THAT(x, WithinAbs(500, 5 * std::sqrt(250)));
    }
    CHECK(draw_hypergeometric(10, 10, 4, log_factorial, rng) == 4);
    CHECK(draw_hypergeometric(10, 0, 4, log_factorial, rng) == 0);
}
