#include <pgm/explain/findings.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/rational_oracle.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

/// By the oracle: P(X = state | e), null where e is impossible.
std::optional<double> probability(const BayesianNetwork& network, const Evidence& evidence,
                                  VariableId variable, StateId state) {
    const ExactAnswer answer = exact_answer(network, evidence);
    if (answer.impossible()) return std::nullopt;
    return quotient(answer.joint[variable.index()][state.index()], answer.evidence_probability);
}

double log_odds(double p) {
    return std::log(p) - std::log1p(-p);
}

void check_same(const std::optional<double>& found, const std::optional<double>& expected) {
    REQUIRE(found.has_value() == expected.has_value());
    if (found) CHECK_THAT(*found, WithinAbs(*expected, 1e-12));
}

/// Every number of an analysis, from its definition.
void check_by_definition(const BayesianNetwork& network, const Evidence& evidence,
                         VariableId variable, StateId state) {
    const InferenceEngine engine(network);
    const FindingAnalysis found =
        analyse_findings(engine, {ProbabilityOf{is(variable, state)}, given_of(evidence)});
    const auto p = [&](const Evidence& some) {
        return probability(network, some, variable, state);
    };
    check_same(found.posterior, p(evidence));
    Evidence set;
    for (const auto& [of, finding] : evidence)
        if (std::holds_alternative<Intervened>(finding)) set.add(of, finding);
    check_same(found.prior, p(set));
    double log_of_parts = 0;
    REQUIRE(found.findings.size() == evidence.size());
    for (const FindingEffect& effect : found.findings) {
        INFO(effect.finding);
        const auto item = std::ranges::find_if(evidence, [&](const Evidence::Item& one) {
            return format_parts(network, given_of(Evidence().add(one.variable, one.finding)))
                       .front() == effect.finding;
        });
        REQUIRE(item != evidence.end());
        const Evidence rest = Evidence(evidence).remove(item->variable);
        check_same(effect.without, p(rest));
        if (effect.without && found.posterior > 1e-3 && found.posterior < 0.999 &&
            *effect.without > 1e-3 && *effect.without < 0.999)
            CHECK_THAT(effect.weight_of_evidence,
                       WithinAbs(log_odds(found.posterior) - log_odds(*effect.without), 1e-9));
        const bool is_set = std::holds_alternative<Intervened>(item->finding);
        if (!is_set)
            log_of_parts +=
                exact_log(exact_answer(network, Evidence(set).add(item->variable, item->finding))
                              .evidence_probability);
        REQUIRE(effect.variable.has_value() == (item->variable != variable));
        for (std::size_t s = 0; s < effect.alternatives.size(); ++s) {
            Evidence other = rest;
            is_set ? other.intervene(item->variable, StateId(s))
                   : other.observe(item->variable, StateId(s));
            check_same(effect.alternatives[s], p(other));
        }
    }
    CHECK_THAT(found.conflict, WithinAbs(log_of_parts - found.log_evidence, 1e-9));
}

BayesianNetwork fire() {
    return NetworkBuilder::
        parse("tampering{yes|no} -> alarm{yes|no} <- fire{yes|no} -> smoke{yes|no};"
              "alarm -> leaving{yes|no} -> report{yes|no}; tampering: 0.02 0.98; fire: 0.01 0.99;"
              "alarm | tampering=yes, fire=yes: 0.5 0.5; alarm | tampering=yes, fire=no: 0.85 0.15;"
              "alarm | tampering=no, fire=yes: 0.99 0.01;"
              "alarm | tampering=no, fire=no: 0.0001 0.9999; smoke | fire=yes: 0.9 0.1;"
              "smoke | fire=no: 0.01 0.99; leaving | alarm=yes: 0.88 0.12;"
              "leaving | alarm=no: 0.001 0.999; report | leaving=yes: 0.75 0.25;"
              "report | leaving=no: 0.01 0.99")
            .build();
}

FindingAnalysis analysis_of(const BayesianNetwork& network, const std::string& question) {
    return analyse_findings(InferenceEngine(network), parse_query(network, question));
}

}  // namespace

