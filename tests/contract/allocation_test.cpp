#include <tests/contract/engines.hpp>
#include <tests/support/allocation_counter.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/hybrid_models.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/random_model.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Evidence sets that all observe the same variables, with other values each time.
std::vector<Evidence> observations_of(const std::vector<VariableId>& observed, Rng& rng,
                                      const BayesianNetwork& network, std::size_t count) {
    std::vector<Evidence> sets(count);
    for (Evidence& evidence : sets)
        for (const VariableId v : observed)
            evidence.observe(v, StateId(rng.below(network.cardinality(v))));
    return sets;
}

}  // namespace

TEST_CASE("The counter of allocations counts") {
    if (!counts_allocations()) {
        WARN("SKIPPED: a sanitizer has its own operator new");
        return;
    }
    const std::size_t before = allocation_count();
    const std::vector<double> plain(10);
    const AlignedDoubles aligned(10);
    const std::size_t allocated = allocation_count() - before;
    CHECK(allocated == 2);
}

TEST_CASE("After a warm-up a question allocates nothing, whatever the values observed") {
    if (!counts_allocations()) {
        WARN("SKIPPED: a sanitizer has its own operator new");
        return;
    }
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Rng rng(seed);
        RandomModelOptions options;
        options.max_variables = 20;
        options.max_assignments = std::size_t{1} << 30;
        const BayesianNetwork network = random_model(rng, options);
        const InferenceEngine engine(network);
        const std::vector<VariableId> targets{VariableId(0), VariableId(network.size() - 1)};
        const std::vector<Evidence> sets =
            observations_of(random_subset(rng, network.size(), 0.3), rng, network, 30);

        // Each set is asked once in the warm-up: values that rule out states may lead to smaller
        // plans of their own.
        Workspace workspace;
        const auto ask_all = [&] {
            double sum = 0;
            for (const Evidence& evidence : sets) {
                sum += engine.marginals(evidence, workspace).log_evidence();
                sum += engine.marginals(targets, evidence, workspace).log_evidence();
            }
            return sum;
        };
        const double first = ask_all();
        const std::size_t before = allocation_count();
        double again = 0;
        for (int i = 0; i < 20; ++i) again = ask_all();
        const std::size_t allocated = allocation_count() - before;
        INFO("seed " << seed);
        CHECK(allocated == 0);
        CHECK(again == first);
    }
}

TEST_CASE("Likelihoods and interventions allocate nothing after a warm-up") {
    if (!counts_allocations()) {
        WARN("SKIPPED: a sanitizer has its own operator new");
        return;
    }
    Rng rng(7);
    const BayesianNetwork network = random_model(rng);
    const InferenceEngine engine(network);
    std::vector<Evidence> sets;
    for (int i = 0; i < 10; ++i) sets.push_back(random_evidence(rng, network));
    Workspace workspace;
    for (const Evidence& evidence : sets) engine.marginals(evidence, workspace);
    const std::size_t before = allocation_count();
    for (const Evidence& evidence : sets) engine.marginals(evidence, workspace);
    const std::size_t allocated = allocation_count() - before;
    CHECK(allocated == 0);
}

TEST_CASE("Measured, missing and integrated-out Gaussians allocate nothing after a warm-up") {
    if (!counts_allocations()) {
        WARN("SKIPPED: a sanitizer has its own operator new");
        return;
    }
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Rng rng(seed);
        const BayesianNetwork network = random_hybrid(rng);
        const InferenceEngine engine(network);
        std::vector<Evidence> sets;
        while (sets.size() < 6) sets.push_back(random_hybrid_evidence(network, rng));
        Workspace workspace;
        const auto ask_all = [&] {
            double sum = 0;
            for (const Evidence& evidence : sets) {
                sum += engine.marginals(evidence, workspace).log_evidence();
            }
            return sum;
        };
        ask_all();
        const double first = ask_all();  // once more, for buffers that change places
        const std::size_t before = allocation_count();
        double again = 0;
        for (int i = 0; i < 5; ++i) again = ask_all();
        const std::size_t allocated = allocation_count() - before;
        INFO("seed " << seed);
        CHECK(allocated == 0);
        CHECK((again == first || std::isinf(first)));
    }
}
