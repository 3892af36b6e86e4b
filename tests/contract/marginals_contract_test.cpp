#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/random_network.hpp>
#include <pgm/model/sampling.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/judgement.hpp>
#include <tests/support/rational_oracle.hpp>

#include <cmath>
#include <functional>
#include <memory>

// What every inference algorithm promises, exact or not, on networks without very small
// probabilities. A new one is one line in `algorithms`. One that answers all questions of
// InferenceEngine, exactly, goes into the list of engines.hpp as well, whose networks are meant to
// be nasty.

using namespace pgm;
using namespace pgm::tests;

namespace {

using Ask = std::function<Posterior(const Evidence&)>;

struct Algorithm {
    std::string name;
    std::function<Ask(const BayesianNetwork&)> make;
    double tolerance;  ///< of a probability, absolute: five standard errors of one that samples
};

/// A class with a constructor from a network and `Posterior marginals(const Evidence&) const`.
template <class Type>
Algorithm algorithm(std::string name, double tolerance) {
    const auto make = [](const BayesianNetwork& network) -> Ask {
        const auto made = std::make_shared<const Type>(network);
        return [made](const Evidence& evidence) { return made->marginals(evidence); };
    };
    return {std::move(name), make, tolerance};
}

const std::vector<Algorithm> algorithms = {
    algorithm<InferenceEngine>("contraction", 1e-12),
};

constexpr std::uint64_t random_networks = 12;

BayesianNetwork network_number(std::uint64_t seed) {
    return random_network({.variables = 7, .max_parents = 2, .cardinalities = {2, 3}}, seed);
}

/// Two variables were observed, in states that a sample has, so that the evidence is not
/// improbable; of every second network a third one has a likelihood, and of every third the first
/// was set by do().
Evidence evidence_number(std::uint64_t seed, const BayesianNetwork& network) {
    const std::vector<std::vector<StateId>> sample = forward_samples(network, 1, seed);
    const VariableId first(seed % 7), second((seed + 3) % 7), third((seed + 5) % 7);
    Evidence evidence;
    evidence.observe(second, sample[second.index()][0]);
    if (seed % 3 == 0) {
        evidence.intervene(first, sample[first.index()][0]);
    } else {
        evidence.observe(first, sample[first.index()][0]);
    }
    const std::vector<double> likelihood = {0.5, 0.25, 1};
    const std::size_t states = network.cardinality(third);
    if (seed % 2 == 0) evidence.likelihood(third, std::span(likelihood).first(states));
    return evidence;
}

void judge(Complaints& found, const Algorithm& algorithm, const Posterior& posterior,
           const ExactAnswer& exact) {
    found.unless(!posterior.impossible(), "possible evidence was called impossible");
    if (posterior.impossible()) return;
    found.unless_near("P(e)", std::exp(posterior.log_evidence()),
                      quotient(exact.evidence_probability, 1), algorithm.tolerance);
    for (std::size_t v = 0; v < exact.joint.size(); ++v) {
        const std::span<const double> marginal = posterior.marginal(VariableId(v));
        double sum = 0;
        for (std::size_t s = 0; s < exact.joint[v].size(); ++s) {
            const double expected = quotient(exact.joint[v][s], exact.evidence_probability);
            const std::string what = "P(X" + std::to_string(v) + "=s" + std::to_string(s) + " | e)";
            found.unless_near(what, marginal[s], expected, algorithm.tolerance);
            // What is certain is certain without any tolerance.
            const bool certain = expected == 0 || expected == 1;
            found.unless(!certain || marginal[s] == expected, what + " is not certain");
            sum += marginal[s];
        }
        found.unless_near("a sum of probabilities", sum, 1, 1e-14);
    }
}

bool same_bits(const Posterior& a, const Posterior& b) {
    bool same = a.status() == b.status() && a.log_evidence() == b.log_evidence();
    same = same && std::ranges::equal(a.variables(), b.variables());
    for (std::size_t i = 0; same && i < a.size(); ++i) same = std::ranges::equal(a[i], b[i]);
    return same;
}

BayesianNetwork sprinkler() {
    NetworkBuilder net = NetworkBuilder::parse("Rain{no|yes} -> Wet{no|yes} <- Sprinkler{off|on}");
    net.cpt("Rain").values({0.8, 0.2});
    net.cpt("Sprinkler").values({0.5, 0.5});
    net.cpt("Wet").values({"Sprinkler", "Rain"}, {1, 0, 0.1, 0.9, 0.1, 0.9, 0.01, 0.99});
    return net.build();
}

}  // namespace

