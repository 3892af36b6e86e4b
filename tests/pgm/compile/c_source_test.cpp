#include <pgm/compile/c_source.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/compiled_c.hpp>
#include <tests/support/long_chain.hpp>
#include <tests/support/noisy_networks.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/rational_oracle.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr double unset = 7;

/// A network with its program, and the arrays that this works on.
template <class Real = double>
class Printed {
public:
    explicit Printed(const BayesianNetwork& network, CSourceOptions options = {})
        : network_(network), program_(source(network, options), "net") {
        for (const Variable& variable : network.variables())
            first.push_back(first.back() + variable.cardinality());
        posterior.assign(first.back(), Real(unset));
        best.assign(network.size(), -7);
    }

    Real marginals(const std::vector<int>& states) {
        using Function = Real(const int*, Real*, Real*);
        return program_.template function<Function>("net_marginals")(
            states.data(), posterior.data(), scratch_.data());
    }
    Real marginals_soft(const std::vector<Real>& likelihood) {
        using Function = Real(const Real*, Real*, Real*);
        return program_.template function<Function>("net_marginals_soft")(
            likelihood.data(), posterior.data(), scratch_.data());
    }
    Real mpe(const std::vector<int>& states) {
        using Function = Real(const int*, int*, Real*);
        return program_.template function<Function>("net_mpe")(states.data(), best.data(),
                                                               scratch_.data());
    }

    double of(VariableId variable, std::size_t state) const {
        return posterior[first[variable.index()] + state];
    }
    const CompiledC& program() const { return program_; }

    std::vector<std::size_t> first{0};
    std::vector<Real> posterior;
    std::vector<int> best;

private:
    /// Scratch memory begins as the header has it, full of what no program may read.
    CSource source(const BayesianNetwork& network, CSourceOptions& options) {
        options.name = "net";
        options.single_precision = sizeof(Real) < sizeof(double);
        CSource made = c_source(network, options);
        const std::string before = "net_SCRATCH = ";
        const std::size_t at = made.header.find(before);
        REQUIRE(at != std::string::npos);
        scratch_.assign(std::stoul(made.header.substr(at + before.size())),
                        std::numeric_limits<Real>::quiet_NaN());
        return made;
    }

    std::vector<Real> scratch_;
    const BayesianNetwork& network_;
    CompiledC program_;
};

/// States of a third of the variables, any.
std::vector<int> random_states(Rng& rng, const BayesianNetwork& network) {
    std::vector<int> states(network.size(), -1);
    for (std::size_t v = 0; v < states.size(); ++v) {
        if (rng.below(3) == 0)
            states[v] = static_cast<int>(rng.below(network.cardinality(VariableId(v))));
    }
    return states;
}

Evidence evidence_of(const std::vector<int>& states) {
    Evidence evidence;
    for (std::size_t v = 0; v < states.size(); ++v) {
        if (states[v] >= 0)
            evidence.observe(VariableId(v), StateId(static_cast<std::uint32_t>(states[v])));
    }
    return evidence;
}

/// The last posteriors against the fractions.
template <class Real>
void check_posteriors(const Printed<Real>& printed, const ExactAnswer& exact, double tolerance) {
    for (std::size_t v = 0; v < exact.joint.size(); ++v) {
        for (std::size_t state = 0; state < exact.joint[v].size(); ++state) {
            INFO("variable " << v << ", state " << state);
            CHECK_THAT(
                printed.of(VariableId(v), state),
                WithinAbs(quotient(exact.joint[v][state], exact.evidence_probability), tolerance));
        }
    }
}

/// Numbers of a network that come nowhere near the smallest double.
RandomModelOptions small_model() {
    return {.min_variables = 2, .max_variables = 8, .max_assignments = 800, .max_parents = 3};
}

bool has_tiny_number(const BayesianNetwork& network) {
    for (const Cpd& cpd : network.cpds()) {
        for (const double number : table_of(cpd).numbers()) {
            if (number > 0 && number < 1e-30) return true;
        }
    }
    return false;
}

BayesianNetwork next_network(Rng& rng) {
    while (true) {
        BayesianNetwork network = random_model(rng, small_model());
        if (!has_tiny_number(network)) return network;
    }
}

}  // namespace

