#include <pgm/model/sampling.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/random_network.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

namespace {

using pgm::StateId;

pgm::BayesianNetwork sprinkler_network() {
    // Wet is declared first, so that the order of ids is not an order of the graph.
    pgm::NetworkBuilder net = pgm::NetworkBuilder::parse(
        "Wet{dry|wet}; Cloudy{no|yes} -> Rain{no|yes} -> Wet <- Sprinkler{off|on} <- Cloudy");
    net.cpt("Cloudy").values({0.5, 0.5});
    net.cpt("Rain").row("Cloudy=no", {0.8, 0.2}).row("Cloudy=yes", {0.2, 0.8});
    net.cpt("Sprinkler").row("Cloudy=no", {0.5, 0.5}).row("Cloudy=yes", {0.9, 0.1});
    net.cpt("Wet").values({"Rain", "Sprinkler"}, {1, 0, 0.1, 0.9, 0.1, 0.9, 0.01, 0.99});
    return net.build();
}

TEST_CASE("forward_samples: frequencies approach the joint distribution") {
    const pgm::BayesianNetwork network = sprinkler_network();
    constexpr std::size_t count = 100'000;
    const auto columns = forward_samples(network, count, 42);
    std::vector<std::size_t> counts(16, 0);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t cell = 0;
        for (const auto& column : columns) cell = 2 * cell + column[i].index();
        ++counts[cell];
    }
    for (std::size_t cell = 0; cell < 16; ++cell) {
        std::vector<StateId> states;
        for (const unsigned shift : {3u, 2u, 1u, 0u}) states.emplace_back((cell >> shift) & 1u);
        const double p = std::exp(log_probability(network, states));
        const double expected = p * static_cast<double>(count);
        CHECK(std::abs(static_cast<double>(counts[cell]) - expected) <=
              5 * std::sqrt(expected * (1 - p)));
    }
}

TEST_CASE(
    "forward_samples: a seed gives the same rows, a longer run begins with the rows of a shorter "
    "one") {
    const pgm::BayesianNetwork network =
        pgm::random_network({.variables = 12, .cardinalities = {1, 2, 5}}, 3);
    const auto shorter = forward_samples(network, 10, 7);
    auto longer = forward_samples(network, 100, 7);
    for (auto& column : longer) column.resize(10);
    CHECK(longer == shorter);
    CHECK_FALSE(forward_samples(network, 10, 8) == shorter);
}

TEST_CASE("ForwardSampler: impossible states are never drawn") {
    const pgm::BayesianNetwork network =
        pgm::random_network({.variables = 20, .cardinalities = {2, 4}, .zero_fraction = 0.6}, 9);
    const pgm::ForwardSampler sampler(network);
    pgm::Rng rng(1);
    std::vector<StateId> row(network.size());
    for (int i = 0; i < 1000; ++i) {
        sampler.sample(rng, row);
        REQUIRE(std::isfinite(log_probability(network, row)));
    }
}

TEST_CASE("ForwardSampler: a row of the wrong length is refused") {
    const pgm::BayesianNetwork network = sprinkler_network();
    pgm::Rng rng(1);
    std::vector<StateId> row(3);
    CHECK_THROWS_WITH(pgm::ForwardSampler(network).sample(rng, row),
                      "a sample of this network has 4 states; the row has place for 3");
}

TEST_CASE("forward_samples: no rows, and a network without variables") {
    CHECK(forward_samples(sprinkler_network(), 0, 1) == std::vector<std::vector<StateId>>(4));
    CHECK(forward_samples(pgm::BayesianNetwork(), 5, 1).empty());
}

}  // namespace
