#include <pgm/model/cpd/linear_gaussian_cpd.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using Catch::WithinRel;
using GaussianRow = LinearGaussianCpd::Row;

TEST_CASE(
    "Linear Gaussian: the mean is linear in the continuous parents, with a row per configuration "
    "of the discrete ones",
    "[model][linear_gaussian]") {
    const LinearGaussianCpd cpd(VariableId(2), Scope({VariableId(0)}, {2}),
                                {VariableId(3), VariableId(1)},
                                {GaussianRow{1, {2, -1}, 4}, GaussianRow{0, {0.5, 0}, 1}});
    CHECK(cpd.child() == VariableId(2));
    CHECK(std::vector(cpd.parents().begin(), cpd.parents().end()) ==
          std::vector{VariableId(0), VariableId(3), VariableId(1)});
    CHECK(cpd.mean(0, std::vector<double>{3, 5}) == 2);
    CHECK(cpd.mean(1, std::vector<double>{3, 5}) == 1.5);
    // N(2, 4) at 4: one standard deviation off, e^(-1/2) / (2 sqrt(2 pi))
    CHECK_THAT(std::exp(cpd.log_density(0, std::vector<double>{3, 5}, 4)),
               WithinRel(0.12098536225957168, 1e-15));
}

TEST_CASE("Linear Gaussian: shared parameters count once", "[model][linear_gaussian]") {
    const std::vector<GaussianRow> rows{GaussianRow{1, {2}, 4}, GaussianRow{5, {2}, 4},
                                        GaussianRow{6, {2}, 4}};
    const Scope scope({VariableId(0)}, {3});
    CHECK(LinearGaussianCpd(VariableId(1), scope, {VariableId(2)}, rows).parameter_count() == 9);
    CHECK(LinearGaussianCpd(VariableId(1), scope, {VariableId(2)}, rows,
                            LinearGaussianCpd::Tying::slopes_and_variance)
              .parameter_count() == 5);
}

TEST_CASE("Linear Gaussian: shapes that do not fit are refused", "[model][linear_gaussian]") {
    const Scope scope({VariableId(0)}, {2});
    CHECK_THROWS_WITH(LinearGaussianCpd(VariableId(1), scope, {}, {GaussianRow{}}),
                      "a distribution has 1 row for 2 configurations of its discrete parents");
    CHECK_THROWS_WITH(LinearGaussianCpd(VariableId(1), scope, {VariableId(2)},
                                        {GaussianRow{0, {1}, 1}, GaussianRow{}}),
                      "a row of a linear Gaussian has 0 slopes for 1 continuous parents");
    CHECK_THROWS_WITH(LinearGaussianCpd(VariableId(1), scope, {VariableId(1)},
                                        {GaussianRow{0, {1}, 1}, GaussianRow{0, {1}, 1}}),
                      "a variable occurs twice in one family");
    CHECK_THROWS_WITH(
        LinearGaussianCpd(VariableId(1), scope, {}, {GaussianRow{0, {}, 1}, GaussianRow{0, {}, 2}},
                          LinearGaussianCpd::Tying::slopes_and_variance),
        "the rows of a tied linear Gaussian differ in a slope or in the variance");
}
