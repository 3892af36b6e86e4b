#include <pgm/classify/mixture.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/small_mixture.hpp>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("The arcs of a mixture are those of all members, each once, cycles among them") {
    const Classifier classifier = small_mixture();
    const VariableId a(0), b(1);
    CHECK(union_of_arcs(classifier.members()) == std::vector<Arc>{{a, b}, {b, a}});
    CHECK(union_of_arcs(classifier.members().first(1)) == std::vector<Arc>{{a, b}});
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
    CHECK_THROWS_WITH(MixtureSampler(members),
                      "the networks of the mixture do not have the same variables");
    CHECK_THROWS_WITH(require_same_variables({}), "a mixture of no network");
}