TEST_CASE("Printed C: posteriors, P(e) and explanations are the fractions", "[full]") {
    if (!has_c_compiler()) return;
    Rng rng(57);
    for (int round = 0; round < 25; ++round) {
        const BayesianNetwork network = next_network(rng);
        Printed printed(network, {.has_explanation = true, .compact = round % 2 == 1});
        for (int question = 0; question < 12; ++question) {
            const std::vector<int> states = random_states(rng, network);
            const ExactAnswer exact = exact_answer(network, evidence_of(states));
            std::ranges::fill(printed.posterior, unset);
            const double probability = printed.marginals(states);
            CHECK_THAT(probability,
                       WithinRel(quotient(exact.evidence_probability, Fraction(1)), 1e-12));
            if (exact.impossible()) {
                CHECK(std::ranges::count(printed.posterior, unset) ==
                      static_cast<std::ptrdiff_t>(printed.posterior.size()));
                CHECK(printed.mpe(states) == 0);
                continue;
            }
            check_posteriors(printed, exact, 1e-12);
            const double best = printed.mpe(states);
            CHECK_THAT(best, WithinRel(quotient(exact.best_probability, Fraction(1)), 1e-12));
            std::vector<StateId> assignment;
            for (const int state : printed.best)
                assignment.emplace_back(static_cast<std::uint32_t>(state));
            CHECK_THAT(quotient(exact_probability(network, assignment, evidence_of(states)),
                                exact.best_probability),
                       WithinAbs(1, 1e-12));
        }
    }
}

TEST_CASE("Printed C: likelihoods weigh the states as soft evidence does", "[full]") {
    if (!has_c_compiler()) return;
    Rng rng(58);
    for (int round = 0; round < 8; ++round) {
        const BayesianNetwork network = next_network(rng);
        Printed printed(network, {.compact = round % 2 == 1});
        for (int question = 0; question < 10; ++question) {
            std::vector<double> all(printed.posterior.size(), 1);
            Evidence evidence;
            for (std::size_t v = 0; v < network.size(); ++v) {
                if (rng.below(2) == 0) continue;
                std::vector<double> likelihood;
                for (std::size_t s = printed.first[v]; s < printed.first[v + 1]; ++s)
                    likelihood.push_back(all[s] = rng.below(5) == 0 ? 0 : 100 * rng.uniform());
                if (std::ranges::count(likelihood, 0) ==
                    static_cast<std::ptrdiff_t>(likelihood.size()))
                    likelihood.front() = all[printed.first[v]] = 1e-7;
                evidence.likelihood(VariableId(v), likelihood);
            }
            const ExactAnswer exact = exact_answer(network, evidence);
            CHECK_THAT(printed.marginals_soft(all),
                       WithinRel(quotient(exact.evidence_probability, Fraction(1)), 1e-12));
            if (!exact.impossible()) check_posteriors(printed, exact, 1e-12);
        }
    }
}

TEST_CASE("Printed C: distributions that are no tables") {
    if (!has_c_compiler()) return;
    Rng rng(59);
    const BayesianNetwork network = random_noisy_network(7, 4, rng);
    const BayesianNetwork tables = with_tables_by_definition(network);
    Printed printed(network, {.has_explanation = true});
    for (int question = 0; question < 30; ++question) {
        const std::vector<int> states = random_states(rng, network);
        const ExactAnswer exact = exact_answer(tables, evidence_of(states));
        CHECK_THAT(printed.marginals(states),
                   WithinAbs(quotient(exact.evidence_probability, Fraction(1)), 1e-12));
        if (exact.impossible()) continue;
        check_posteriors(printed, exact, 1e-12);
        CHECK_THAT(printed.mpe(states),
                   WithinRel(quotient(exact.best_probability, Fraction(1)), 1e-9));
    }
}

