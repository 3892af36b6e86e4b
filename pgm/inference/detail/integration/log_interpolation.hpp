#pragma once

#include <pgm/inference/detail/integration/chebyshev.hpp>
#include <pgm/inference/detail/integration/line_quadrature.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// A log-concave function that takes long to compute as polynomials through its logarithm, on
/// panels that are halved until the last coefficients are rounding. The logarithm of an integral
/// over intervals is much smoother than the integral itself: a hundred values are enough where a
/// quadrature, of which this is the integrand then, takes a thousand.
class LogInterpolation {
public:
    /// Between the first cut and the last. One of the cuts has to be near the maximum: where the
    /// function is less than e^-60 of its greatest value at a cut, it is zero.
    LogInterpolation(const LogFunction& log_function, const std::vector<double>& cuts);

    double operator()(double x) const;
    /// The points at which panels meet.
    std::vector<double> cuts() const;

private:
    struct LogPanel {
        double low, high;
        ChebyshevValues coefficients;  ///< of the logarithm
    };

    void add(const LogFunction& log_function, double low, double high, double log_low,
             double log_high, int halvings);

    std::vector<LogPanel> panels_;  ///< in ascending order
    double top_ = -infinity;
    std::size_t values_ = 0;  ///< that were computed
};

}  // namespace pgm::detail
