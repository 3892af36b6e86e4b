#include <learners/independence/independence_test.hpp>

#include <pgm/core/text/words.hpp>

#include <vector>

namespace pgm::learners {
namespace {

/// In the order of the variant.
const std::vector<std::string> statistic_words = {"g2", "x2", "mi", "fisher-z"};

}  // namespace

TestStatistic parse_test_statistic(std::string_view text) {
    if (text == "g2") return G2{};
    if (text == "x2") return X2{};
    if (text == "mi") return MutualInformation{};
    if (text == "fisher-z") return FisherZ{};
    throw_unknown_word("test", text, statistic_words);
}

std::string format(const TestStatistic& statistic) {
    return statistic_words[statistic.index()];
}

}  // namespace pgm::learners
