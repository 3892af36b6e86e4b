#include <pgm/compile/detail/fixed_point.hpp>

#include <pgm/compile/c_source.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/sampling.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/compiled_c.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

using Cell = unsigned short;
using FixedMarginals = long(const int*, Cell*, Cell*, int*);
constexpr double one = 32768;

BayesianNetwork alarm_bell() {
    NetworkBuilder net = NetworkBuilder::parse(
        "Burglary{yes|no} -> Alarm{yes|no} <- Quake{yes|no}; Alarm -> John{yes|no}; Alarm -> "
        "Mary{yes|no}");
    net.cpt("Burglary").values({0.001, 0.999});
    net.cpt("Quake").values({0.002, 0.998});
    net.cpt("Alarm").values({"Burglary", "Quake"},
                            {0.95, 0.05, 0.94, 0.06, 0.29, 0.71, 0.001, 0.999});
    net.cpt("John").values({0.9, 0.1, 0.05, 0.95});
    net.cpt("Mary").values({0.7, 0.3, 0.01, 0.99});
    return net.build();
}

/// NAME_ERROR of the header, as a probability.
double error_of(const CSource& program) {
    const std::string before = "bell_ERROR = ";
    return std::stod(program.header.substr(program.header.find(before) + before.size())) / one;
}

}  // namespace

TEST_CASE("Tables in fixed point: the largest number has all bits, and no other becomes zero") {
    const std::vector<double> numbers{0.25, 0, 1e-12, 0.1};
    const detail::FixedTable table = detail::fixed_table(numbers);
    CHECK(table.cells[0] >= 32768);
    CHECK(table.cells[1] == 0);
    CHECK(table.cells[2] > 0);
    for (const std::size_t i : {0u, 3u})
        CHECK_THAT(std::ldexp(table.cells[i], table.exponent), WithinRel(numbers[i], 1e-4));
}

TEST_CASE("Printed C in fixed point: whole numbers alone, within the error that it names") {
    if (!has_c_compiler()) return;
    const BayesianNetwork network = alarm_bell();
    const CSource source = c_source(network, {.name = "bell", .fixed = true});
    for (const char* const word : {"double", "float", "math.h"})
        CHECK(source.source.find(word) == std::string::npos);
    const CompiledC program(source, "bell");
    auto* const marginals = program.function<FixedMarginals>("bell_marginals");
    std::vector<Cell> posterior(10), scratch(source.scratch);
    const InferenceEngine engine(network);
    const ForwardSampler sampler(network);
    Rng rng(99);
    std::vector<StateId> row(network.size());
    for (int question = 0; question < 200; ++question) {
        sampler.sample(rng, row);
        std::vector<int> states(network.size(), -1);
        Evidence evidence;
        for (std::uint32_t v = 0; v < states.size(); ++v) {
            if (rng.below(2) == 0) continue;
            states[v] = static_cast<int>(row[v].value);
            evidence.observe(VariableId(v), row[v]);
        }
        const Posterior exact = engine.marginals(evidence);
        int exponent = 0;
        const long mantissa = marginals(states.data(), posterior.data(), scratch.data(), &exponent);
        CHECK(mantissa >= 32768);
        CHECK_THAT(std::ldexp(static_cast<double>(mantissa), exponent),
                   WithinRel(std::exp(exact.log_evidence()), 0.01));
        for (std::uint32_t v = 0; v < states.size(); ++v)
            CHECK_THAT(posterior[2 * v] / one,
                       WithinAbs(exact.marginal(VariableId(v))[0], 2 * error_of(source)));
    }
}

TEST_CASE("Printed C in fixed point: impossible findings and states that are none") {
    if (!has_c_compiler()) return;
    NetworkBuilder net = NetworkBuilder::parse("A{a|b} -> B{x|y}");
    net.cpt("A").values({0.5, 0.5});
    net.cpt("B").values({1, 0, 0.25, 0.75});
    const BayesianNetwork network = net.build();
    const CSource source = c_source(network, {.name = "net", .fixed = true});
    const CompiledC program(source, "net");
    auto* const marginals = program.function<FixedMarginals>("net_marginals");
    std::vector<Cell> posterior(4, 7), scratch(source.scratch);
    int exponent = 0;
    const std::vector<int> impossible{0, 1}, unknown{0, 2};
    CHECK(marginals(impossible.data(), posterior.data(), scratch.data(), &exponent) == 0);
    CHECK(marginals(unknown.data(), posterior.data(), scratch.data(), &exponent) == -1);
    CHECK(posterior == std::vector<Cell>(4, 7));
}
