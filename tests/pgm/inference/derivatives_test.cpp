#include <pgm/inference/derivatives.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/noisy_networks.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/rational_oracle.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Both zero, or close.
bool agree(double log, double expected) {
    if (expected == -infinity || log == -infinity) return log == expected;
    return std::abs(log - expected) <= 1e-12 * std::max(1.0, std::abs(expected));
}

/// The evidence with another finding on the variable.
Evidence observed_instead(const Evidence& evidence, VariableId variable, StateId state) {
    Evidence other;
    for (const auto& [about, finding] : evidence)
        if (about != variable) other.add(about, finding);
    return other.observe(variable, state);
}

const Finding* finding_on(const Evidence& evidence, VariableId variable) {
    for (const auto& [about, finding] : evidence)
        if (about == variable) return &finding;
    return nullptr;
}

bool is_set(const Evidence& evidence, VariableId variable) {
    const Finding* const finding = finding_on(evidence, variable);
    return finding && std::holds_alternative<Intervened>(*finding);
}

/// P(x, e without the finding on X) for every state, by adding up all assignments.
void check_states(const BayesianNetwork& network, const Evidence& evidence,
                  const EvidenceDerivatives& derivatives) {
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        for (std::size_t s = 0; s < network.cardinality(variable); ++s) {
            CAPTURE(v, s);
            const bool other_state =
                is_set(evidence, variable) &&
                std::get<Intervened>(*finding_on(evidence, variable)).state != StateId(s);
            const Evidence changed = is_set(evidence, variable)
                                         ? evidence
                                         : observed_instead(evidence, variable, StateId(s));
            const double expected =
                other_state ? -infinity
                            : exact_log(exact_answer(network, changed).evidence_probability);
            CHECK(agree(derivatives.log_by_state[v][s], expected));
        }
    }
}

/// What a finding multiplies the state by.
double weight(const Finding* finding, StateId state) {
    if (!finding) return 1;
    if (const auto* const likelihood = std::get_if<Likelihood>(finding))
        return likelihood->values[state.index()];
    if (const auto* const observed = std::get_if<Observed>(finding))
        return observed->state == state;
    return std::get<Intervened>(*finding).state == state;
}

/// sum over the assignments that agree with the cell of the product of all other factors.
std::vector<std::vector<Fraction>> derivatives_by_cell(const BayesianNetwork& network,
                                                       const Evidence& evidence) {
    std::vector<std::vector<Fraction>> sums;
    for (std::size_t v = 0; v < network.size(); ++v)
        sums.emplace_back(table_of(network.cpd(VariableId(v))).table().size());
    std::vector<StateId> states(network.size(), StateId(0));
    for (bool more = true; more;) {
        std::vector<std::size_t> cells;
        std::vector<Rational> parameters, weights;
        for (std::size_t v = 0; v < network.size(); ++v) {
            const VariableId variable(v);
            const TableCpd& table = table_of(network.cpd(variable));
            std::vector<StateId> members;
            for (const VariableId member : table.scope().variables())
                members.push_back(states[member.index()]);
            cells.push_back(table.scope().cell(members));
            parameters.emplace_back(is_set(evidence, variable) ? 1.0 : table.table()[cells.back()]);
            weights.emplace_back(weight(finding_on(evidence, variable), states[v]));
        }
        for (std::size_t v = 0; v < network.size(); ++v) {
            if (is_set(evidence, VariableId(v))) continue;
            Rational product = 1;
            for (std::size_t w = 0; w < network.size() && product != 0; ++w)
                product *= w == v ? weights[w] : Rational(parameters[w] * weights[w]);
            if (product != 0) sums[v][cells[v]] += Fraction(product);
        }
        more = false;
        for (std::size_t v = 0; v < network.size() && !more; ++v) {
            more = states[v].index() + 1 < network.cardinality(VariableId(v));
            states[v] = StateId(more ? states[v].index() + 1 : 0);
        }
    }
    return sums;
}

void check_cells(const BayesianNetwork& network, const Evidence& evidence,
                 const EvidenceDerivatives& derivatives) {
    const auto expected = derivatives_by_cell(network, evidence);
    for (std::size_t v = 0; v < network.size(); ++v) {
        REQUIRE(derivatives.log_by_cell[v].size() == expected[v].size());
        for (std::size_t cell = 0; cell < expected[v].size(); ++cell) {
            CAPTURE(v, cell);
            CHECK(agree(derivatives.log_by_cell[v][cell], exact_log(expected[v][cell])));
        }
    }
}

}  // namespace

