#include <examples/networks.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Cancer: Korb and Nicholson's table of updated beliefs as fractions", "[examples]") {
    const Expectation expected[] = {
        {"P(Cancer=T)", 1163.0 / 100'000},
        {"P(XRay=pos)", 208141.0 / 1'000'000},
        {"P(Dyspnoea=T)", 608141.0 / 2'000'000},
        {"P(Pollution=high | Dyspnoea=T)", 62030.0 / 608141},
        {"P(Smoker=T | Dyspnoea=T)", 186720.0 / 608141},
        {"P(Cancer=T | Dyspnoea=T)", 15119.0 / 608141},
        {"P(XRay=pos | Dyspnoea=T)", 264423.0 / 1216282},
        {"P(Cancer=T | Smoker=T)", 4.0 / 125},
        {"P(XRay=pos | Smoker=T)", 139.0 / 625},
        {"P(Dyspnoea=T | Smoker=T)", 389.0 / 1250},
        {"P(Pollution=high | Cancer=T)", 290.0 / 1163},
        {"P(Smoker=T | Cancer=T)", 960.0 / 1163},
        {"P(Pollution=high | Cancer=T, Smoker=T)", 5.0 / 32},
        {"P(Cancer=T | Dyspnoea=T, Smoker=T)", 26.0 / 389},
        {"P(XRay=pos | Dyspnoea=T, Smoker=T)", 96.0 / 389},
    };
    check_answers(InferenceEngine(examples::cancer_network()), expected);
}
