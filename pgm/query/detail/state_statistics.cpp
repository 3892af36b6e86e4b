#include <pgm/query/detail/state_statistics.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pgm::detail {

double mean(const StateNumbers& states) {
    double sum = 0;
    for (std::size_t i = 0; i < states.numbers.size(); ++i) sum += states.p[i] * states.numbers[i];
    const auto [least, most] = std::ranges::minmax(states.numbers);
    return std::clamp(sum, least, most);
}

double standard_deviation(const StateNumbers& states) {
    const double center = mean(states);
    const auto [least, most] = std::ranges::minmax(states.numbers);
    // In units of the range of the states, whose square may be beyond all numbers.
    const double unit = most > least ? 0.5 * most - 0.5 * least : 1;
    double squares = 0;
    for (std::size_t i = 0; i < states.numbers.size(); ++i) {
        const double distance = (states.numbers[i] - center) / unit;
        squares += states.p[i] * distance * distance;
    }
    return unit * std::sqrt(squares);
}

double quantile(const StateNumbers& states, double probability) {
    std::vector<std::size_t> order(states.numbers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return states.numbers[i]; });
    double sum = 0;
    for (const std::size_t i : order)
        if ((sum += states.p[i]) >= probability) return states.numbers[i];
    return states.numbers[order.back()];
}

PairMoments pair_moments(std::span<const double> a, std::span<const double> b,
                         std::span<const double> joint) {
    const auto mean_of = [&](const auto& value) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            for (std::size_t j = 0; j < b.size(); ++j) sum += joint[i * b.size() + j] * value(i, j);
        return sum;
    };
    const double mean_a = mean_of([&](std::size_t i, std::size_t) { return a[i]; }),
                 mean_b = mean_of([&](std::size_t, std::size_t j) { return b[j]; });
    const auto moment = [&](double of_a, double of_b, double both) {
        return mean_of([&](std::size_t i, std::size_t j) {
            const double x = a[i] - mean_a, y = b[j] - mean_b;
            return of_a * x * x + of_b * y * y + both * x * y;
        });
    };
    const double covariance = moment(0, 0, 1);
    const double scale = std::sqrt(moment(1, 0, 0)) * std::sqrt(moment(0, 1, 0));
    return {covariance, scale > 0 ? std::clamp(covariance / scale, -1.0, 1.0) : 0};
}

}  // namespace pgm::detail
