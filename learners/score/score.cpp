#include <learners/score/score.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <array>
#include <optional>
#include <vector>

namespace pgm::learners {
namespace {

/// In the order of the alternatives of Score.
constexpr std::array<std::string_view, std::variant_size_v<Score>> score_names = {
    "loglik", "aic", "bic", "k2", "bdeu", "bds", "fnml", "qnml", "bge"};
const std::vector<std::string> score_words = {"loglik", "aic",  "bic",  "k2", "bdeu:S",
                                              "bds:S",  "fnml", "qnml", "bge"};

/// Any prior that is worth more rows than this, or less, differs from none by rounding only.
constexpr double largest_sample = 1e100, smallest_sample = 1e-100;

double sample_size_of(const OptionText& option, double otherwise) {
    if (!option.has_argument) return otherwise;
    const std::string word(option.word);
    const double size = number_of(option.argument, word, "above 0", word + ":10");
    if (size < smallest_sample || size > largest_sample)
        throw ArgumentError(word + " needs a number from 1e-100 to 1e100, not " + to_text(size));
    return size;
}

/// The alternatives that are a word alone.
std::optional<Score> score_without_argument(std::string_view word) {
    if (word == "loglik") return LogLikelihoodScore{};
    if (word == "aic") return AicScore{};
    if (word == "bic") return BicScore{};
    if (word == "k2") return K2Score{};
    if (word == "fnml") return FnmlScore{};
    if (word == "qnml") return QnmlScore{};
    if (word == "bge") return BgeScore{};
    return std::nullopt;
}

}  // namespace

Score parse_score(std::string_view text) {
    const OptionText option = split_option(text);
    if (option.word == "bdeu")
        return BdeuScore{sample_size_of(option, BdeuScore{}.equivalent_sample_size)};
    if (option.word == "bds")
        return BdsScore{sample_size_of(option, BdsScore{}.equivalent_sample_size)};
    const std::optional<Score> score = score_without_argument(option.word);
    if (score && !option.has_argument) return *score;
    throw_unknown_word("score", text, score_words);
}

std::string format(const Score& score) {
    const std::string word(name_of(score));
    return std::visit(
        Overloaded{
            [&](const BdeuScore& s) { return word + ":" + to_text(s.equivalent_sample_size); },
            [&](const BdsScore& s) { return word + ":" + to_text(s.equivalent_sample_size); },
            [&](const auto&) { return word; }},
        score);
}

std::string_view name_of(const Score& score) {
    return score_names[score.index()];
}

}  // namespace pgm::learners
