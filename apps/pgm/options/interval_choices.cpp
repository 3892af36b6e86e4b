#include <apps/pgm/options/interval_choices.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/number_text.hpp>

#include <string_view>

namespace pgm::apps {

double parse_interval(const std::string& text) {
    const bool is_percentage = text.ends_with('%');
    const std::string_view digits = std::string_view(text).substr(0, text.size() - is_percentage);
    const std::optional<double> number = parse_number(digits);
    const double probability = number.value_or(0) / (is_percentage ? 100 : 1);
    if (!(probability > 0 && probability < 1))
        throw UsageError("--interval takes a probability between 0 and 1, not '" + text + "'",
                         "--interval 95%");
    return probability;
}

void IntervalChoices::add_to(Options& options) {
    options.group("How sure");
    options.text("--interval", probability, "P",
                 "The interval in which a number lies with this probability, 95%, as far as the "
                 "rows that the model was fitted from tell");
    options.rare();
    options.count("--draws", draws, 2,
                  "Of --interval: draws of the model's numbers; default: " + std::to_string(draws));
    options.seed(seed, "Of --interval: seed of the draws");
}

std::optional<IntervalOptions> IntervalChoices::read() const {
    if (probability.empty()) return std::nullopt;
    return IntervalOptions{parse_interval(probability), draws, seed};
}

}  // namespace pgm::apps
