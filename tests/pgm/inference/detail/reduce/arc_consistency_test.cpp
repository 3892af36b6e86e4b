#include <pgm/inference/detail/reduce/arc_consistency.hpp>

#include <catch2/catch.hpp>
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

TEST_CASE("State trimming: states that cannot occur leave, down the arcs", "[state_trimming]") {
    const BayesianNetwork network = copies();
    const StateTrimming trimming(network);
    CHECK(states(trimming.prior(), network.id("A")) == std::vector<std::uint32_t>{0, 2});
    CHECK(states(trimming.prior(), network.id("B")) == std::vector<std::uint32_t>{0, 2});
    CHECK(states(trimming.prior(), network.id("C")) == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("State trimming: evidence works up the arcs and finds what is impossible",
          "[state_trimming]") {
    const BayesianNetwork network = copies();
    const StateTrimming trimming(network);
    StateTrimming::Scratch scratch;

    Domains domains;
    REQUIRE(trimming.trim(observed(network, {{"C", "1"}}), StateTrimming::Start::prior, domains,
                          scratch));
    CHECK(states(domains, network.id("A")) == std::vector<std::uint32_t>{2});

    CHECK_FALSE(trimming.trim(observed(network, {{"A", "0"}, {"C", "1"}}),
                              StateTrimming::Start::prior, domains, scratch));
}

TEST_CASE("State trimming: an intervention silences the table of its variable",
          "[state_trimming]") {
    const BayesianNetwork network = copies();
    const StateTrimming trimming(network);
    StateTrimming::Scratch scratch;
    Domains domains;
    REQUIRE(trimming.trim(CheckedEvidence(Evidence().intervene(network, "B", "1"), network),
                          StateTrimming::Start::all_states, domains, scratch));
    CHECK(states(domains, network.id("A")) == std::vector<std::uint32_t>{0, 2});
    CHECK(states(domains, network.id("C")) == std::vector<std::uint32_t>{1});
}

TEST_CASE("State trimming: more than 64 states take more than one word", "[state_trimming]") {
    std::vector<std::string> names;
    for (int i = 0; i < 100; ++i) names.push_back("s" + std::to_string(i));
    NetworkBuilder net;
    net.variable("A", names).variable("B", names).arc("A", "B");
    std::vector<double> prior(100, 0.01), copy(100 * 100, 0.0);
    for (std::size_t i = 0; i < 100; ++i) copy[i * 100 + i] = 1;
    net.cpt("A").values(prior);
    net.cpt("B").values(copy);
    const BayesianNetwork network = net.build();
    const StateTrimming trimming(network);
    StateTrimming::Scratch scratch;
    Domains domains;
    REQUIRE(trimming.trim(observed(network, {{"B", "s77"}}), StateTrimming::Start::prior, domains,
                          scratch));
    CHECK(states(domains, network.id("A")) == std::vector<std::uint32_t>{77});
}
