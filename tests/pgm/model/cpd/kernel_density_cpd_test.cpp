#include <pgm/model/cpd/kernel_density_cpd.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/gaussian.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace pgm;
using Catch::WithinAbs;
using Catch::WithinRel;
using KernelShape = KernelDensityCpd::Kernel;
using KernelRow = KernelDensityCpd::Row;

namespace {

KernelDensityCpd density(KernelShape kernel, KernelRow row) {
    return KernelDensityCpd(VariableId(0), Scope(), kernel, {std::move(row)});
}

/// The sum as it stands in the book, in long double, about the largest term.
double direct_log_density(const KernelRow& row, double x) {
    long double sum = 0, total = 0, best = std::numeric_limits<long double>::infinity();
    const auto squared = [&](std::size_t i) {
        const long double z = (static_cast<long double>(x) - row.points[i]) / row.bandwidth;
        return z * z;
    };
    for (std::size_t i = 0; i < row.points.size(); ++i) best = std::min(best, squared(i));
    for (std::size_t i = 0; i < row.points.size(); ++i) {
        const long double w = row.weights.empty() ? 1 : row.weights[i];
        total += w;
        sum += w * std::exp((best - squared(i)) / 2);
    }
    return static_cast<double>(std::log(sum / (total * row.bandwidth)) - best / 2 -
                               0.918938533204672741780329736406L);
}

}  // namespace

TEST_CASE("Kernel density: the lecture's Gaussian kernel on the points 1, 2, 4 with bandwidth 1/2",
          "[model][kernel_density]") {
    const KernelDensityCpd cpd =
        density(KernelShape::gaussian, {.points = {4, 1, 2}, .weights = {}, .bandwidth = 0.5});
    CHECK(cpd.row(0).points == std::vector<double>{1, 2, 4});
    CHECK_THAT(std::exp(cpd.log_density(0, {}, 0)), WithinRel(0.036083197825972003, 1e-14));
    CHECK_THAT(std::exp(cpd.log_density(0, {}, 1.5)), WithinRel(0.3226286238385343, 1e-14));
    CHECK_THAT(std::exp(cpd.log_density(0, {}, 4)), WithinRel(0.2660507444687203, 1e-14));
    CHECK_THAT(cpd.log_density(0, {}, 100),
               WithinRel(-18433.324403641313, 1e-14));  // the density itself is no double any more
}

TEST_CASE(
    "Kernel density: the lecture's box kernel counts the points within the bandwidth, the edge "
    "included",
    "[model][kernel_density]") {
    const KernelDensityCpd cpd =
        density(KernelShape::tophat, {.points = {1, 2, 4}, .weights = {}, .bandwidth = 0.5});
    CHECK_THAT(std::exp(cpd.log_density(0, {}, 0.5)), WithinRel(1.0 / 3, 1e-14));
    CHECK_THAT(std::exp(cpd.log_density(0, {}, 1.5)), WithinRel(2.0 / 3, 1e-14));
    CHECK_THAT(std::exp(cpd.log_density(0, {}, 4.5)), WithinRel(1.0 / 3, 1e-14));
    CHECK(cpd.log_density(0, {}, 3) == -std::numeric_limits<double>::infinity());
    CHECK(cpd.log_density(0, {}, -1e300) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("Kernel density: a point of weight 2 is the point twice; one of weight 0 is not there",
          "[model][kernel_density]") {
    for (const KernelShape kernel : {KernelShape::gaussian, KernelShape::tophat}) {
        const KernelDensityCpd weighted =
            density(kernel, {.points = {3, 1, 7}, .weights = {2, 1, 0}, .bandwidth = 1.5});
        const KernelDensityCpd doubled =
            density(kernel, {.points = {1, 3, 3}, .weights = {}, .bandwidth = 1.5});
        CHECK(weighted.row(0).points == std::vector<double>{1, 3});
        for (const double x : {-0.5, 0.0, 2.2, 4.4})
            CHECK_THAT(weighted.log_density(0, {}, x),
                       WithinRel(doubled.log_density(0, {}, x), 1e-14));
    }
}

TEST_CASE("Kernel density: the window of points that count gives the whole sum, near and far",
          "[model][kernel_density]") {
    Rng rng(3);
    KernelRow row{.points = {}, .weights = {}, .bandwidth = 0.05};
    for (int i = 0; i < 1000; ++i)
        row.points.push_back(tests::gaussian_number(rng) + (i % 2) * 1e3);
    const KernelDensityCpd cpd = density(KernelShape::gaussian, row);
    row.weights.resize(1000, 1e-3);
    row.weights[7] = 1e6;
    const KernelDensityCpd weighted = density(KernelShape::gaussian, row);
    for (const double x : {-50.0, -3.0, 0.01, 2.5, 500.0, 999.0, 1003.5, 1e6}) {
        CHECK_THAT(cpd.log_density(0, {}, x), WithinRel(direct_log_density(cpd.row(0), x), 1e-14));
        CHECK_THAT(weighted.log_density(0, {}, x),
                   WithinRel(direct_log_density(weighted.row(0), x), 1e-14));
    }
    CHECK(cpd.log_density(0, {}, 1e200) ==
          -std::numeric_limits<double>::infinity());  // beyond all doubles, and no NaN
}

TEST_CASE("Kernel density: shapes that do not fit are refused", "[model][kernel_density]") {
    CHECK_THROWS_WITH(density(KernelShape::gaussian, {}),
                      "a kernel density needs at least one point per configuration of its parents");
    CHECK_THROWS_WITH(
        density(KernelShape::gaussian, {.points = {1, 2}, .weights = {1}, .bandwidth = 1}),
        "a kernel density has 1 weights for 2 points");
    CHECK_THROWS_WITH(
        KernelDensityCpd(VariableId(0), Scope({VariableId(1)}, {2}), KernelShape::gaussian,
                         {KernelRow{.points = {1}, .weights = {}, .bandwidth = 1}}),
        "a distribution has 1 row for 2 configurations of its discrete parents");
    CHECK_THROWS_WITH(
        KernelDensityCpd(VariableId(0), Scope({VariableId(0)}, {1}), KernelShape::gaussian,
                         {KernelRow{.points = {1}, .weights = {}, .bandwidth = 1}}),
        "a variable occurs twice in one family");
}

TEST_CASE("Kernel density: a kernel too narrow to be squared stands on its points alone",
          "[model][kernel_density]") {
    // h = 1e-300, h^2 underflows: at a point of four the density is 1 / (4 h sqrt(2 pi)), a little
    // beside it 0.
    const KernelDensityCpd cpd = density(
        KernelShape::gaussian, {.points = {1, 2, 3, 4}, .weights = {}, .bandwidth = 1e-300});
    CHECK_THAT(
        cpd.log_density(0, {}, 2),
        WithinRel(300 * std::log(10.0) - std::log(4.0) - 0.918938533204672741780329736406, 1e-14));
    CHECK(cpd.log_density(0, {}, 2.0000001) < -1e280);
}
