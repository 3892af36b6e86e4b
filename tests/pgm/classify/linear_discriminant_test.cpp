#include <pgm/classify/linear_discriminant.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

constexpr VariableId y{0}, x1{1}, x2{2};

BayesianNetwork two_features(std::vector<double> prior, LinearGaussianCpd first,
                             LinearGaussianCpd second) {
    NetworkBuilder net;
    net.add_variable(Variable("y", {"1", "0"}));
    net.add_variable(Variable("x1"));
    net.add_variable(Variable("x2"));
    net.cpt("y").values(prior);
    net.set_cpd(std::move(first));
    net.set_cpd(std::move(second));
    return net.build();
}

Scope by_class() {
    return Scope({y}, {2});
}

/// The lecture's nine points: class 1 at mean (1, 1) with prior 4/9, class 0 at mean (4, 5); shared
/// covariance 8/9, 0, 20/9.
BayesianNetwork nine_points(double variance_of_0 = 20.0 / 9) {
    return two_features(
        {4.0 / 9, 5.0 / 9},
        LinearGaussianCpd(x1, by_class(), {}, {{1, {}, 8.0 / 9}, {4, {}, 8.0 / 9}}),
        LinearGaussianCpd(x2, by_class(), {}, {{1, {}, 20.0 / 9}, {5, {}, variance_of_0}}));
}

}  // namespace

TEST_CASE("The weights of the lecture's shared-covariance classifier") {
    const LinearDiscriminant linear = linear_discriminant(nine_points(), y, StateId{0}, StateId{1});
    CHECK(linear.features == std::vector<std::string>{"x1", "x2"});
    CHECK_THAT(linear.weights(0), WithinAbs(-27.0 / 8, 1e-14));
    CHECK_THAT(linear.weights(1), WithinAbs(-9.0 / 5, 1e-14));
    CHECK_THAT(linear.log_prior_ratio, WithinAbs(-0.2231435513142097, 1e-15));
    CHECK_THAT(linear.bias, WithinAbs(1107.0 / 80 - 0.2231435513142097, 1e-13));
}

TEST_CASE("Slopes between the features stand for their covariance") {
    // S = (2 1; 1 3), S^-1 = (3 -1; -1 2) / 5, means (1, 2) and (0, 0), equal priors: w = (1, 3) /
    // 5, w0 = -w . (1, 2) / 2.
    const BayesianNetwork net =
        two_features({0.5, 0.5}, LinearGaussianCpd(x1, by_class(), {}, {{1, {}, 2}, {0, {}, 2}}),
                     LinearGaussianCpd(x2, by_class(), {x1}, {{1.5, {0.5}, 2.5}, {0, {0.5}, 2.5}}));
    const LinearDiscriminant linear = linear_discriminant(net, y, StateId{0}, StateId{1});
    CHECK_THAT(linear.weights(0), WithinAbs(0.2, 1e-15));
    CHECK_THAT(linear.weights(1), WithinAbs(0.6, 1e-15));
    CHECK_THAT(linear.bias, WithinAbs(-0.7, 1e-15));
    const LinearDiscriminant turned = linear_discriminant(net, y, StateId{1}, StateId{0});
    CHECK_THAT(turned.weights(1), WithinAbs(-0.6, 1e-15));
    CHECK_THAT(turned.bias, WithinAbs(0.7, 1e-15));
}

TEST_CASE("Own covariances have no linear discriminant, nor have other kinds of variables") {
    CHECK_THROWS_WITH(linear_discriminant(nine_points(2), y, StateId{0}, StateId{1}),
                      "'x2' has not the same slopes and variance under both classes (the structure "
                      "'lda' shares them)");
    CHECK_THROWS_WITH(
        linear_discriminant(nine_points(), x1, StateId{0}, StateId{1}),
        "the class 'x1' of a linear discriminant must be discrete and have no parents");
    CHECK_THROWS_WITH(linear_discriminant(nine_points(), y, StateId{1}, StateId{1}),
                      "a linear discriminant tells two different states of 'y' apart");
}
