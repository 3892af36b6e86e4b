#include <pgm/core/error.hpp>
#include <pgm/explain/findings.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/rational_oracle.hpp>

#include <algorithm>
#include <bit>
#include <set>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Observed states, and by set of them, as bits, whether a change of exactly these has an effect.
struct Enumerated {
    std::vector<std::pair<VariableId, StateId>> findings;
    std::vector<char> has_effect;
    std::vector<std::vector<std::pair<VariableId, StateId>>> changes;  ///< with an effect
};

std::optional<StateId> mode(const BayesianNetwork& network, const Evidence& evidence,
                            VariableId variable) {
    const ExactAnswer answer = exact_answer(network, evidence);
    if (answer.impossible()) return std::nullopt;
    const auto& joint = answer.joint[variable.index()];
    return StateId(static_cast<std::size_t>(std::ranges::max_element(joint) - joint.begin()));
}

Enumerated enumerated(const BayesianNetwork& network, const Evidence& evidence,
                      VariableId variable) {
    Enumerated all;
    for (const auto& [of, finding] : evidence) all.findings.emplace_back(of, *state_of(finding));
    const StateId now = mode(network, evidence, variable).value();
    all.has_effect.assign(std::size_t{1} << all.findings.size(), 0);
    std::vector<std::size_t> at(all.findings.size(), 0);
    for (bool is_over = false; !is_over;) {
        Evidence changed;
        std::size_t set = 0;
        std::vector<std::pair<VariableId, StateId>> to;
        for (std::size_t i = 0; i < at.size(); ++i) {
            changed.observe(all.findings[i].first, StateId(at[i]));
            if (StateId(at[i]) == all.findings[i].second) continue;
            set |= std::size_t{1} << i;
            to.emplace_back(all.findings[i].first, StateId(at[i]));
        }
        if (const auto then = mode(network, changed, variable); then && *then != now) {
            all.has_effect[set] = 1;
            all.changes.push_back(to);
        }
        is_over = true;
        for (std::size_t i = 0; i < at.size() && is_over; ++i)
            if (++at[i] < network.cardinality(all.findings[i].first))
                is_over = false;
            else
                at[i] = 0;
    }
    return all;
}

/// The minimal sets outside of which no change has an effect.
std::set<std::vector<VariableId>> minimal_sufficient(const Enumerated& all) {
    const std::size_t full = all.has_effect.size() - 1;
    const auto suffices = [&](std::size_t set) {
        for (std::size_t changed = 1; changed <= full; ++changed)
            if ((changed & set) == 0 && all.has_effect[changed] != 0) return false;
        return true;
    };
    std::set<std::vector<VariableId>> minimal;
    for (std::size_t set = 0; set <= full; ++set) {
        bool is_minimal = suffices(set);
        for (std::size_t i = 0; i < all.findings.size(); ++i)
            if ((set >> i & 1) != 0 && suffices(set & ~(std::size_t{1} << i))) is_minimal = false;
        if (!is_minimal) continue;
        std::vector<VariableId> names;
        for (std::size_t i = 0; i < all.findings.size(); ++i)
            if ((set >> i & 1) != 0) names.push_back(all.findings[i].first);
        minimal.insert(names);
    }
    return minimal;
}

/// Rows of which no two states are equally probable, so that rounding decides nothing.
Evidence observed_states(Rng& rng, const BayesianNetwork& network, VariableId but) {
    Evidence evidence;
    for (std::size_t v = 0; v < network.size(); ++v)
        if (VariableId(v) != but && rng.below(2) == 0)
            evidence.observe(VariableId(v), StateId(rng.below(network.cardinality(VariableId(v)))));
    return evidence;
}

}  // namespace

