#include <learners/score/score.hpp>

namespace pgm::learners {
namespace {

/// Any prior that is worth more rows than this, or less, differs from none by rounding only.
NumberRange equivalent_sizes(std::string_view example) {
    return {1e-100, 1e100, "a number from 1e-100 to 1e100", example};
}

NumberRange penalties(std::string_view example) {
    return {0, 1e6, "a number from 0 to 1e6", example};
}

const WordTable<Score>& score_words() {
    static const auto words =
        WordTable<Score>("score")
            .alternative<LogLikelihoodScore>("loglik", "log-likelihood")
            .alternative<AicScore>("aic", "log-likelihood less the number of parameters")
            .word("bic", BicScore{}, "log-likelihood less log(n) / 2 per parameter")
            .number("bic:P", &BicScore::penalty, penalties("bic:2"), "the same, less P times that")
            .number("ebic:G", &ExtendedBicScore::gamma, penalties("ebic:1"),
                    "bic less G log(number of sets of as many parents)")
            .word("ebic", ExtendedBicScore{})
            .alternative<K2Score>("k2", "marginal likelihood, every pseudo-count 1")
            .number("bdeu:S", &BdeuScore::equivalent_sample_size, equivalent_sizes("bdeu:10"),
                    "marginal likelihood, pseudo-counts worth S rows")
            .word("bdeu", BdeuScore{})
            .number("bds:S", &BdsScore::equivalent_sample_size, equivalent_sizes("bds:10"),
                    "bdeu over the parent configurations that occur")
            .word("bds", BdsScore{})
            .alternative<FnmlScore>("fnml", "factorised normalised maximum likelihood")
            .alternative<QnmlScore>("qnml", "quotient normalised maximum likelihood")
            .alternative<BgeScore>("bge", "marginal likelihood of Gaussians");
    return words;
}

}  // namespace

Score parse_score(std::string_view text) {
    return score_words().parse(text);
}

std::string format(const Score& score) {
    return score_words().format(score);
}

std::string name_of(const Score& score) {
    return std::string(split_option(format(score)).word);
}

}  // namespace pgm::learners
