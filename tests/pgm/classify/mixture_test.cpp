#include <pgm/classify/mixture.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/small_mixture.hpp>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("The arcs of a mixture are those of all members, each once, cycles among them") {
    const Classifier classifier = small_mixture();
    const VariableId a(0), b(1);
    CHECK(graphs_of(classifier.members()).arcs == std::vector<Arc>{{a, b}, {b, a}});
    CHECK(graphs_of(classifier.members().first(1)).arcs == std::vector<Arc>{{a, b}});
    CHECK_THROWS_WITH(graphs_of({}), "a mixture of no network");
}

TEST_CASE("The graphs of networks that leave out variables are over all of them") {
    NetworkBuilder fewer = NetworkBuilder::parse("C{0|1} -> A{0|1}"),
                   more = NetworkBuilder::parse("C{0|1} -> B{0|1|2} -> A{0|1}");
    for (NetworkBuilder* const net : {&fewer, &more}) {
        net->cpt("C").values({0.25, 0.75});
        net->cpt("A").otherwise({0.5, 0.5});
    }
    more.cpt("B").otherwise({0.5, 0.25, 0.25});
    const std::vector<WeightedNetwork> members = {{fewer.build()}, {more.build()}};
    const MixtureGraphs graphs = graphs_of(members);
    CHECK(graphs.variables.size() == 3);
    const VariableId c(0), a(1), b(2);
    CHECK(graphs.variables[b.index()].name() == "B");
    CHECK(graphs.dags.front().arcs() == std::vector<Arc>{{c, a}});
    CHECK(graphs.dags.front().size() == 3);
    CHECK(graphs.arcs == std::vector<Arc>{{c, a}, {c, b}, {b, a}});
    CHECK_FALSE(have_same_variables(members));
}

TEST_CASE("Samples of a mixture have the frequencies of its joint distribution") {
    const Classifier classifier = small_mixture();
    const MixtureSampler sampler(classifier.members());
    Rng rng(11);
    constexpr int rows = 100'000;
    std::array<int, 8> counts{};
    std::array<StateId, 3> row;
    for (int i = 0; i < rows; ++i) {
        sampler.sample(rng, row, {});
        ++counts[row[0].index() * 4 + row[1].index() * 2 + row[2].index()];
    }
    const std::array<double, 8> joint = {0.4825,  0.0625,  0.06,    0,
                                         0.18625, 0.00625, 0.14625, 0.05625};
    for (std::size_t cell = 0; cell < joint.size(); ++cell) {
        const double expected = rows * joint[cell];
        INFO(cell);
        CHECK(std::abs(counts[cell] - expected) <= 5 * std::sqrt(expected * (1 - joint[cell])));
    }
}

TEST_CASE("Samples of one network are those of its ForwardSampler, to the bit") {
    const Classifier classifier = small_mixture();
    const std::span<const WeightedNetwork> one = classifier.members().first(1);
    const MixtureSampler sampler(one);
    const ForwardSampler direct(one.front().network);
    Rng rng(5), same(5);
    std::array<StateId, 3> row, expected;
    for (int i = 0; i < 1000; ++i) {
        sampler.sample(rng, row, {});
        direct.sample(same, expected);
        REQUIRE(row == expected);
    }
}

TEST_CASE("Networks of a mixture have the same variables") {
    const Classifier classifier = small_mixture();
    std::vector<WeightedNetwork> members(classifier.members().begin(), classifier.members().end());
    members.push_back({BayesianNetwork()});
    CHECK_THROWS_WITH(
        MixtureSampler(members),
        Catch::StartsWith("the networks of the mixture do not have the same variables"));
    CHECK_THROWS_WITH(require_same_variables({}), "a mixture of no network");
}
