#include <examples/classifiers.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinRel;

// Sums over the twenty patients: the 16 healthy have mean (30, 100) and covariance ((64, 45), (45,
// 225)), the 4 ill (46, 150) and ((36, 72), (72, 400)), divided by 16 and by 4. The posteriors were
// worked out from these by the formulas of the univariate and the bivariate normal distribution, in
// another language.
TEST_CASE("Diabetes: means and variances are those of maximum likelihood", "[examples]") {
    const BayesianNetwork network = examples::network_of(examples::diabetes_naive());
    const auto& cells = std::get<LinearGaussianCpd>(network.cpd(network.id("cells")));
    const auto& glucose = std::get<LinearGaussianCpd>(network.cpd(network.id("glucose")));
    CHECK(cells.row(0) == LinearGaussianCpd::Row{30, {}, 64});
    CHECK(cells.row(1) == LinearGaussianCpd::Row{46, {}, 36});
    CHECK(glucose.row(0) == LinearGaussianCpd::Row{100, {}, 225});
    CHECK(glucose.row(1) == LinearGaussianCpd::Row{150, {}, 400});
}

TEST_CASE("Diabetes: at a count of 40 the prior outweighs the density", "[examples]") {
    const InferenceEngine engine = examples::engine_of(examples::diabetes_cells());
    CHECK_THAT(score(engine, "diabetes=no, cells=40"), WithinRel(0.018264908538902187, 1e-13));
    CHECK_THAT(score(engine, "diabetes=yes, cells=40"), WithinRel(0.00806569081730478, 1e-13));
    const Expectation expected[] = {
        {"P(diabetes=yes)", 1.0 / 5},
        {"P(diabetes=yes | cells=40)", 0.30632385948341273},
        {"P(diabetes=yes | cells=44)", 0.5931691620718298},
    };
    check_answers(engine, expected);
    CHECK(most_probable(engine, "argmax(diabetes | cells=40)") == "diabetes=no");
    CHECK(most_probable(engine, "argmax(diabetes | cells=44)") == "diabetes=yes");
}

TEST_CASE("Diabetes: a second value, independent of the first given the disease", "[examples]") {
    const Expectation expected[] = {
        {"P(diabetes=yes | cells=40, glucose=100)", 0.014343028903231218},
        {"P(diabetes=yes | cells=40, glucose=140)", 0.9109679415797256},
        {"P(diabetes=yes | cells=52, glucose=120)", 0.8400828336726246},
        {"P(diabetes=yes | glucose=140)", 0.8527807015054173},
        {"P(diabetes=yes | cells=40)", 0.30632385948341273},
    };
    check_answers(examples::engine_of(examples::diabetes_naive()), expected, 1e-13);
}

TEST_CASE(
    "Diabetes: with covariances the same posteriors as the bivariate normal distribution, and its "
    "marginals where a value is missing",
    "[examples]") {
    const Expectation expected[] = {
        {"P(diabetes=yes | cells=40, glucose=140)", 0.8635602958292589},
        {"P(diabetes=yes | cells=52, glucose=120)", 0.20588756723574314},
        {"P(diabetes=yes | glucose=140)", 0.8527807015054173},
        {"P(diabetes=yes | cells=40)", 0.30632385948341273},
    };
    check_answers(examples::engine_of(examples::diabetes_full()), expected, 1e-12);
}

// d + d and d + d (d + 1) / 2 numbers per class, and the prior.
TEST_CASE("Diabetes: naive Bayes has fewer parameters", "[examples]") {
    CHECK(parameter_count(examples::network_of(examples::diabetes_cells())) == 5);
    CHECK(parameter_count(examples::network_of(examples::diabetes_naive())) == 9);
    CHECK(parameter_count(examples::network_of(examples::diabetes_full())) == 11);
}
