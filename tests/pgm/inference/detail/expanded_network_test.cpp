#include <pgm/inference/detail/expanded_network.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/noisy_networks.hpp>
#include <tests/support/random_model.hpp>

#include <optional>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Expanded network: a network of tables has none", "[inference]") {
    Rng rng(1);
    const BayesianNetwork network = random_noisy_network(6, 3, rng);
    CHECK_FALSE(detail::expanded_network(random_model(rng)));
    const std::optional<BayesianNetwork> expanded = detail::expanded_network(network);
    REQUIRE(expanded);
    // X1, X3, X5 have 1, 3 and 3 parents, hence 0, 2 and 2 hidden variables.
    CHECK(expanded->size() == network.size() + 4);
    for (std::size_t v = 0; v < network.size(); ++v)
        CHECK(expanded->variables()[v] == network.variables()[v]);
}
