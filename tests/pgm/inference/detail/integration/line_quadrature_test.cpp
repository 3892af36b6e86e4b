#include <pgm/inference/detail/integration/line_quadrature.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <numbers>

using namespace pgm;
using namespace pgm::detail;
using Catch::Matchers::WithinAbs;

namespace {

PanelledFunction on_the_line(const LogFunction& log_function) {
    return integrate(log_function, cuts_everywhere(2), 1'000'000);
}

}  // namespace

TEST_CASE("Line quadrature: densities of any place and width integrate to 1", "[inference][axis]") {
    constexpr double places[] = {0, 23, -3e4, 1e6}, widths[] = {1e-3, 1, 50, 1e9};
    for (const double place : places) {
        for (const double width : widths) {
            const PanelledFunction normal = on_the_line([=](double x) {
                const double z = (x - place) / width;
                return -0.5 * z * z - std::log(width) - 0.5 * std::log(2 * std::numbers::pi);
            });
            // A number near the place is known to this part of the width.
            const double rounding = 4e-16 * std::abs(place) / width;
            CHECK_THAT(normal.log_integral, WithinAbs(0, 1e-13 + rounding));
            const PanelledFunction cauchy = on_the_line([=](double x) {
                const double z = (x - place) / width;
                return -std::log(std::numbers::pi * width) - std::log1p(z * z);
            });
            CHECK_THAT(cauchy.log_integral, WithinAbs(0, 1e-12 + rounding));
            CHECK(cauchy.comes_to_an_end);
        }
    }
}

TEST_CASE("Line quadrature: an endless integral and one that is not reached are known",
          "[inference][axis]") {
    CHECK(!on_the_line([](double) { return 0.0; }).comes_to_an_end);
    CHECK(!on_the_line([](double x) { return x < 1 ? -infinity : -std::log(x); }).comes_to_an_end);
    CHECK(on_the_line([](double) { return -infinity; }).log_integral == -infinity);
    const LogFunction singular = [](double x) {
        return x <= 0 || x >= 1 ? -infinity : -0.5 * (std::log(x) + std::log1p(-x));
    };
    const PanelledFunction found = on_the_line(singular);
    CHECK(found.relative_error > 1e-9);
    CHECK_THAT(found.log_integral, WithinAbs(std::log(std::numbers::pi), found.relative_error));
    const PanelledFunction few = integrate(singular, cuts_everywhere(2), 3000);
    CHECK(few.evaluations < 6000);
    CHECK(few.relative_error > found.relative_error);
}
