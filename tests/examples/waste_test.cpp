#include <examples/networks.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

// Worked out by enumerating the eight configurations of B, F and W in 50 digits.
TEST_CASE("Waste: means, standard deviations and probabilities", "[examples]") {
    const Expectation expected[] = {
        {"E(E)", -3.2535714285714286},
        {"E(D)", 3.0392857142857143},
        {"P(D > 4)", 0.08101970538725145},
        {"P(Mout - 2 Min > 3)", 0.7056874770062797},
        {"P(D > 3.5 | L <= 1)", 0.5015702949465048},
        {"P(B=stable | W=industrial, L=1.1, C=-0.9)", 0.012252759819409247},
        {"E(D | W=industrial, L=1.1, C=-0.9)", 3.607666609922742},
        {"sd(D | W=industrial, L=1.1, C=-0.9)", 0.3258510240514704},
        {"quantile(D, 0.95 | W=industrial, L=1.1, C=-0.9)", 4.113705978769988},
    };
    check_answers(InferenceEngine(examples::waste_network()), expected);
}
