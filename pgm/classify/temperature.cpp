#include <pgm/classify/temperature.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm {

Temperature::Temperature(std::vector<double> by_class) : values_(std::move(by_class)) {
    if (values_.empty()) throw ArgumentError("a temperature by class needs classes");
}

bool Temperature::changes_nothing() const {
    return std::ranges::all_of(values_, [](double t) { return t == 1; });
}

void Temperature::apply(std::span<double> log_posterior) const {
    const auto first = std::ranges::max_element(log_posterior);
    const double largest = *first,
                 temperature = of(static_cast<std::size_t>(first - log_posterior.begin()));
    double sum = 0;
    for (double& log_p : log_posterior) {
        log_p = (log_p - largest) / temperature;
        sum += std::exp(log_p);
    }
    for (double& log_p : log_posterior) log_p -= std::log(sum);
}

}  // namespace pgm
