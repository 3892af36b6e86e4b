#include <pgm/explain/influence.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/random_network.hpp>
#include <tests/support/catch.hpp>

#include <cmath>
#include <map>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

BayesianNetwork alarm() {
    return NetworkBuilder::parse(
               "B{no|yes} -> A{no|yes} <- E{no|yes}; A -> J{no|yes}; B: 0.9 0.1; E: 0.8 0.2;"
               "A | B=no, E=no: 1 0; A | B=no, E=yes: 0.7 0.3; A | B=yes, E=no: 0.1 0.9;"
               "A | B=yes, E=yes: 0.05 0.95; J | A=no: 0.95 0.05; J | A=yes: 0.1 0.9")
        .build();
}

std::map<std::string, double> by_name(const BayesianNetwork& network, const Evidence& evidence) {
    std::map<std::string, double> strengths;
    for (const auto& [arc, strength] : arc_influences(InferenceEngine(network), evidence))
        strengths[network.variable(arc.parent).name() + network.variable(arc.child).name()] =
            strength;
    return strengths;
}

}  // namespace

TEST_CASE("Influence: of two states it is the mean difference of a probability", "[explain]") {
    // For binary variables the distance is |P(yes | a, u) - P(yes | a', u)|.
    const BayesianNetwork network = alarm();
    auto prior = by_name(network, {});
    REQUIRE(prior.size() == 3);
    CHECK_THAT(prior["BA"], WithinAbs(0.8 * 0.9 + 0.2 * 0.65, 1e-12));
    CHECK_THAT(prior["EA"], WithinAbs(0.9 * 0.3 + 0.1 * 0.05, 1e-12));
    CHECK_THAT(prior["AJ"], WithinAbs(0.85, 1e-12));
}

TEST_CASE("Influence: the configurations of the other parents are weighted by their posterior",
          "[explain]") {
    const BayesianNetwork network = alarm();
    Evidence evidence;
    evidence.observe(network, "E", "yes");
    CHECK_THAT(by_name(network, evidence)["BA"], WithinAbs(0.65, 1e-12));
    Evidence called;
    called.observe(network, "A", "yes");
    // P(E=yes | A=yes) = (0.9 0.2 0.3 + 0.1 0.2 0.95) / (that + 0.1 0.8 0.9)
    const double quake = 0.9 * 0.2 * 0.3 + 0.1 * 0.2 * 0.95, p = quake / (quake + 0.1 * 0.8 * 0.9);
    CHECK_THAT(by_name(network, called)["BA"], WithinAbs(0.9 * (1 - p) + 0.65 * p, 1e-12));
    Evidence set;
    set.intervene(network, "A", "yes");
    const auto cut = by_name(network, set);
    CHECK(cut.size() == 1);
    CHECK(cut.contains("AJ"));
}

TEST_CASE("Influence: several states, by the definition", "[explain]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const BayesianNetwork network =
            random_network({.variables = 6, .max_parents = 3, .cardinalities = {1, 2, 3}}, seed);
        const InferenceEngine engine(network);
        Evidence evidence;
        evidence.observe(VariableId(seed % 6), StateId(0u));
        for (const auto& [arc, strength] : arc_influences(engine, evidence)) {
            const TableCpd cpd = tabulated(network, arc.child);
            const auto parents = cpd.parents();
            const Table weights = engine.joint(parents, evidence).table;
            const auto place =
                static_cast<std::size_t>(std::ranges::find(parents, arc.parent) - parents.begin());
            const std::size_t states = network.cardinality(arc.parent);
            double expected = 0;
            for (std::size_t cell = 0; cell < weights.size(); ++cell) {
                // A pair of states for each cell: that of the cell and a lower one, weighted by all
                // cells that differ from it in this state only.
                std::vector<StateId> given = weights.scope().states(cell);
                const StateId own = given[place];
                double others = 0;
                for (std::size_t a = 0; a < states; ++a) {
                    given[place] = StateId(a);
                    others += weights.at(given);
                }
                for (std::size_t a = 0; a < own.index(); ++a) {
                    given[place] = StateId(a);
                    double squares = 0;
                    for (std::size_t b = 0; b < cpd.row_length(); ++b)
                        squares += std::pow(cpd.row(cell)[b] - cpd.row(cpd.row_of(given))[b], 2);
                    expected += others * std::sqrt(squares / 2);
                }
            }
            const auto pairs = static_cast<double>(states * (states - 1) / 2);
            CHECK_THAT(strength, WithinAbs(expected / pairs, 1e-12));
            CHECK(strength <= 1);
        }
    }
}

TEST_CASE("Influence: arcs of densities are left out, and impossible evidence is refused",
          "[explain]") {
    const BayesianNetwork mixed =
        NetworkBuilder::parse(
            "A{a|b} -> X{real}; A -> B{a|b}; A: 0.5 0.5;"
            "X | A=a: normal(0, sd 1); X | A=b: normal(1, sd 1); B | A=a: 1 0; B | A=b: 0 1")
            .build();
    const auto found = by_name(mixed, {});
    REQUIRE(found.size() == 1);
    CHECK(found.at("AB") == 1);  // the child follows the parent
    Evidence impossible;
    impossible.observe(mixed, "A", "a").observe(mixed, "B", "b");
    CHECK_THROWS_AS(by_name(mixed, impossible), ImpossibleEvidenceError);
}