TEST_CASE("Algorithms: marginals and P(e) are the oracle's, within what each declares") {
    for (const Algorithm& algorithm : algorithms) {
        INFO(algorithm.name);
        const auto body = [&](std::uint64_t seed, Complaints& found) {
            const BayesianNetwork network = network_number(seed);
            const Ask ask = algorithm.make(network);
            judge(found, algorithm, ask({}), exact_answer(network, {}));
            const Evidence evidence = evidence_number(seed, network);
            judge(found, algorithm, ask(evidence), exact_answer(network, evidence));
        };
        CHECK(sweep(0, random_networks, body) == no_complaints);
    }
}

TEST_CASE("Algorithms: a question has the same answer, bit for bit, from every thread") {
    for (const Algorithm& algorithm : algorithms) {
        INFO(algorithm.name);
        const BayesianNetwork network = network_number(1);
        const Evidence evidence = evidence_number(1, network);
        const Ask ask = algorithm.make(network);
        std::vector<Posterior> answers(8);
        parallel_for(answers.size(), 4, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) answers[i] = ask(evidence);
        });
        for (const Posterior& answer : answers) CHECK(same_bits(answer, answers[0]));
        CHECK(same_bits(algorithm.make(network)(evidence), answers[0]));
    }
}

TEST_CASE("Algorithms: evidence that contradicts the network is a status, and asking goes on") {
    const BayesianNetwork network = sprinkler();
    const Evidence impossible = parse_evidence(network, "Rain=no, Sprinkler=off, Wet=yes");
    for (const Algorithm& algorithm : algorithms) {
        INFO(algorithm.name);
        const Ask ask = algorithm.make(network);
        const Posterior none = ask(impossible);
        CHECK(none.impossible());
        CHECK(none.log_evidence() == -std::numeric_limits<double>::infinity());
        CHECK_FALSE(ask(parse_evidence(network, "Wet=yes")).impossible());
    }
}

TEST_CASE("Algorithms: a likelihood that is certain equals an observation") {
    const BayesianNetwork network = sprinkler();
    const VariableId wet = network.id("Wet"), rain = network.id("Rain");
    const Evidence hard = Evidence{}.observe(wet, StateId(1));
    const Evidence soft = Evidence{}.likelihood(wet, std::vector<double>{0, 1});
    const ExactAnswer exact = exact_answer(network, hard);
    const double expected = quotient(exact.joint[rain.index()][1], exact.evidence_probability);
    for (const Algorithm& algorithm : algorithms) {
        INFO(algorithm.name);
        const Ask ask = algorithm.make(network);
        const auto near = Catch::WithinAbs(expected, algorithm.tolerance);
        CHECK_THAT(ask(hard).marginal(rain)[1], near);
        CHECK_THAT(ask(soft).marginal(rain)[1], near);
    }
}

TEST_CASE("Algorithms: findings that do not fit the network are errors of the caller") {
    const BayesianNetwork network = sprinkler();
    for (const Algorithm& algorithm : algorithms) {
        INFO(algorithm.name);
        const Ask ask = algorithm.make(network);
        CHECK_THROWS_AS(ask(Evidence{}.observe(VariableId(7), StateId(0))), EvidenceError);
        CHECK_THROWS_AS(ask(Evidence{}.observe(VariableId(0), StateId(2))), EvidenceError);
    }
}
