#include <learners/estimate/smoothing.hpp>

#include <pgm/core/error.hpp>

#include <limits>

namespace pgm::learners {
namespace {

/// An amount beyond any number of rows, and far from where sums of such numbers overflow.
constexpr double largest_amount = 1e100, smallest_sample = 1e-100;

/// The numbers of rows that a prior is worth.
NumberRange prior_sizes(std::string_view example) {
    return {smallest_sample, largest_amount, "a number from 1e-100 to 1e100", example};
}

constexpr NumberRange laplace_amounts = {0, largest_amount, "a number from 0 to 1e100",
                                         "laplace:1"};

/// The estimates that stand in for 0 must leave a row near enough to 1 for NetworkBuilder, and far
/// enough from what was counted.
constexpr NumberRange floor_estimates = {std::numeric_limits<double>::denorm_min(), 1e-3,
                                         "a number above 0 and at most 0.001", "floor:1e-6"};

constexpr NumberRange concentration_range = {0, largest_amount, "numbers from 0 to 1e100",
                                             "backoff:1,2,4"};

BackOff parse_back_off(std::string_view text) {
    BackOff rule{.concentrations = {}};
    for (const std::string_view number : split_list(text, ','))
        rule.concentrations.push_back(parse_argument("backoff", number, concentration_range));
    if (rule.concentrations.empty())
        throw ArgumentError("backoff: needs at least one concentration",
                            "as in backoff:1,2,4; backoff alone chooses them");
    return rule;
}

std::string format_back_off(const BackOff& rule) {
    std::string text;
    for (const double number : rule.concentrations)
        text += (text.empty() ? "" : ",") + format_argument(number);
    return text;
}

}  // namespace

const WordTable<Smoothing>& smoothing_words() {
    static const auto words =
        WordTable<Smoothing>("smoothing")
            .alternative<MaximumLikelihood>("mle", "n_x / n")
            .number("laplace:A", &Laplace::amount, laplace_amounts, "(n_x + A) / (n + A r)")
            .word("laplace", Laplace{}, "laplace:1")
            .word("lidstone", Laplace{0.5}, "laplace:0.5")
            .number("bdeu:S", &Bdeu::sample_size, prior_sizes("bdeu:10"),
                    "(n_x + S / (q r)) / (n + S / q) with q parent configurations")
            .word("bdeu", Bdeu{})
            .number("prior:S", &PriorNetwork::sample_size, prior_sizes("prior:10"),
                    "S rows of prior sample size, distributed as the network of --prior has it")
            .word("prior", PriorNetwork{})
            .number("floor:E", &Floor::probability, floor_estimates, "n_x / n, but E instead of 0")
            .word("floor", Floor{})
            .alternative<TunedBackOff>(
                "backoff",
                "shrinks to the row of one parent fewer; concentrations by leave-one-out")
            .argument<BackOff>("backoff:1,2,4", parse_back_off, format_back_off,
                               "the same with these concentrations");
    return words;
}

const WordTable<EmptyRow>& empty_row_words() {
    static const auto words =
        WordTable<EmptyRow>("rule for rows without data")
            .word("uniform", EmptyRow::uniform, "every state is as probable as the others")
            .word("marginal", EmptyRow::marginal, "the estimate given the class alone")
            .word("error", EmptyRow::error, "an error that names the configuration");
    return words;
}

bool is_back_off(const Smoothing& smoothing) {
    return std::holds_alternative<TunedBackOff>(smoothing) ||
           std::holds_alternative<BackOff>(smoothing);
}

Smoothing parse_smoothing(std::string_view text) {
    return smoothing_words().parse(text);
}

EmptyRow parse_empty_row(std::string_view text) {
    return empty_row_words().parse(text);
}

std::string format(const Smoothing& smoothing) {
    return smoothing_words().format(smoothing);
}

std::string format(EmptyRow rule) {
    return empty_row_words().format(rule);
}

}  // namespace pgm::learners
