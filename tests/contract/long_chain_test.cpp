#include <pgm/model/network_builder.hpp>
#include <tests/contract/engines.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/judgement.hpp>
#include <tests/support/long_chain.hpp>

#include <cmath>

// Networks of 100,000 variables and more: nothing may recurse, underflow or lose digits, and
// nothing may take quadratic time.

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinRel;

namespace {

constexpr std::size_t n = 100'000;

Evidence all_leaves_observed(std::size_t length) {
    Evidence evidence;
    for (std::size_t i = 0; i < length; ++i) evidence.observe(VariableId(length + i), StateId(1));
    return evidence;
}

template <class Engine>
void judge_engine(const HiddenChain& chain, const BayesianNetwork& network,
                  const ChainAnswer& expected) {
    const Engine engine(network);
    const Evidence evidence = all_leaves_observed(chain.length);
    const Posterior posterior = engine.marginals(evidence);
    REQUIRE_FALSE(posterior.impossible());
    CHECK_THAT(posterior.log_evidence(),
               WithinRel(static_cast<double>(expected.log_evidence), 1e-12));
    Complaints complaints;
    for (std::size_t i = 0; i < chain.length; ++i)
        complaints.unless_near("P(H" + std::to_string(i) + "=1)",
                               posterior.marginal(VariableId(i))[1],
                               static_cast<double>(expected.second_state[i]), 1e-12);
    CHECK(complaints.list() == no_complaints);

    const Explanation mpe = engine.most_probable_explanation(evidence);
    CHECK_THAT(mpe.log_probability,
               WithinRel(static_cast<double>(expected.best_log_probability), 1e-12));
}

void judge_hidden_chain(const HiddenChain& chain) {
    const BayesianNetwork network = chain_network(chain);
    const ChainAnswer expected = chain_answer(chain);
    for_every_engine([&]<class Engine>() { judge_engine<Engine>(chain, network, expected); });
}

}  // namespace

TEST_CASE("A chain of 100,000 variables that are all observed has the product of its entries") {
    const HiddenChain chain{
        .length = n, .start = {0.25, 0.75}, .step = {{0.9, 0.1}, {0.3, 0.7}}, .emit = {{0.2, 0.6}}};
    const BayesianNetwork network = chain_network(chain);
    Evidence evidence;
    long double expected = std::log(0.75L);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t state = (i % 3 + 1) % 2;  // 1, 0, 1, 1, 0, 1, ...
        const std::size_t before = i == 0 ? 0 : ((i - 1) % 3 + 1) % 2;
        evidence.observe(VariableId(i), StateId(state));
        if (i > 0) expected += std::log(static_cast<long double>(chain.step[before][state]));
        expected += std::log(static_cast<long double>(chain.emit[0][state]));
    }
    for (std::size_t i = 0; i < n; ++i) evidence.observe(VariableId(n + i), StateId(1));
    for_every_engine([&]<class Engine>() {
        const Engine engine(network);
        CHECK_THAT(engine.log_evidence(evidence), WithinRel(static_cast<double>(expected), 1e-12));
        CHECK_THAT(engine.most_probable_explanation(evidence).log_probability,
                   WithinRel(static_cast<double>(expected), 1e-12));
        CHECK_FALSE(engine.marginals(evidence).impossible());
    });
}

TEST_CASE(
    "A hidden chain of 3,000 whose observations have probability 1e-300 each does not underflow") {
    judge_hidden_chain({.length = 3'000,
                        .start = {0.25, 0.75},
                        .step = {{0.9, 0.1}, {0.3, 0.7}},
                        .emit = {{1e-300, 3e-300}, {2e-300, 1e-300}}});
}

TEST_CASE(
    "A hidden chain of 100,000 with ordinary observations agrees with the forward-backward "
    "recursion",
    "[full]") {
    judge_hidden_chain({.length = n,
                        .start = {0.25, 0.75},
                        .step = {{0.9, 0.1}, {0.3, 0.7}},
                        .emit = {{0.2, 0.6}, {0.7, 0.4}, {0.01, 0.99}}});
}

TEST_CASE(
    "A hidden chain of 100,000 whose observations have probability 1e-300 each does not underflow",
    "[full]") {
    judge_hidden_chain({.length = n,
                        .start = {0.25, 0.75},
                        .step = {{0.9, 0.1}, {0.3, 0.7}},
                        .emit = {{1e-300, 3e-300}, {2e-300, 1e-300}}});
}

TEST_CASE("A hidden chain of 100,000 without evidence has the marginals of the forward recursion",
          "[full]") {
    const HiddenChain chain{
        .length = n, .start = {0.25, 0.75}, .step = {{0.9, 0.1}, {0.3, 0.7}}, .emit = {{0.2, 0.6}}};
    const BayesianNetwork network = chain_network(chain);
    for_every_engine([&]<class Engine>() {
        const Posterior posterior = Engine(network).marginals();
        CHECK(std::abs(posterior.log_evidence()) <= 1e-11);
        Complaints complaints;
        long double one = 0.75L;  // P(H_i = 1)
        for (std::size_t i = 0; i < n; ++i) {
            complaints.unless_near("P(H" + std::to_string(i) + "=1)",
                                   posterior.marginal(VariableId(i))[1], static_cast<double>(one),
                                   1e-12);
            complaints.unless_near("P(L" + std::to_string(i) + "=1)",
                                   posterior.marginal(VariableId(n + i))[1],
                                   static_cast<double>(one * 0.6L + (1 - one) * 0.2L), 1e-12);
            one = one * 0.7L + (1 - one) * 0.1L;
        }
        CHECK(complaints.list() == no_complaints);
    });
}

TEST_CASE("A hidden chain of 100,000 that never moves keeps the odds of its start", "[full]") {
    judge_hidden_chain({.length = n,
                        .start = {0.25, 0.75},
                        .step = {{1, 0}, {0, 1}},
                        .emit = {{1e-300, 1.0001e-300}, {1.0001e-300, 1e-300}}});
}

TEST_CASE("A class with 100,000 observed children of probability 1e-300 keeps its odds", "[full]") {
    // The odds are multiplied by q / p at every other child and divided by it at the next: what is
    // left is the prior.
    const double p = 1e-300, q = 1.0001e-300;
    NetworkBuilder builder;
    const VariableId cls = builder.add_variable(Variable("class", {"a", "b"}));
    builder.set_cpd(TableCpd(Scope({cls}, {2}), std::vector{0.25, 0.75}));
    Evidence evidence;
    for (std::size_t i = 0; i < n; ++i) {
        const VariableId child =
            builder.add_variable(Variable("F" + std::to_string(i), {"0", "1"}));
        const double under_a = i % 2 == 0 ? p : q, under_b = i % 2 == 0 ? q : p;
        builder.set_cpd(TableCpd(Scope({cls, child}, {2, 2}),
                                 std::vector{1 - under_a, under_a, 1 - under_b, under_b}));
        evidence.observe(child, StateId(1));
    }
    const BayesianNetwork network = builder.build();
    for_every_engine([&]<class Engine>() {
        const Posterior posterior = Engine(network).marginals(std::span(&cls, 1), evidence);
        REQUIRE_FALSE(posterior.impossible());
        CHECK_THAT(posterior[0][1], WithinRel(0.75, 1e-12));
        CHECK_THAT(posterior.log_evidence(),
                   WithinRel(0.5 * n * (std::log(p) + std::log(q)), 1e-12));
    });
}