TEST_CASE("Printed C: what is less probable than any double stays possible") {
    if (!has_c_compiler()) return;
    HiddenChain chain;
    chain.length = 600;
    chain.step[0][0] = 0.9, chain.step[0][1] = 0.1, chain.step[1][0] = 0.2, chain.step[1][1] = 0.8;
    chain.emit = {{0.001, 0.01}, {0.02, 0.003}};
    const BayesianNetwork network = chain_network(chain);
    const ChainAnswer answer = chain_answer(chain);
    REQUIRE(answer.log_evidence < -2000);
    std::vector<int> states(network.size(), -1);
    for (std::size_t leaf = chain.length; leaf < states.size(); ++leaf) states[leaf] = 1;
    Printed printed(network, {.has_explanation = true});
    CHECK(printed.marginals(states) == std::numeric_limits<double>::min());
    for (std::size_t i = 0; i < chain.length; ++i)
        CHECK_THAT(printed.of(VariableId(i), 1),
                   WithinAbs(static_cast<double>(answer.second_state[i]), 1e-12));
    printed.mpe(states);
    std::vector<StateId> assignment;
    for (const int state : printed.best) assignment.emplace_back(static_cast<std::uint32_t>(state));
    CHECK_THAT(log_probability(network, assignment),
               WithinAbs(static_cast<double>(answer.best_log_probability), 1e-8));
}

TEST_CASE("Printed C: floats scale sooner, and are as exact as they can be") {
    if (!has_c_compiler()) return;
    HiddenChain chain;
    chain.length = 60;
    chain.step[0][0] = 0.9, chain.step[0][1] = 0.1, chain.step[1][0] = 0.2, chain.step[1][1] = 0.8;
    chain.emit = {{0.001, 0.01}, {0.02, 0.003}};
    const BayesianNetwork network = chain_network(chain);
    const ChainAnswer answer = chain_answer(chain);
    std::vector<int> states(network.size(), -1);
    for (std::size_t leaf = chain.length; leaf < states.size(); ++leaf) states[leaf] = 1;
    const bool compact = GENERATE(false, true);
    Printed<float> printed(network, {.compact = compact});
    CHECK(printed.marginals(states) == std::numeric_limits<float>::min());
    for (std::size_t i = 0; i < chain.length; ++i)
        CHECK_THAT(printed.of(VariableId(i), 1),
                   WithinAbs(static_cast<double>(answer.second_state[i]), 1e-5));
}

TEST_CASE("Printed C: states that cannot occur have posterior 0, and are impossible evidence") {
    if (!has_c_compiler()) return;
    NetworkBuilder net = NetworkBuilder::parse("A{a|b|c} -> B{x|y|z|w}");
    net.cpt("A").values({0.25, 0, 0.75});
    net.cpt("B").values({0.5, 0, 0, 0.5, 0, 1, 0, 0, 0.25, 0, 0, 0.75});
    const BayesianNetwork network = net.build();
    Printed printed(network, {.has_explanation = true});
    CHECK_THAT(printed.marginals({-1, 3}), WithinRel(0.6875, 1e-15));
    CHECK_THAT(printed.of(VariableId(0), 2), WithinRel(9.0 / 11, 1e-15));
    CHECK(printed.of(VariableId(0), 1) == 0);
    CHECK(printed.of(VariableId(1), 1) == 0);
    CHECK(printed.of(VariableId(1), 3) == 1);
    CHECK(printed.marginals({-1, 1}) == 0);
    CHECK(printed.marginals({1, -1}) == 0);
    CHECK_THAT(printed.mpe({-1, -1}), WithinRel(0.5625, 1e-15));
    CHECK(printed.best == std::vector<int>{2, 3});
}

TEST_CASE("Printed C: states and likelihoods that are none are answered by -1") {
    if (!has_c_compiler()) return;
    const BayesianNetwork network = NetworkBuilder::parse("A{a|b}; A: 0.25 0.75").build();
    Printed printed(network);
    CHECK(printed.marginals({2}) == -1);
    CHECK(printed.posterior == std::vector<double>{unset, unset});
    CHECK(printed.marginals_soft({1, -0.5}) == -1);
    CHECK(printed.marginals_soft({1, std::numeric_limits<double>::quiet_NaN()}) == -1);
    CHECK(printed.marginals_soft({std::numeric_limits<double>::infinity(), 1}) == -1);
    CHECK(printed.marginals_soft({0, 0}) == 0);
    CHECK(printed.marginals_soft({1e308, 1e308}) == 1e308);
    CHECK_THAT(printed.of(VariableId(0), 0), WithinRel(0.25, 1e-15));
}

