#include <learners/independence/independence_test.hpp>

namespace pgm::learners {
namespace {

const WordTable<TestStatistic>& test_statistic_words() {
    static const auto words =
        WordTable<TestStatistic>("test")
            .alternative<G2>("g2", "the log-likelihood ratio of discrete columns")
            .alternative<X2>("x2", "Pearson's chi-square of discrete columns")
            .alternative<MutualInformation>("mi", "the mutual information of discrete columns")
            .number("mc-g2:N", &MonteCarloG2::permutations,
                    {1, 1e9, "a whole number from 1 to 1e9", "mc-g2:1000"},
                    "g2, its p-value by at most N random permutations within strata")
            .word("mc-g2", MonteCarloG2{})
            .alternative<FisherZ>("fisher-z", "the partial correlation of continuous columns")
            .alternative<ConditionalGaussian>(
                "cg", "the likelihood ratio of conditional Gaussians, of columns of both kinds");
    return words;
}

}  // namespace

TestStatistic parse_test_statistic(std::string_view text) {
    return test_statistic_words().parse(text);
}

std::string format(const TestStatistic& statistic) {
    return test_statistic_words().format(statistic);
}

}  // namespace pgm::learners