TEST_CASE(
    "Derivatives of P(e) by evidence and parameters are what all assignments add up to, "
    "zeros and impossible evidence included",
    "[inference]") {
    Rng rng(41);
    RandomModelOptions options;
    options.max_variables = 7;
    options.max_assignments = 96;
    options.max_table_cells = 64;
    std::size_t impossible = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const InferenceEngine engine(random_model(rng, options));
        for (int set = 0; set < 3; ++set) {
            CAPTURE(trial, set);
            const Evidence evidence =
                set == 0 ? Evidence() : random_evidence(rng, engine.network());
            const EvidenceDerivatives derivatives = evidence_derivatives(engine, evidence);
            const Fraction probability =
                exact_answer(engine.network(), evidence).evidence_probability;
            CHECK(agree(derivatives.log_evidence, exact_log(probability)));
            impossible += derivatives.log_evidence == -infinity;
            check_states(engine.network(), evidence, derivatives);
            check_cells(engine.network(), evidence, derivatives);
        }
    }
    CHECK(impossible > 5);
}

TEST_CASE("Derivatives of P(e) see through a noisy-MAX, which has no cells", "[inference]") {
    Rng rng(5);
    for (int trial = 0; trial < 10; ++trial) {
        const BayesianNetwork network = random_noisy_network(6, 3, rng);
        const BayesianNetwork tables = with_tables_by_definition(network);
        const Evidence evidence = Evidence().observe(VariableId(4), StateId(1));
        const EvidenceDerivatives derivatives =
            evidence_derivatives(InferenceEngine(network), evidence);
        check_states(tables, evidence, derivatives);
        for (std::size_t v = 0; v < network.size(); ++v)
            CHECK(derivatives.log_by_cell[v].empty() ==
                  !std::holds_alternative<TableCpd>(network.cpd(VariableId(v))));
    }
}

TEST_CASE("Derivatives have logarithms where P(e) is too small for a double", "[inference]") {
    NetworkBuilder net;
    net.variable("C", {"0", "1"});
    net.cpt("C").values({0.5, 0.5});
    for (int i = 0; i < 40; ++i) {
        const std::string name = "X" + std::to_string(i);
        net.variable(name, {"0", "1"}).arc("C", name);
        net.cpt(name).values({1e-20, 1 - 1e-20, 0, 1});
    }
    const InferenceEngine engine(net.build());
    Evidence evidence;
    for (std::size_t v = 1; v <= 40; ++v) evidence.observe(VariableId(v), StateId(0));
    const EvidenceDerivatives derivatives = evidence_derivatives(engine, evidence);
    const double digit = std::log(1e-20);
    CHECK(agree(derivatives.log_evidence, std::log(0.5) + 40 * digit));
    CHECK(agree(derivatives.log_by_state[1][1], std::log(0.5) + 39 * digit + std::log1p(-1e-20)));
    CHECK(agree(derivatives.log_by_cell[1][0], std::log(0.5) + 39 * digit));
    CHECK(derivatives.log_by_cell[1][2] == -infinity);  // the other 39 findings exclude C = 1
    CHECK(derivatives.log_by_state[0][1] == -infinity);
    CHECK(derivatives.retracted_posterior(VariableId(0)) == std::vector<double>{1, 0});
    CHECK_THAT(derivatives.retracted_posterior(VariableId(1))[0],
               Catch::Matchers::WithinRel(1e-20, 1e-10));
}

TEST_CASE("A retraction shows which finding alone makes the evidence impossible", "[inference]") {
    NetworkBuilder net = NetworkBuilder::parse("A{no|yes} -> B{no|yes}");
    net.cpt("A").values({0.75, 0.25});
    net.cpt("B").row("A=no", {1, 0}).row("A=yes", {0.5, 0.5});
    const InferenceEngine engine(net.build());
    const Evidence evidence =
        Evidence().observe(VariableId(0), StateId(0)).observe(VariableId(1), StateId(1));
    const EvidenceDerivatives derivatives = evidence_derivatives(engine, evidence);
    CHECK(derivatives.log_evidence == -infinity);
    CHECK(derivatives.retracted_posterior(VariableId(0)) == std::vector<double>{0, 1});
    CHECK(derivatives.retracted_posterior(VariableId(1)) == std::vector<double>{1, 0});
    CHECK(agree(derivatives.log_by_cell[1][1], std::log(0.75)));  // of P(B=yes | A=no), which is 0
    CHECK_THROWS_WITH(derivatives.retracted_posterior(VariableId(2)),
                      "there is no variable number 2 among the 2 of the derivatives");
    NetworkBuilder height;
    height.add_variable(Variable("H"));
    height.set_cpd(LinearGaussianCpd(VariableId(std::size_t{0}), Scope(), {}, {{0, {}, 1}}));
    CHECK_THROWS_AS(evidence_derivatives(InferenceEngine(height.build())), ArgumentError);
}
