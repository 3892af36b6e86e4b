#include <examples/classifiers.hpp>
#include <pgm/classify/linear_discriminant.hpp>
#include <pgm/classify/predictions.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// ln p(x | y) + ln P(y)
void check_log_scores(const InferenceEngine& engine, const std::string& x, double one,
                      double zero) {
    INFO(x);
    CHECK_THAT(engine.log_evidence(parse_evidence(engine.network(), "y=1, " + x)),
               WithinRel(one, 1e-12));
    CHECK_THAT(engine.log_evidence(parse_evidence(engine.network(), "y=0, " + x)),
               WithinRel(zero, 1e-12));
}

}  // namespace

// Means (1, 1) and (4, 5), covariances diag(1, 1) and diag(4/5, 16/5), shared diag(8/9, 20/9),
// priors 4/9 and 5/9.
TEST_CASE("Boundary: scores and posteriors with a covariance matrix per class", "[examples]") {
    const InferenceEngine engine = examples::engine_of(examples::boundary_own());
    check_log_scores(engine, "x1=2, x2=2", -3.648807282625674, -6.8019173605572);
    check_log_scores(engine, "x1=3, x2=2", -5.148807282625674, -4.9269173605572);
    check_log_scores(engine, "x1=10, x2=-4", -55.648807282625675, -38.0519173605572);
    const Expectation expected[] = {
        {"P(y=1 | x1=2, x2=2)", 0.959031092780153},
        {"P(y=1 | x1=3, x2=2)", 0.4447540040488793},
        {"P(y=1 | x1=10, x2=-4)", 2.2791231806103924e-08},
    };
    check_answers(engine, expected, 1e-13);
}

TEST_CASE("Boundary: scores and posteriors with the shared covariance matrix", "[examples]") {
    const InferenceEngine engine = examples::engine_of(examples::boundary_shared());
    check_log_scores(engine, "x1=2, x2=2", -3.7766696129063684, -7.0410260615921585);
    check_log_scores(engine, "x1=3, x2=2", -5.464169612906369, -5.353526061592158);
    check_log_scores(engine, "x1=10, x2=-4", -54.176669612906366, -41.24102606159216);
    const Expectation expected[] = {
        {"P(y=1 | x1=2, x2=2)", 0.963185578632065},
        {"P(y=1 | x1=3, x2=2)", 0.47236729637410085},
        {"P(y=1 | x1=10, x2=-4)", 2.410573283231464e-06},
    };
    check_answers(engine, expected, 1e-13);
}

TEST_CASE("Boundary: the weights of the logistic form, and a minus in its exponent", "[examples]") {
    const BayesianNetwork network = examples::network_of(examples::boundary_shared());
    const VariableId y = network.id("y");
    const LinearDiscriminant form = linear_discriminant(
        network, y, network.variable(y).state_id("1"), network.variable(y).state_id("0"));
    CHECK(form.features == std::vector<std::string>{"x1", "x2"});
    CHECK_THAT(form.weights[0], WithinRel(-27.0 / 8, 1e-12));
    CHECK_THAT(form.weights[1], WithinRel(-9.0 / 5, 1e-12));
    CHECK_THAT(form.bias - form.log_prior_ratio, WithinRel(1107.0 / 80, 1e-12));
    CHECK_THAT(form.log_prior_ratio, WithinRel(-0.2231435513142097, 1e-12));
    const double z = 3 * form.weights[0] + 2 * form.weights[1] + form.bias;
    CHECK_THAT(1 / (1 + std::exp(-z)), WithinAbs(0.47236729637410085, 1e-12));
}

// On the line x2 = 1 the shared boundary is at x1 = (1107/80 - ln(5/4) - 9/5) / (27/8) =
// 3.50055..., so far right 1 never wins again. With own covariances the terms -x1^2/2 and -x1^2/1.6
// let class 1, wider in x1, win again beyond the second root of the quadratic equation, x1 =
// 28.6...
TEST_CASE("Boundary: one line, or the two branches of a hyperbola", "[examples]") {
    const Dataset on_a_line(
        {continuous_column("x1", {3.5, 3.501, 50}), continuous_column("x2", {1, 1, 1})});
    const auto winner = [&](const Classifier& classifier, std::size_t row) {
        return classifier.class_variable().state(
            StateId(decide(predict(classifier, on_a_line))[row].action.value()));
    };
    CHECK(winner(examples::boundary_shared(), 0) == "1");
    CHECK(winner(examples::boundary_shared(), 1) == "0");
    CHECK(winner(examples::boundary_shared(), 2) == "0");
    CHECK(winner(examples::boundary_own(), 2) == "1");
}
