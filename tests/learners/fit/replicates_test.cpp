#include <learners/fit/replicates.hpp>

#include <learners/fit/fit.hpp>
#include <learners/fit/fit_network.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/interval.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/sampled_data.hpp>
#include <tests/support/small_data.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

constexpr std::string_view structure = "A{a|n} -> B{b|n} -> C{c|n}; A -> C";

BayesianNetwork true_network() {
    return NetworkBuilder::parse(std::string(structure) +
                                 "\nA: 0.3 0.7\nB | A=a: 0.6 0.4\nB | A=n: 0.25 0.75\n"
                                 "C | B=b, A=a: 0.8 0.2\nC | B=b, A=n: 0.5 0.5\n"
                                 "C | B=n, A=a: 0.4 0.6\nC | B=n, A=n: 0.15 0.85")
        .build();
}

double value_of(const BayesianNetwork& network, const Query& query) {
    const InferenceEngine engine(network);
    Workspace workspace;
    return numbers_of(PreparedQuery(engine, query, workspace).answer(workspace)).front();
}

/// The share of 1,000 sampled tables of 300 rows for which the 95 % interval has the true value.
double coverage(std::string_view question) {
    constexpr int tables = 1000;
    const BayesianNetwork truth = true_network();
    const Query query = parse_query(truth, question);
    const double value = value_of(truth, query);
    int covered = 0;
    for (int table = 0; table < tables; ++table) {
        const Dataset rows = sampled_data(truth, 300, static_cast<std::uint64_t>(table) + 1);
        const BayesianNetwork fitted = fit_network(rows, truth.dag()).network;
        const auto interval =
            credible_intervals(fitted, query, {}, {.draws = 800, .seed = 1}).front();
        covered += interval && interval->low <= value && value <= interval->high;
    }
    return covered / double{tables};
}

}  // namespace

TEST_CASE("Intervals have the true value as often as they say", "[learners][full]") {
    for (const char* question : {"P(C=c)", "P(C=c | A=a)", "P(A=a | C=c)", "P(C=c | do(B=b))",
                                 "P(C=c | A=a) - P(C=c | A=n)"}) {
        CAPTURE(question);
        const double share = coverage(question);
        CHECK(share > 0.93);
        CHECK(share < 0.97);
    }
}

TEST_CASE("Replicates of a classifier are fitted with its choices, cut points and columns",
          "[learners]") {
    const Dataset data = digits("abk", {"000", "001", "010", "011", "101", "111", "110", "101"});
    const Classifier classifier =
        fit(data, "k", Fit{.structure = "nb", .smoothing = MaximumLikelihood{}});
    const Bootstrap options{.replicates = 12, .seed = 5};
    const Classifier replicated = with_bootstrap(classifier, data, options, {.threads = 2});
    CHECK(replicated == classifier);  // which replicates are no part of
    const auto replicates = replicated.model().network().replicates();
    REQUIRE(replicates.size() == 12);
    for (const BayesianNetwork& replicate : replicates)
        CHECK(replicate.dag() == classifier.model().network().dag());
    CHECK_FALSE(replicates[0] == replicates[1]);
    const Classifier again = with_bootstrap(classifier, data, options);
    CHECK(std::ranges::equal(replicates, again.model().network().replicates()));
    REQUIRE(replicates_of(replicated.model()).size() == 12);
    CHECK(replicates_of(replicated.model())[3].network() == replicates[3]);
}

TEST_CASE("Replicates of averaged networks belong to their members", "[learners]") {
    const Dataset data = digits("abk", {"000", "001", "010", "011", "101", "111", "110", "101"});
    const Classifier averaged = fit(data, "k", Fit{.structure = "aode"});
    const Classifier replicated = with_bootstrap(averaged, data, {.replicates = 3});
    const std::vector<Model> models = replicates_of(replicated.model());
    REQUIRE(models.size() == 3);
    CHECK(models[0].members().size() == averaged.model().members().size());
    CHECK(models[0].members()[1].weight == averaged.model().members()[1].weight);
}

TEST_CASE("Replicates of a stack, or of no rows, are refused", "[learners]") {
    const Dataset data = digits("abk", {"000", "001", "010", "011", "101", "111", "110", "101"});
    const Classifier stack = fit(data, "k", parse_learner("stack:nb,tan"));
    if (stack.ensemble() != nullptr)
        CHECK_THROWS_WITH(with_bootstrap(stack, data, {}), Catch::Contains("a stack"));
    const Classifier classifier = fit(data, "k", Fit{.structure = "nb"});
    CHECK_THROWS_AS(with_bootstrap(classifier, data.select_rows({}), {}), ArgumentError);
}
