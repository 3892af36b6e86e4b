#pragma once

#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/integration/chebyshev.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace pgm::detail {

/// The logarithm of a function of one number that is nowhere negative; -inf where it is zero, never
/// NaN. It may have jumps and many modes; nothing else is known of it.
using LogFunction = std::function<double(double x)>;

/// A function on part of the real line as it was integrated: its values at the 17 Chebyshev points
/// of panels, between which it is the polynomial through them. It is zero outside the panels.
struct PanelledFunction {
    static constexpr std::size_t points = chebyshev_points;

    struct QuadraturePanel {
        double low = 0, high = 0;
        ChebyshevValues values{};  ///< from high to low, divided by exp(log_scale)

        double node(std::size_t i) const;
        /// The weight of a value in the integral of the polynomial.
        double weight(std::size_t i) const;
        double integral() const;
    };

    std::vector<QuadraturePanel> panels;  ///< in ascending order
    double log_scale = 0;
    double log_integral = -infinity;
    double relative_error = 0;    ///< an estimate; of the integral
    std::size_t evaluations = 0;  ///< of the function
    /// True if nothing is left beyond the last panels: false of an integral that diverges.
    bool comes_to_an_end = true;

    bool covers(double x) const;
    /// The mean of the function as a density, divided by its integral.
    double mean() const;
    double sd() const;
    /// False where the mean and the standard deviation are those of numbers of any size: the
    /// integral of the square does not come to an end.
    bool has_moments() const;

private:
    template <class Body>
    void for_each_part(Body&& body) const;
};

/// The results for which a function is integrated.
enum class Purpose : std::uint8_t {
    integral,  ///< its integral, and those of its products with x and its square
    table,     ///< its values between the points, too, so that all parts have relative accuracy
};

/// The integral of a function over the part of the real line between the first cut and the last,
/// by Clenshaw and Curtis' rule of 17 points (1960, "A method for numerical integration on an
/// automatic computer") on panels that are halved until the halves agree with the whole. The cuts
/// are where the first panels meet: they have to be that near to each other, in numbers of the size
/// of the width of what lies between, that no mode is missed. Modes are looked for between cuts
/// first, uphill from those where the logarithm is larger than at the neighbours, and become cuts.
///
/// Aims at a relative error of 1e-13; what was reached is in relative_error, of at most
/// `most_evaluations` values. For a table panels are halved until their last coefficients are below
/// 1e-12 of their largest value, too, unless they hold less than 1e-25 of the integral.
PanelledFunction integrate(const LogFunction& log_function, std::vector<double> cuts,
                           std::size_t most_evaluations, Purpose purpose = Purpose::integral);

/// Cuts for a function of which nothing is known: zero and powers of 2 of both signs, those between
/// 2^-30 and 2^40 divided `parts` times. `parts` is a power of 2.
std::vector<double> cuts_everywhere(std::size_t parts);

/// Adds cuts around a place, at distances from `width` / 8 to 16 `width`.
void add_cuts_around(double place, double width, std::vector<double>& cuts);

/// Leaves out cuts beyond the interval, whose finite bounds become cuts, and those that occur twice
/// or are no finite numbers; in ascending order.
void keep_inside(const Interval& interval, std::vector<double>& cuts);

}  // namespace pgm::detail
