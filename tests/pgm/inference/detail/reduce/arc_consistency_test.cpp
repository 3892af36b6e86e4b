#include <pgm/inference/detail/reduce/arc_consistency.hpp>

#include <tests/support/catch.hpp>

#include <pgm/model/network_builder.hpp>

using namespace pgm;
using namespace pgm::detail;

namespace {

/// A copy machine: B repeats A, C is B or anything when B is 2; A is never 1.
BayesianNetwork copies() {
    NetworkBuilder net = NetworkBuilder::parse("A{0|1|2} -> B{0|1|2} -> C{0|1|2}");
    net.cpt("A").values({0.5, 0, 0.5});
    net.cpt("B").values({1, 0, 0, 0, 1, 0, 0, 0, 1});
    net.cpt("C").values({1, 0, 0, 0, 1, 0, 0.25, 0.25, 0.5});
    return net.build();
}

std::vector<std::uint32_t> states(const Domains& domains, VariableId v) {
    std::vector<std::uint32_t> list;
    domains.append_states(v, list);
    return list;
}

using NamedStates = std::vector<std::pair<const char*, const char*>>;

CheckedEvidence observed(const BayesianNetwork& network, const NamedStates& states) {
    Evidence evidence;
    for (const auto& [variable, state] : states) evidence.observe(network, variable, state);
    return CheckedEvidence(evidence, network);
}

}  // namespace

TEST_CASE("Arc consistency: states that cannot occur leave, down the arcs", "[arc_consistency]") {
    const BayesianNetwork network = copies();
    const ArcConsistency consistency(network);
    CHECK(states(consistency.prior(), network.id("A")) == std::vector<std::uint32_t>{0, 2});
    CHECK(states(consistency.prior(), network.id("B")) == std::vector<std::uint32_t>{0, 2});
    CHECK(states(consistency.prior(), network.id("C")) == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("Arc consistency: evidence works up the arcs and finds what is impossible",
          "[arc_consistency]") {
    const BayesianNetwork network = copies();
    const ArcConsistency consistency(network);
    ArcConsistency::Scratch scratch;

    Domains domains;
    REQUIRE(consistency.enforce(observed(network, {{"C", "1"}}), ArcConsistency::Start::prior,
                                domains, scratch));
    CHECK(states(domains, network.id("A")) == std::vector<std::uint32_t>{2});

    CHECK_FALSE(consistency.enforce(observed(network, {{"A", "0"}, {"C", "1"}}),
                                    ArcConsistency::Start::prior, domains, scratch));
}

TEST_CASE("Arc consistency: an intervention silences the table of its variable",
          "[arc_consistency]") {
    const BayesianNetwork network = copies();
    const ArcConsistency consistency(network);
    ArcConsistency::Scratch scratch;
    Domains domains;
    REQUIRE(consistency.enforce(CheckedEvidence(Evidence().intervene(network, "B", "1"), network),
                                ArcConsistency::Start::all_states, domains, scratch));
    CHECK(states(domains, network.id("A")) == std::vector<std::uint32_t>{0, 2});
    CHECK(states(domains, network.id("C")) == std::vector<std::uint32_t>{1});
}

TEST_CASE("Arc consistency: more than 64 states take more than one word", "[arc_consistency]") {
    std::vector<std::string> names;
    for (int i = 0; i < 100; ++i) names.push_back("s" + std::to_string(i));
    NetworkBuilder net;
    net.variable("A", names).variable("B", names).arc("A", "B");
    std::vector<double> prior(100, 0.01), copy(100 * 100, 0.0);
    for (std::size_t i = 0; i < 100; ++i) copy[i * 100 + i] = 1;
    net.cpt("A").values(prior);
    net.cpt("B").values(copy);
    const BayesianNetwork network = net.build();
    const ArcConsistency consistency(network);
    ArcConsistency::Scratch scratch;
    Domains domains;
    REQUIRE(consistency.enforce(observed(network, {{"B", "s77"}}), ArcConsistency::Start::prior,
                                domains, scratch));
    CHECK(states(domains, network.id("A")) == std::vector<std::uint32_t>{77});
}