TEST_CASE("What findings did is what the definitions say, in random networks", "[findings]") {
    Rng rng(19501);
    std::size_t possible = 0;
    for (int round = 0; round < 400; ++round) {
        const BayesianNetwork network =
            random_model(rng, {.max_variables = 6, .max_assignments = 200});
        const Evidence evidence = random_evidence(rng, network);
        const VariableId variable(rng.below(network.size()));
        if (to_double(exact_answer(network, evidence).evidence_probability) < 1e-250) continue;
        ++possible;
        INFO("round " << round);
        check_by_definition(network, evidence, variable,
                            StateId(rng.below(network.cardinality(variable))));
    }
    CHECK(possible > 150);
}

TEST_CASE("A report of fire: weights, alternatives and the conflict", "[findings]") {
    const FindingAnalysis found = analysis_of(fire(), "P(tampering=yes | report=yes, smoke=no)");
    CHECK_THAT(found.posterior, WithinAbs(0.5007970090785231, 1e-12));
    CHECK(found.prior == Approx(0.02));
    CHECK_THAT(found.conflict, WithinAbs(0.2231806217080825, 1e-12));
    REQUIRE(found.findings.size() == 2);
    CHECK(found.findings[0].finding == "report=yes");
    CHECK_THAT(found.findings[0].weight_of_evidence, WithinAbs(3.8950083371248767, 1e-9));
    CHECK_THAT(found.findings[1].alternatives[0].value(), WithinAbs(0.02843571459704619, 1e-12));
}

TEST_CASE("Of a distribution the most probable state is explained", "[findings]") {
    const FindingAnalysis found = analysis_of(fire(), "P(alarm | report=yes and smoke=no)");
    CHECK(found.query.text == "P(alarm=yes | report=yes, smoke=no)");
    CHECK(found.findings.size() == 2);
}

TEST_CASE("Findings without a state have no alternatives, and their weight", "[findings]") {
    const FindingAnalysis found = analysis_of(
        fire(), "P(fire=yes | report=yes or smoke=yes, leaving~[0.5, 0.5], do(alarm=yes))");
    REQUIRE(found.findings.size() == 3);
    for (const FindingEffect& effect : found.findings)
        CHECK(effect.variable.has_value() == (effect.finding == "do(alarm=yes)"));
    CHECK(found.prior == Approx(0.01));
    CHECK(found.findings[0].without.value() == Approx(0.01));
    CHECK(found.findings[0].weight_of_evidence > 0);
    const double without =
        answer(InferenceEngine(fire()), "P(fire=yes | report=yes or smoke=yes, do(alarm=yes))")
            .probability();
    CHECK(found.findings[2].without.value() == Approx(without));
}

TEST_CASE("A finding that makes an event certain has infinite weight, one in vain none",
          "[findings]") {
    const BayesianNetwork network = NetworkBuilder::parse(
                                        "A{a|b} -> B{a|b} -> C{a|b}; A: 0.5 0.5; B | A=a: 1 0;"
                                        "B | A=b: 0 1; C | B=a: 0.9 0.1; C | B=b: 0.2 0.8")
                                        .build();
    const FindingAnalysis certain = analysis_of(network, "P(A=a | B=a, C=b)");
    CHECK(certain.posterior == 1);
    CHECK(certain.findings[0].weight_of_evidence == infinity);
    CHECK(certain.findings[1].weight_of_evidence == 0);
    CHECK(certain.findings[0].alternatives[1] == 0.0);
    const FindingAnalysis twice = analysis_of(network, "P(C=a | A=a, B=a)");
    CHECK(twice.findings[0].alternatives[0].value() == Approx(0.9));
    CHECK_FALSE(twice.findings[0].alternatives[1].has_value());
}

TEST_CASE("Questions that are not about one variable are refused, and impossible findings",
          "[findings]") {
    const BayesianNetwork network = fire();
    const InferenceEngine engine(network);
    for (const char* question :
         {"P(fire=yes or alarm=yes | report=yes)", "P(fire, alarm)", "P(fire=yes | alarm)",
          "argmax(fire)", "P(fire=yes) / P(alarm=yes)"}) {
        INFO(question);
        const Query query = parse_query(network, question);
        CHECK_THROWS_AS(analyse_findings(engine, query), ArgumentError);
        CHECK_THROWS_AS(decisive_findings(engine, query), ArgumentError);
    }
    const Query query = parse_query(network, "P(fire=yes | alarm=yes, alarm=no)");
    CHECK_THROWS_AS(analyse_findings(engine, query), ImpossibleEvidenceError);
    CHECK_THROWS_AS(decisive_findings(engine, query), ImpossibleEvidenceError);
}
