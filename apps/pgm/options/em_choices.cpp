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
    options.count("--initialisations", initialisations, 1,
                  "Of em: random initialisations, the best is kept; default: 5 with hidden "
                  "variables, else 1");
    options.count("--iterations", iterations, 1, "Of em: iterations at most; default: 500");
    options.text("--tolerance", tolerance, "T",
                 "Of em: converged when an iteration gains at most this part of the "
                 "log-likelihood; default: 1e-8");
}

learners::EmOptions EmChoices::read() const {
    learners::EmOptions chosen;
    chosen.initialisations = initialisations;
    chosen.seed = seed;
    if (iterations > 0) chosen.iterations = iterations;
    if (tolerance.empty()) return chosen;
    const std::string numbers = "a number that is not negative";
    chosen.tolerance = number_of<double>(tolerance, "--tolerance", numbers);
    if (!(chosen.tolerance >= 0) || std::isinf(chosen.tolerance))
        throw UsageError("--tolerance takes " + numbers + ", not '" + tolerance + "'");
    return chosen;
}

}  // namespace pgm::apps