TEST_CASE("Smallest changes and sufficient findings of random networks", "[findings]") {
    Rng rng(20211);
    std::size_t with_changes = 0;
    for (int round = 0; round < 400; ++round) {
        const BayesianNetwork network =
            random_model(rng, {.max_variables = 7, .max_assignments = 150});
        const VariableId variable(rng.below(network.size()));
        const Evidence evidence = observed_states(rng, network, variable);
        if (!mode(network, evidence, variable)) continue;
        INFO("round " << round);
        const Enumerated all = enumerated(network, evidence, variable);
        const DecisiveFindings found = decisive_findings(
            InferenceEngine(network), {DistributionOf{{variable}}, given_of(evidence)}, 100000);
        CHECK(found.most_probable == mode(network, evidence, variable));
        CHECK(found.findings == all.findings.size());
        REQUIRE(found.sufficient);
        CHECK(std::set(found.sufficient->begin(), found.sufficient->end()) ==
              minimal_sufficient(all));
        CHECK(found.changes.empty() == all.changes.empty());
        if (all.changes.empty()) continue;
        ++with_changes;
        const std::size_t fewest =
            std::ranges::min(all.changes, {}, [](const auto& to) { return to.size(); }).size();
        std::set<std::vector<std::pair<VariableId, StateId>>> smallest, expected;
        for (const FindingChange& change : found.changes) smallest.insert(change.to);
        for (const auto& to : all.changes)
            if (to.size() == fewest) expected.insert(to);
        CHECK(smallest == expected);
    }
    CHECK(with_changes > 50);
}

TEST_CASE("Interventions and soft evidence stay as they are while findings change", "[findings]") {
    const BayesianNetwork network =
        NetworkBuilder::parse(
            "A{a|b} -> B{a|b}; A -> C{a|b}; A: 0.6 0.4; B | A=a: 0.9 0.1;"
            "B | A=b: 0.2 0.8; C | A=a: 0.7 0.3; C | A=b: 0.4 0.6")
            .build();
    const InferenceEngine engine(network);
    const auto decisive = [&](const char* question) {
        return decisive_findings(engine, parse_query(network, question));
    };
    const DecisiveFindings one = decisive("P(A | B=a, C=[0.5, 0.5])");
    CHECK(one.findings == 1);
    REQUIRE(one.changes.size() == 1);
    CHECK(one.changes[0].to == std::vector{std::pair(network.id("B"), StateId(1u))});
    CHECK(one.changes[0].most_probable == StateId(1u));
    CHECK(one.changes[0].probability == Approx(0.32 / 0.38));
    const DecisiveFindings set = decisive("P(A | do(B=a))");
    CHECK(set.findings == 0);
    CHECK(set.changes.empty());
    CHECK(set.sufficient.value() == std::vector<std::vector<VariableId>>(1));
}

TEST_CASE(
    "A search that is cut short has no sufficient findings, and no change that it did not "
    "find",
    "[findings]") {
    NetworkBuilder builder = NetworkBuilder::parse(
        "H{a|b} -> X{a|b}, Y{a|b}, Z{a|b}; H: 0.5 0.5; X | H=a: 0.8 0.2; X | H=b: 0.2 0.8;"
        "Y | H=a: 0.8 0.2; Y | H=b: 0.2 0.8; Z | H=a: 0.8 0.2; Z | H=b: 0.2 0.8");
    const BayesianNetwork network = builder.build();
    const InferenceEngine engine(network);
    const Query query = parse_query(network, "P(H=a | X=a, Y=a, Z=a)");
    const DecisiveFindings whole = decisive_findings(engine, query);
    CHECK(whole.changes.size() == 3);  // any two of the three
    CHECK(whole.sufficient.value().size() == 3);
    const DecisiveFindings some = decisive_findings(engine, query, 4);
    CHECK(some.examined == 1);
    CHECK(some.changes.size() == 1);
    CHECK_FALSE(some.sufficient.has_value());
    const DecisiveFindings none = decisive_findings(engine, query, 0);
    CHECK(none.examined == 0);
    CHECK(none.changes.empty());
}
