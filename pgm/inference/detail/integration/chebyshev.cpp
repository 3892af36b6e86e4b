#include <pgm/inference/detail/integration/chebyshev.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pgm::detail {
namespace {

constexpr std::size_t highest_degree = chebyshev_points - 1;

/// cos(pi i / 16) for i = 0, ..., 31.
const std::array<double, 2 * highest_degree>& cosines() {
    static const std::array<double, 2 * highest_degree> table = [] {
        std::array<double, 2 * highest_degree> found{};
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = i % highest_degree == highest_degree / 2
                           ? 0
                           : std::cos(std::numbers::pi * static_cast<double>(i) / highest_degree);
        return found;
    }();
    return table;
}

}  // namespace

const ChebyshevValues& chebyshev_nodes() {
    static const ChebyshevValues nodes = [] {
        ChebyshevValues found{};
        std::copy_n(cosines().begin(), found.size(), found.begin());
        return found;
    }();
    return nodes;
}

ChebyshevValues chebyshev_coefficients(const ChebyshevValues& values) {
    ChebyshevValues coefficients{};
    for (std::size_t k = 0; k <= highest_degree; ++k) {
        double sum = 0.5 * (values[0] + (k % 2 == 0 ? 1 : -1) * values[highest_degree]);
        for (std::size_t i = 1; i < highest_degree; ++i)
            sum += values[i] * cosines()[i * k % (2 * highest_degree)];
        coefficients[k] = sum * (k == 0 || k == highest_degree ? 1 : 2) / highest_degree;
    }
    return coefficients;
}

double chebyshev_sum(std::span<const double> coefficients, double t) {
    double after = 0, next = 0;
    for (std::size_t k = coefficients.size(); k-- > 1;) {
        const double here = coefficients[k] + 2 * t * next - after;
        after = next;
        next = here;
    }
    return coefficients[0] + t * next - after;
}

double chebyshev_argument(double low, double high, double x) {
    return std::clamp(((x - low) - (high - x)) / (high - low), -1.0, 1.0);
}

double chebyshev_remainder(const ChebyshevValues& coefficients) {
    return std::abs(coefficients[highest_degree]) + std::abs(coefficients[highest_degree - 1]);
}

}  // namespace pgm::detail
