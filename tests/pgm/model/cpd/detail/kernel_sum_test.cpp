#include <pgm/model/cpd/detail/kernel_sum.hpp>

#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/instruction_sets.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace pgm;
using namespace pgm::detail;

TEST_CASE(
    "Kernel density: all instruction sets give the same bits, and an exponential within 1.1 units "
    "of the last place",
    "[model][kernel_density]") {
    Rng rng(1);
    std::vector<double> points(37), weights(37);
    const auto builds =
        tests::builds_of([](auto instruction_set) { return kernel_sum_kernels(instruction_set); });
    const auto same_everywhere = [&](const KernelSum& sum) {
        const double value = kernel_sum(sum);
        for (const KernelSumKernels& build : builds) REQUIRE(build.run(sum) == value);
        return value;
    };
    for (std::size_t count = 1; count <= points.size(); ++count) {
        for (double& point : points) point = 4 * rng.uniform();
        for (double& weight : weights) weight = rng.uniform();
        same_everywhere({points.data(), weights.data(), count, 4.5, 0.5, 2});
        same_everywhere({points.data(), nullptr, count, -0.25, 0.25, 2});
    }
    const double origin = 0;
    double worst = 0;
    for (int i = 0; i < 100'000; ++i) {
        const double x = -708 * rng.uniform();
        const double value = same_everywhere({&origin, nullptr, 1, 1, 0, -x});  // e^x
        const long double exact = std::exp(static_cast<long double>(x));
        const auto nearest = static_cast<double>(exact);
        worst = std::max(worst, static_cast<double>(std::abs(value - exact) /
                                                    (std::nextafter(nearest, 1.0) - nearest)));
    }
    CHECK(worst < 1.1);
    CHECK(same_everywhere({&origin, nullptr, 1, 1, 0, 709}) == 0);
}
