#include <learners/estimate/smoothing.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <vector>

namespace pgm::learners {
namespace {

const std::vector<std::string> smoothing_words = {
    "mle", "floor:E", "laplace:A", "lidstone", "bdeu:S", "prior:S", "backoff", "backoff:1,2,4"};
const std::vector<std::string> empty_row_words = {"uniform", "marginal", "error"};

/// The estimates that stand in for 0 must leave a row near enough to 1 for NetworkBuilder, and far
/// enough from what was counted.
constexpr double largest_floor = 1e-3;

/// Beyond any number of rows, and far from where sums of such numbers overflow.
constexpr double largest_amount = 1e100, smallest_sample = 1e-100;

double amount_of(const OptionText& option, std::string_view range, std::string_view example,
                 double otherwise) {
    return option.has_argument ? number_of(option.argument, option.word, range, example)
                               : otherwise;
}

double checked(double amount, bool in_range, const std::string& message) {
    if (!in_range) throw ArgumentError(message + ", not " + to_text(amount));
    return amount;
}

/// The rows that a prior is worth.
double sample_size(const OptionText& option, std::string_view example) {
    const double s = amount_of(option, "above 0", example, 1);
    return checked(s, s >= smallest_sample && s <= largest_amount,
                   std::string(option.word) + " needs a number from 1e-100 to 1e100");
}

std::vector<double> concentrations_of(const OptionText& option) {
    std::vector<double> concentrations;
    for (const std::string_view text : split_list(option.argument, ',')) {
        const double m = number_of(text, "backoff", "of 0 or more per level", "backoff:1,2,4");
        concentrations.push_back(
            checked(m, m >= 0 && m <= largest_amount, "backoff needs numbers from 0 to 1e100"));
    }
    if (concentrations.empty())
        throw ArgumentError("backoff: needs at least one concentration",
                            "as in backoff:1,2,4; backoff alone chooses them");
    return concentrations;
}

std::string list_of(const std::vector<double>& numbers) {
    std::string text;
    for (const double number : numbers) text += (text.empty() ? "" : ",") + to_text(number);
    return text;
}

}  // namespace

bool is_back_off(const Smoothing& smoothing) {
    return std::holds_alternative<TunedBackOff>(smoothing) ||
           std::holds_alternative<BackOff>(smoothing);
}

Smoothing parse_smoothing(std::string_view text) {
    const OptionText option = split_option(text);
    if (option.word == "mle" && !option.has_argument) return MaximumLikelihood{};
    if (option.word == "floor") {
        const double e = amount_of(option, "above 0 and at most 0.001", "floor:1e-6", 1e-6);
        return Floor{checked(e, e > 0 && e <= largest_floor,
                             "floor needs a number above 0 and at most 0.001")};
    }
    if (option.word == "laplace" || (option.word == "lidstone" && !option.has_argument)) {
        const double a =
            amount_of(option, "of 0 or more", "laplace:1", option.word == "laplace" ? 1 : 0.5);
        return Laplace{
            checked(a, a >= 0 && a <= largest_amount, "laplace needs a number from 0 to 1e100")};
    }
    if (option.word == "bdeu") return Bdeu{sample_size(option, "bdeu:10")};
    if (option.word == "prior") return PriorNetwork{sample_size(option, "prior:10")};
    if (option.word == "backoff" && !option.has_argument) return TunedBackOff{};
    if (option.word == "backoff") return BackOff{concentrations_of(option)};
    throw_unknown_word("smoothing", text, smoothing_words);
}

EmptyRow parse_empty_row(std::string_view text) {
    if (text == "uniform") return EmptyRow::uniform;
    if (text == "marginal") return EmptyRow::marginal;
    if (text == "error") return EmptyRow::error;
    throw_unknown_word("rule for rows without data", text, empty_row_words);
}

std::string format(const Smoothing& smoothing) {
    return std::visit(
        Overloaded{[](const Laplace& rule) { return "laplace:" + to_text(rule.amount); },
                   [](const MaximumLikelihood&) { return std::string("mle"); },
                   [](const Floor& rule) { return "floor:" + to_text(rule.probability); },
                   [](const Bdeu& rule) { return "bdeu:" + to_text(rule.sample_size); },
                   [](const PriorNetwork& rule) { return "prior:" + to_text(rule.sample_size); },
                   [](const TunedBackOff&) { return std::string("backoff"); },
                   [](const BackOff& rule) { return "backoff:" + list_of(rule.concentrations); }},
        smoothing);
}

std::string format(EmptyRow rule) {
    return empty_row_words[static_cast<std::size_t>(rule)];
}

}  // namespace pgm::learners
