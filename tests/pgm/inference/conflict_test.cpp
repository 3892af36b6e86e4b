#include <pgm/inference/conflict.hpp>

#include <pgm/model/cpd/kernel_density_cpd.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/odd_one_out.hpp>
#include <tests/support/query_network.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/rational_oracle.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests;

namespace {

std::vector<std::string> texts(const BayesianNetwork& network, const Evidence& evidence) {
    std::vector<std::string> texts;
    for (const auto& [variable, finding] : evidence)
        texts.push_back(format(network, variable, finding));
    return texts;
}

/// Those findings whose bit is set.
Evidence subset(const Evidence& evidence, std::size_t bits) {
    Evidence some;
    for (std::size_t i = 0; i < evidence.size(); ++i) {
        if (bits >> i & 1) some.add(evidence[i].variable, evidence[i].finding);
    }
    return some;
}

/// Holds a conflict against the oracle: impossible as it is, and every smaller set possible.
void check_minimal(const BayesianNetwork& network, const Evidence& conflict) {
    const std::size_t all = (std::size_t{1} << conflict.size()) - 1;
    CHECK(exact_answer(network, subset(conflict, all)).impossible());
    for (std::size_t bits = 0; bits < all; ++bits) {
        CHECK_FALSE(exact_answer(network, subset(conflict, bits)).impossible());
    }
}

/// Findings on most variables, `made` of the states (a share) by interventions.
Evidence much_evidence(Rng& rng, const BayesianNetwork& network, double made) {
    Evidence evidence = random_evidence(rng, network);
    const Evidence more = random_evidence(rng, network);
    for (const auto& [variable, finding] : more) evidence.add(variable, finding);
    Evidence result;
    for (const auto& [variable, finding] : evidence) {
        const auto* const seen = std::get_if<Observed>(&finding);
        const bool is_made = seen && made > 0 && rng.uniform() < made;
        result.add(variable, is_made ? Finding(Intervened{seen->state}) : finding);
    }
    return result;
}

/// How many of the conflicts found were of more than one finding.
std::size_t check_random_conflicts(std::uint64_t seed, int networks, double made = 0) {
    Rng rng(seed);
    std::size_t several = 0;
    for (int i = 0; i < networks; ++i) {
        const InferenceEngine engine(
            random_model(rng, {.max_variables = 9, .max_assignments = 500}));
        const Evidence evidence = much_evidence(rng, engine.network(), made);
        INFO("network " << i << " of seed " << seed);
        const Evidence conflict = minimal_conflict(engine, evidence);
        const bool impossible = exact_answer(engine.network(), evidence).impossible();
        CHECK(conflict.empty() == !impossible);
        if (!impossible) continue;
        check_minimal(engine.network(), conflict);
        several += conflict.size() > 1;
    }
    return several;
}

/// class{a|b} and x, uniform on [0, 2] for a and on [10, 12] for b.
BayesianNetwork two_boxes() {
    NetworkBuilder builder;
    const VariableId c = builder.add_variable({"class", {"a", "b"}}),
                     x = builder.add_variable(Variable("x"));
    builder.set_cpd(TableCpd(Scope({c}, {2}), std::vector{0.5, 0.5}));
    const std::vector<KernelDensityCpd::Row> rows{{.points = {1}, .weights = {}, .bandwidth = 1},
                                                  {.points = {11}, .weights = {}, .bandwidth = 1}};
    builder.set_cpd(KernelDensityCpd(x, Scope({c}, {2}), KernelDensityCpd::Kernel::tophat, rows));
    return std::move(builder).build();
}

}  // namespace

TEST_CASE("A conflict names the findings that cannot be true together, and no other") {
    const InferenceEngine engine(query_network());
    const BayesianNetwork& network = engine.network();
    const Evidence evidence =
        parse_evidence(network, "Sprinkler=off, Rain=no, Wet=yes, age=65+, Cloudy=yes");
    CHECK(texts(network, minimal_conflict(engine, evidence)) ==
          std::vector<std::string>{"Rain=no", "Wet=yes", "Sprinkler=off"});
    CHECK(minimal_conflict(engine, parse_evidence(network, "Rain=no, Cloudy=yes")).empty());
    CHECK(minimal_conflict(engine, {}).empty());
}

TEST_CASE("A conflict holds an intervention where the others are possible without it") {
    const InferenceEngine engine(query_network());
    const BayesianNetwork& network = engine.network();
    const auto conflict = [&](const char* text) {
        return texts(network, minimal_conflict(engine, parse_evidence(network, text)));
    };
    CHECK(conflict("do(Rain=no), do(Sprinkler=off), Wet=yes, do(Cloudy=no)") ==
          std::vector<std::string>{"do(Rain=no)", "Wet=yes", "do(Sprinkler=off)"});
}

TEST_CASE("A likelihood that is zero everywhere is a conflict of one") {
    const InferenceEngine engine(query_network());
    const BayesianNetwork& network = engine.network();
    Evidence evidence = parse_evidence(network, "Rain=no, age=65+");
    evidence.likelihood(network, "Cloudy", std::vector<double>{0, 0});
    CHECK(texts(network, minimal_conflict(engine, evidence)) ==
          std::vector<std::string>{"Cloudy=[0, 0]"});
}

TEST_CASE("A value where a density is zero is part of a conflict, or one alone") {
    const InferenceEngine engine(two_boxes());
    const BayesianNetwork& network = engine.network();
    const auto conflict = [&](const char* text) {
        return texts(network, minimal_conflict(engine, parse_evidence(network, text)));
    };
    CHECK(conflict("x=1, class=b") == std::vector<std::string>{"class=b", "x=1"});
    CHECK(conflict("x=5, class=b") == std::vector<std::string>{"x=5"});
    CHECK(conflict("x=11, class=b").empty());
}

TEST_CASE("Conflicts of random networks are minimal among all subsets, in fractions") {
    CHECK(check_random_conflicts(20240601, 4000) >= 80);
}

TEST_CASE("Conflicts with many interventions are minimal among all subsets, in fractions") {
    CHECK(check_random_conflicts(20240602, 4000, 0.7) >= 30);
}

TEST_CASE("Two interventions are left out together where leaving out one would not do") {
    const InferenceEngine engine(odd_one_out());
    const Evidence evidence = parse_evidence(engine.network(), "do(A=1), do(B=1), do(C=1), Out=1");
    CHECK(texts(engine.network(), minimal_conflict(engine, evidence)) ==
          std::vector<std::string>{"do(C=1)", "Out=1"});
}

TEST_CASE("Conflicts of many random networks are minimal among all subsets, in fractions",
          "[full]") {
    CHECK(check_random_conflicts(3, 100000) >= 2000);
    CHECK(check_random_conflicts(4, 20000, 0.7) >= 150);
}

TEST_CASE("A conflict is the same each time") {
    Rng rng(5);
    for (int i = 0; i < 30; ++i) {
        const BayesianNetwork network = random_model(rng);
        const Evidence evidence = random_evidence(rng, network);
        const auto first = texts(network, minimal_conflict(InferenceEngine(network), evidence));
        const InferenceEngine engine(network);
        CHECK(texts(network, minimal_conflict(engine, evidence)) == first);
        CHECK(texts(network, minimal_conflict(engine, evidence)) == first);
    }
}
