#include <pgm/classify/classifier.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {

void Temperature::apply(std::span<double> log_posterior) const {
    const double largest = *std::ranges::max_element(log_posterior);
    double sum = 0;
    for (double& log_p : log_posterior) {
        log_p = (log_p - largest) / value;
        sum += std::exp(log_p);
    }
    for (double& log_p : log_posterior) log_p -= std::log(sum);
}

}  // namespace pgm
