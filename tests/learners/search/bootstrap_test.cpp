#include <learners/search/arc_confidence.hpp>

#include <learners/fit/fit_network.hpp>
#include <learners/score/data_score.hpp>
#include <learners/search/learn_structure.hpp>
#include <learners/search/score_search.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>
#include <tests/support/vertices.hpp>

#include <mutex>
#include <optional>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using namespace pgm::tests::vertices;

namespace {

LearnedStructure climb(const Dataset& data, const SearchControl& control) {
    return hill_climbing(DataScore(data, BicScore{}), {}, control);
}

/// a and b are equal, c is independent of both.
Dataset equal_pair(int repeats) {
    std::vector<std::string_view> rows;
    for (int i = 0; i < repeats; ++i) rows.insert(rows.end(), {"000", "001", "110", "111"});
    return digits("abc", rows);
}

}  // namespace

TEST_CASE("Bootstrap: an edge without direction counts one half both ways", "[learners][search]") {
    using namespace vertices;
    const BootstrapResult result = bootstrap(equal_pair(30), climb, {.replicates = 40, .seed = 3});
    CHECK(result.replicates == 40);
    CHECK_FALSE(result.partial);
    CHECK(result.confidence.arc(a, b) == Approx(result.confidence.arc(b, a)).margin(0.1));
    CHECK(result.confidence.edge(a, b) == 1);
    CHECK(result.confidence.edge(a, c) < 0.3);
}

TEST_CASE("Bootstrap: an edge that the rules direct counts one way", "[learners][search]") {
    using namespace vertices;
    const Constraints rules{.forbidden = {{b, a}}};
    const auto obedient = [&](const Dataset& data, const SearchControl& control) {
        return learn_structure(data, {.algorithm = HillClimbing{}, .constraints = rules}, control);
    };
    const BootstrapResult result =
        bootstrap(equal_pair(30), obedient, {.replicates = 40, .seed = 3, .constraints = rules});
    CHECK(result.confidence.arc(a, b) == 1);
    CHECK(result.confidence.arc(b, a) == 0);
}

TEST_CASE("Bootstrap: every replicate has as many rows, drawn by the seed alone",
          "[learners][search]") {
    using namespace vertices;
    const Dataset data = equal_pair(5);
    std::mutex mutex;
    std::size_t calls = 0;
    const auto look = [&](const Dataset& sample, const SearchControl& control) {
        const std::lock_guard lock(mutex);
        ++calls;
        CHECK(sample.rows() == data.rows());
        CHECK(control.threads == 1);
        CHECK(sample.schema() == data.schema());
        return climb(sample, control);
    };
    const BootstrapResult one =
        bootstrap(data, look, {.replicates = 25, .seed = 1}, {.threads = 1});
    const BootstrapResult four =
        bootstrap(data, look, {.replicates = 25, .seed = 1}, {.threads = 4});
    CHECK(calls == 50);
    CHECK(one.confidence == four.confidence);
    std::vector<Dataset> samples;
    const auto keep = [&](const Dataset& sample, const SearchControl& control) {
        samples.push_back(sample);
        return climb(sample, control);
    };
    for (const std::uint64_t seed : {1u, 2u, 1u})
        bootstrap(data, keep, {.replicates = 2, .seed = seed}, {.threads = 1});
    CHECK_FALSE(samples[0] == samples[1]);
    CHECK_FALSE(samples[0] == samples[2]);
    CHECK(samples[0] == samples[4]);
    CHECK(samples[1] == samples[5]);
}

TEST_CASE("Bootstrap: a weighted row is drawn as often as its repetitions", "[learners][search]") {
    using namespace vertices;
    const Dataset data = digits("abc", {"000", "001", "110", "111"}).with_weights({5, 0, 7, 8});
    const auto look = [&](const Dataset& sample, const SearchControl& control) {
        double sum = 0;
        for (const double weight : sample.weights()) sum += weight;
        CHECK(sum == 20);
        CHECK(sample.weights()[1] == 0);
        return climb(sample, control);
    };
    CHECK(bootstrap(data, look, {.replicates = 10}, {.threads = 1}).replicates == 10);
    CHECK_THROWS_AS(bootstrap(data.with_weights({1, 0.5, 1, 1}), climb), ArgumentError);
    CHECK_THROWS_AS(bootstrap(data.with_weights({0, 0, 0, 0}), climb), ArgumentError);
}

TEST_CASE("Bootstrap: stopped, it tells what it has seen", "[learners][search]") {
    using namespace vertices;
    int questions = 0;
    const BootstrapResult result = bootstrap(
        equal_pair(5), climb, {.replicates = 100},
        {.proceed = [&](const SearchProgress&) { return ++questions <= 3; }, .threads = 1});
    CHECK(result.partial);
    CHECK(result.replicates == 3);
    CHECK(bootstrap(equal_pair(5), climb, {.replicates = 0}).replicates == 0);
}

TEST_CASE("Bootstrap: networks are those of the replicates' rows, and vote as structures do",
          "[learners][search]") {
    const Dataset data = equal_pair(30);
    const Bootstrap options{.replicates = 20, .seed = 3};
    const NetworkLearner learn = [](const Dataset& rows, const SearchControl& control) {
        return std::optional(fit_network(rows, climb(rows, control).dag).network);
    };
    const BootstrapResult networks = bootstrap(data, learn, options, {.threads = 2});
    CHECK(networks.confidence == bootstrap(data, climb, options).confidence);
    REQUIRE(networks.networks.size() == 20);
    // Each has counted 120 rows, and not the same ones.
    const BayesianNetwork& first = networks.networks.front();
    double rows = 0;
    for (const double weight : first.row_weights(c)) rows += weight;
    CHECK(rows >= 120);
    CHECK_FALSE(first == networks.networks.back());
    CHECK(networks.networks == bootstrap(data, learn, options).networks);
}
