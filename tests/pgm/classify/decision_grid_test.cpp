#include <pgm/classify/predictions.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

/// Y -> U, Y -> V, Gaussians of variance 1 around 0 and 2; Y -> A.
Predictor predictor() {
    NetworkBuilder net;
    net.variable("Y", {"no", "yes"}).variable("A", {"a", "b"}).arc("Y", "A");
    net.cpt("Y").values({0.5, 0.5});
    net.cpt("A").values({0.5, 0.5, 0.25, 0.75});
    const Scope by_class({VariableId{0u}}, {2});
    for (const char* name : {"U", "V"})
        net.set_cpd(LinearGaussianCpd(net.add_variable(Variable(name)), by_class, {},
                                      {{0, {}, 1}, {2, {}, 1}}));
    return Predictor(
        NetworkClassifier({.model = net.build(),
                           .schema = {Variable("Y", {"no", "yes"}), Variable("A", {"a", "b"}),
                                      Variable("U"), Variable("V")}}));
}

}  // namespace

TEST_CASE("A decision grid holds the discriminants of its nodes, row by row from below") {
    const RowsByStates grid = decision_grid(predictor(), {.x = "U",
                                                          .y = "V",
                                                          .x_low = -1,
                                                          .x_high = 3,
                                                          .y_low = 0,
                                                          .y_high = 2,
                                                          .columns = 5,
                                                          .rows = 3});
    REQUIRE(grid.rows() == 15);
    // Node (3, 2) is U = 2, V = 2: at the mean of yes.
    const double peak = -std::log(2 * 3.14159265358979323846);
    CHECK_THAT(grid(2 * 5 + 3, 1), WithinAbs(std::log(0.5) + peak, 1e-13));
    CHECK_THAT(grid(2 * 5 + 3, 0), WithinAbs(std::log(0.5) + peak - 4, 1e-13));
    // U + V = 2 is the boundary: nodes (1, 2), (2, 1), (3, 0).
    for (const int node : {2 * 5 + 1, 5 + 2, 3})
        CHECK_THAT(grid(node, 0), WithinAbs(grid(node, 1), 1e-13));
}

TEST_CASE("A grid over other features is refused") {
    CHECK_THROWS_WITH(decision_grid(predictor(), {.x = "A", .y = "V"}),
                      "'A' is no continuous feature of the classifier");
    CHECK_THROWS_WITH(decision_grid(predictor(), {.x = "V", .y = "W"}),
                      "'W' is no continuous feature of the classifier");
    CHECK_THROWS_WITH(decision_grid(predictor(), {.x = "V", .y = "V"}),
                      "decision regions are drawn over two different features, not twice over 'V'");
    CHECK_THROWS_WITH(decision_grid(predictor(), {.x = "U", .y = "V", .columns = 1}),
                      "a decision grid has between 2 x 2 and 10000000 nodes");
}
