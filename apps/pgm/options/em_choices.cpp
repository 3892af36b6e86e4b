#include <apps/pgm/options/em_choices.hpp>

#include <apps/pgm/shell/errors.hpp>

#include <charconv>
#include <cmath>

namespace pgm::apps {
namespace {

/// The number that an option is; `what` says which numbers there are.
template <class Number>
Number number_of(const std::string& text, const std::string& option, const std::string& what) {
    Number number{};
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc{} || result.ptr != text.data() + text.size())
        throw UsageError(option + " takes " + what + ", not '" + text + "'");
    return number;
}

}  // namespace

void EmChoices::add_to(Options& options) {
    options.flag("--em", em,
                 "Expectation maximisation: rows without a class and rows with missing cells count "
                 "by what the network expects there, and variables that the structure text "
                 "declares hidden, 'H{2 states, hidden} -> A, B', are learned. Without --class the "
                 "result is a network");
    options.count("--restarts", restarts, 1,
                  "Of --em: starts, of which the best end is kept; default: 5 with hidden "
                  "variables, else 1");
    options.count("--iterations", iterations, 1,
                  "Of --em: iterations of a start at most; default: 500");
    options.text("--tolerance", tolerance, "T",
                 "Of --em: converged when an iteration gains at most this part of the "
                 "log-likelihood; default: 1e-8");
    options.text("--seed", seed, "N", "Of --em: seed of the random starts; default: 1");
}

learners::EmOptions EmChoices::read() const {
    const bool given = restarts > 0 || iterations > 0 || !tolerance.empty() || !seed.empty();
    if (given && !em)
        throw UsageError("--restarts, --iterations, --tolerance and --seed belong to --em");
    learners::EmOptions chosen;
    chosen.restarts = restarts;
    if (iterations > 0) chosen.iterations = iterations;
    if (!seed.empty()) chosen.seed = number_of<std::uint64_t>(seed, "--seed", "a whole number");
    if (tolerance.empty()) return chosen;
    const std::string numbers = "a number that is not negative";
    chosen.tolerance = number_of<double>(tolerance, "--tolerance", numbers);
    if (!(chosen.tolerance >= 0) || std::isinf(chosen.tolerance))
        throw UsageError("--tolerance takes " + numbers + ", not '" + tolerance + "'");
    return chosen;
}

}  // namespace pgm::apps
