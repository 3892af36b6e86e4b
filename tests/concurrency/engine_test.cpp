#include <tests/contract/engines.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/random_model.hpp>

#include <string>
#include <thread>

// One engine, many threads: the answers are the same to the last bit, whatever the number of
// threads and whatever was asked before. Under ThreadSanitizer these tests are also the proof that
// `const` means safe.

using namespace pgm;
using namespace pgm::tests;

namespace {

BayesianNetwork model(std::uint64_t seed) {
    Rng rng(seed);
    RandomModelOptions options;
    options.min_variables = 15;
    options.max_variables = 30;
    options.max_assignments = std::size_t{1} << 50;
    return random_model(rng, options);
}

std::vector<Evidence> rows_for(const BayesianNetwork& network, std::uint64_t seed,
                               std::size_t count) {
    Rng rng(seed);
    std::vector<Evidence> rows;
    for (std::size_t i = 0; i < count; ++i) rows.push_back(random_evidence(rng, network));
    return rows;
}

/// The answer down to its bits: status, log P(e) and all marginals.
std::string bytes_of(const Posterior& posterior) {
    const auto bytes = [](double value) {
        return std::string(reinterpret_cast<const char*>(&value), sizeof value);
    };
    std::string all = posterior.impossible() ? "impossible" : "ok";
    all += bytes(posterior.log_evidence());
    for (std::size_t i = 0; i < posterior.size() && !posterior.impossible(); ++i)
        for (const double p : posterior[i]) all += bytes(p);
    return all;
}

std::vector<std::string> bytes_of(const std::vector<Posterior>& posteriors) {
    std::vector<std::string> all;
    for (const Posterior& posterior : posteriors) all.push_back(bytes_of(posterior));
    return all;
}

}  // namespace

TEST_CASE("A batch gives the same bytes on 1, 2, 4 and 8 threads and row by row") {
    for_every_engine([]<class Engine>() {
        const BayesianNetwork network = model(1);
        const std::vector<Evidence> rows = rows_for(network, 2, 200);
        std::vector<std::string> one_by_one;
        const Engine engine(network);
        for (const Evidence& row : rows) one_by_one.push_back(bytes_of(engine.marginals(row)));
        for (const std::size_t threads : {1u, 2u, 4u, 8u}) {
            const Engine fresh(network);
            CHECK(bytes_of(fresh.marginals(std::span<const Evidence>(rows), threads)) ==
                  one_by_one);
        }
    });
}

TEST_CASE("Many threads on one engine get the bytes that one thread gets") {
    for_every_engine([]<class Engine>() {
        const BayesianNetwork network = model(3);
        const std::vector<Evidence> rows = rows_for(network, 4, 60);
        const Engine reference(network);
        std::vector<std::string> expected;
        for (const Evidence& row : rows) expected.push_back(bytes_of(reference.marginals(row)));

        // A fresh engine, so that the threads also race for its first plans; each goes through the
        // rows in another order.
        const Engine engine(network);
        constexpr std::size_t thread_count = 16;
        std::vector<std::size_t> wrong(thread_count, 0);
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < thread_count; ++t) {
            threads.emplace_back([&, t] {
                Rng rng(t);
                Workspace workspace;
                for (int round = 0; round < 3; ++round)
                    for (const std::size_t i : random_permutation(rng, rows.size()))
                        wrong[t] += bytes_of(engine.marginals(rows[i], workspace)) != expected[i];
            });
        }
        for (std::thread& thread : threads) thread.join();
        CHECK(wrong == std::vector<std::size_t>(thread_count, 0));
    });
}

TEST_CASE("Threads that ask different kinds of questions do not disturb each other") {
    for_every_engine([]<class Engine>() {
        const BayesianNetwork network = model(5);
        const std::vector<Evidence> rows = rows_for(network, 6, 30);
        const Engine engine(network);
        const std::vector<VariableId> targets{VariableId(1), VariableId(0)};
        const auto answers = [&](const Evidence& row) {
            std::string all = bytes_of(engine.marginals(targets, row));
            const JointPosterior joint = engine.joint(targets, row);
            all.append(reinterpret_cast<const char*>(joint.table.values().data()),
                       joint.table.size() * sizeof(double));
            for (const StateId state : engine.most_probable_explanation(row).states)
                all += std::to_string(state.index()) + " ";
            for (const StateId state : engine.most_probable_assignment(targets, row).states)
                all += std::to_string(state.index()) + " ";
            const double log_evidence = engine.log_evidence(row);
            return all.append(reinterpret_cast<const char*>(&log_evidence), sizeof log_evidence);
        };
        std::vector<std::string> expected;
        for (const Evidence& row : rows) expected.push_back(answers(row));
        std::vector<std::size_t> wrong(8, 0);
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < wrong.size(); ++t) {
            threads.emplace_back([&, t] {
                Rng rng(t);
                for (const std::size_t i : random_permutation(rng, rows.size()))
                    wrong[t] += answers(rows[i]) != expected[i];
            });
        }
        for (std::thread& thread : threads) thread.join();
        CHECK(wrong == std::vector<std::size_t>(wrong.size(), 0));
    });
}

TEST_CASE("An answer does not depend on what was asked before") {
    for_every_engine([]<class Engine>() {
        const BayesianNetwork network = model(7);
        const std::vector<Evidence> rows = rows_for(network, 8, 40);
        const Engine busy(network);
        Workspace workspace;
        for (const Evidence& row : rows) busy.marginals(row, workspace);
        for (std::size_t i = rows.size(); i-- > 0;)
            CHECK(bytes_of(busy.marginals(rows[i], workspace)) ==
                  bytes_of(Engine(network).marginals(rows[i])));
    });
}

TEST_CASE("A workspace may go from engine to engine") {
    for_every_engine([]<class Engine>() {
        // Engines come and go, so that one may well lie where another was, over a network of as
        // many variables with other states and tables.
        Workspace workspace;
        for (std::uint64_t seed = 20; seed < 60; ++seed) {
            Rng rng(seed);
            RandomModelOptions options;
            options.min_variables = options.max_variables = 6;
            const BayesianNetwork network = random_model(rng, options);
            const Evidence observed = Evidence{}.observe(VariableId(0), StateId(0));
            for (const Evidence& evidence : {Evidence{}, observed}) {
                const std::string expected = bytes_of(Engine(network).marginals(evidence));
                const Engine engine(network);
                CHECK(bytes_of(engine.marginals(evidence, workspace)) == expected);
            }
        }
    });
}
