#include <pgm/inference/detail/joint/joint_table.hpp>

#include <pgm/model/network_builder.hpp>
#include <pgm/model/random_network.hpp>
#include <tests/support/catch.hpp>

#include <optional>
#include <vector>

using namespace pgm;
using namespace pgm::detail;

namespace {

BayesianNetwork coin(double heads) {
    NetworkBuilder net = NetworkBuilder::parse("Coin{heads|tails} -> Seen{heads|tails}");
    net.cpt("Coin").values({heads, 1 - heads});
    net.cpt("Seen").values({"Coin"}, {heads, 1 - heads, 0, 1});
    return net.build();
}

}  // namespace

TEST_CASE(
    "Joint table: there is one of small discrete networks whose rows sum to one and whose cells a "
    "double can hold",
    "[joint]") {
    CHECK(JointTable::of(random_network({.variables = 9}, 1)).has_value());
    CHECK_FALSE(JointTable::of(random_network({.variables = 10}, 1)).has_value());
    CHECK(JointTable::of(random_network({.variables = 16, .cardinalities = {1}}, 1)).has_value());
    CHECK_FALSE(
        JointTable::of(random_network({.variables = 17, .cardinalities = {1}}, 1)).has_value());
    CHECK_FALSE(JointTable::of(random_network({.variables = 1, .cardinalities = {65}}, 1))
                    .has_value());  // a row for each state
    CHECK(JointTable::of(BayesianNetwork()).has_value());
    CHECK(JointTable::of(coin(0x1p-500)).has_value());
    CHECK_FALSE(
        JointTable::of(coin(0x1p-540)).has_value());  // twice heads has a probability of 2^-1080
    NetworkBuilder kept("kept");
    kept.variable("Coin", {"heads", "tails"}).cpt("Coin").values({0.5, 0.5001});
    kept.set_row_sums(RowSums::keep);
    CHECK_FALSE(JointTable::of(kept.build()).has_value());
}

TEST_CASE(
    "Joint table: interventions, and findings whose product no double holds, are for others to "
    "answer",
    "[joint]") {
    const BayesianNetwork network = coin(0x1p-500);
    const std::optional<JointTable> table = JointTable::of(network);
    JointSums sums;
    const auto has_sums = [&](const Evidence& evidence) {
        return table->sum(CheckedEvidence(evidence, network), Task::marginals, sums);
    };
    CHECK_FALSE(has_sums(Evidence().intervene(VariableId(1), StateId(0))));
    const std::vector<double> faint{0x1p-100, 0}, loud{0x1p900, 0x1p900};
    CHECK_FALSE(has_sums(Evidence().likelihood(VariableId(1), faint)));
    CHECK_FALSE(
        has_sums(Evidence().likelihood(VariableId(0), loud).likelihood(VariableId(1), loud)));
    REQUIRE(
        has_sums(Evidence().observe(VariableId(0), StateId(0)).observe(VariableId(1), StateId(0))));
    CHECK(sums.evidence == 0x1p-1000);
    CHECK(sums.of_states[table->first_state(VariableId(1))] == 0x1p-1000);
}