TEST_CASE("Printed C: chosen targets and chosen evidence") {
    if (!has_c_compiler()) return;
    NetworkBuilder net = NetworkBuilder::parse("A{a|b} -> B{x|y} -> C{u|v}");
    net.cpt("A").values({0.25, 0.75});
    net.cpt("B").values({0.5, 0.5, 0.125, 0.875});
    net.cpt("C").values({1, 0, 0.5, 0.5});
    const BayesianNetwork network = net.build();
    const std::vector<VariableId> first{VariableId(0)}, last{VariableId(2)};
    const bool compact = GENERATE(false, true);
    Printed printed(network, {.compact = compact, .image = {.targets = first, .evidence = last}});
    CHECK_THAT(printed.marginals({-1, -1, 1}), WithinRel(0.390625, 1e-15));
    CHECK_THAT(printed.of(VariableId(0), 0), WithinRel(0.16, 1e-15));
    CHECK(printed.of(VariableId(1), 0) == unset);
    CHECK(printed.marginals({0, -1, -1}) == -1);
    CHECK(printed.marginals_soft({1, 0, 1, 1, 1, 1}) == -1);
    CHECK_THAT(printed.marginals_soft({1, 1, 1, 1, 0, 1}), WithinRel(0.390625, 1e-15));
}

TEST_CASE("Printed C: names of any kind are texts and comments, never code") {
    if (!has_c_compiler()) return;
    NetworkBuilder net;
    net.add_variable(Variable("*/ #error", {"?\?/", "\"; x", "int"}));
    net.add_variable(Variable("a b", {"1", "größe"}));
    net.add_variable(Variable("a_b", {"/*", "\\"}));
    net.add_variable(Variable("VARIABLES", {"marginals", "first"}));
    net.cpt("*/ #error").values({0.25, 0.25, 0.5});
    for (const char* const name : {"a b", "a_b", "VARIABLES"}) net.cpt(name).values({0.25, 0.75});
    const BayesianNetwork network = net.build();
    const Printed printed(network, {.origin = "evil */ int x; /* ?\?/\n.bif"});
    CHECK(printed.program().complaints_of({"c++", "-x", "c++", "-std=c++17"}).empty());
    const auto* const states = printed.program().data<const char*>("net_state");
    CHECK(std::string(states[0]) == "?\?/");
    CHECK(std::string(states[4]) == "größe");
    CHECK(std::string(printed.program().data<const char*>("net_variable")[0]) == "*/ #error");
}

TEST_CASE("Printed C: no variable takes the name of a function") {
    if (!has_c_compiler()) return;
    NetworkBuilder net;
    for (const char* const name : {"run", "enter", "power", "slot", "run_part_1", "first", "H",
                                   "explain", "run_table", "SCRATCH", "run_step"})
        net.add_variable(Variable(name, {"a", "b"}));
    for (const char* const name : {"run", "enter", "power", "slot", "run_part_1", "first", "H",
                                   "explain", "run_table", "SCRATCH", "run_step"})
        net.cpt(name).values({0.25, 0.75});
    const BayesianNetwork network = net.build();
    const bool compact = GENERATE(false, true);
    Printed printed(network, {.has_explanation = true, .compact = compact});
    CHECK(printed.marginals(std::vector<int>(network.size(), -1)) == 1);
    CHECK(printed.of(VariableId(3), 1) == 0.75);
}

TEST_CASE("Printed C: names are left out where they are not wanted") {
    const BayesianNetwork network =
        NetworkBuilder::parse("Secret{hush|loud}; Secret: 0.5 0.5").build();
    const CSource program = c_source(network, {.name = "net", .has_names = false});
    CHECK(program.header.find("ecret") == std::string::npos);
    CHECK(program.source.find("hush") == std::string::npos);
}

TEST_CASE("Printed C: what has no program is refused by name") {
    const BayesianNetwork network = NetworkBuilder::parse("A{a|b}; A: 0.5 0.5").build();
    CHECK_THROWS_WITH(c_source(network, {.name = "1st"}), Catch::Contains("'1st'"));
    CHECK_THROWS_WITH(c_source(network, {.name = "while"}), Catch::Contains("'while'"));
    CHECK_THROWS_WITH(c_source(BayesianNetwork()), Catch::Contains("no variables"));
    const BayesianNetwork mixed =
        NetworkBuilder::parse("Weight{real}; Weight: normal(70, sd 10)").build();
    CHECK_THROWS_WITH(c_source(mixed), Catch::Contains("'Weight'"));
    CHECK_THROWS_AS(c_source(network, {.image = {.limits = {.max_arena_bytes = 8}}}),
                    TooLargeError);
}
