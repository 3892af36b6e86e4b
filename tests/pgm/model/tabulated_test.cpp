#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/noisy_networks.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

TEST_CASE("Tabulated: a table stays as it is", "[model]") {
    Rng rng(1);
    const BayesianNetwork network = random_noisy_network(4, 2, rng);
    CHECK(tabulated(network, VariableId(2)) == *as_table(network.cpd(VariableId(2))));
}

TEST_CASE("Tabulated: a noisy-MAX becomes the table of its definition", "[model]") {
    Rng rng(2);
    for (int round = 0; round < 10; ++round) {
        const BayesianNetwork network = random_noisy_network(6, 5, rng);
        for (const VariableId variable : {VariableId(1), VariableId(3), VariableId(5)}) {
            const TableCpd table = tabulated(network, variable);
            const TableCpd expected =
                table_by_definition(std::get<NoisyMaxCpd>(network.cpd(variable)));
            REQUIRE(table.scope() == expected.scope());
            for (std::size_t cell = 0; cell < expected.table().size(); ++cell)
                CHECK_THAT(table.table()[cell], WithinAbs(expected.table()[cell], 1e-15));
        }
    }
}

TEST_CASE("Tabulated: a table beyond the limit is refused, by name", "[model]") {
    Rng rng(3);
    const BayesianNetwork network = random_noisy_network(6, 5, rng);
    const Limits few{.max_filled_cells = 31};
    CHECK_THROWS_WITH(tabulated(network, VariableId(5), few),
                      Catch::Contains("the table of 'X5' would have "));
    CHECK_THROWS_AS(tabulated(network, VariableId(5), few), TooLargeError);
    CHECK_THROWS_AS(require_tabulable(network, few), TooLargeError);
    CHECK_NOTHROW(require_tabulable(network));
    CHECK_NOTHROW(require_tabulable(with_tables_by_definition(network), few));
}
