#include <io/data_file.hpp>
#include <io/network_file.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/allocation_counter.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/noisy_networks.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <functional>
#include <new>

using namespace pgm;
using namespace pgm::tests;

// Memory may run out at any request: the n-th request of an operation and all later ones fail, for
// every n. The operation then throws, std::bad_alloc or an error of this library, keeps no memory,
// and leaves what it was given as it was.

namespace {

void check_when_memory_runs_out(
    const std::function<void()>& operation,
    const std::function<bool()>& is_as_before = [] { return true; }) {
    operation();  // for what is made once and kept
    bool has_failed = true;
    for (std::size_t n = 0; has_failed; ++n) {
        const std::size_t held = held_bytes();
        {
            const FailingAllocation failing(n);
            try {
                operation();
            } catch (const std::bad_alloc&) {
                // The usual outcome.
            } catch (const Error&) {
                // Of what found no memory itself.
            }
            has_failed = failing.has_failed();
        }
        const std::size_t held_afterwards = held_bytes();
        INFO("request " << n);
        REQUIRE(held_afterwards == held);
        REQUIRE(is_as_before());
    }
}

bool can_fail_allocations() {
    if (!counts_allocations()) WARN("SKIPPED: a sanitizer has its own operator new");
    return counts_allocations();
}

BayesianNetwork small_network() {
    return uniform_network("a{no|yes} -> b{x|y|z} -> c{0|1} <- a; d{p|q} -> c");
}

Dataset rows_with_a_gap() {
    return Dataset({discrete_column(Variable("label", {"no", "yes"}),
                                    std::vector<std::string_view>{"no", "yes", "no", "yes", "yes"}),
                    continuous_column("height", {1.5, 1.8, 1.6, 1.9, std::nan("")}),
                    discrete_column(Variable("size", {"s", "l"}),
                                    std::vector<std::string_view>{"s", "l", "s", "", "l"})});
}

const std::vector<std::string> network_files = {"m.bif", "m.bn",   "m.xmlbif",  "m.xdsl",
                                                "m.dsl", "m.dne",  "m.dsc",     "m.net",
                                                "m.uai", "m.json", "m.pgmodel", "m.bif.gz"};

}  // namespace

TEST_CASE("Memory that runs out while reading gives an exception", "[contract]") {
    if (!can_fail_allocations()) return;
    const TemporaryFolder folder;
    for (const std::string& name : network_files) {
        INFO(name);
        const std::string path = folder.file(name);
        io::write_network(smoke_and_lung(), path);
        check_when_memory_runs_out([&] { io::read_network(path); });
    }
    const std::string data = folder.write("d.csv", "a,b\nx,1.5\n\"y, z\",2\n?,3\n"),
                      wrong = folder.write("w.bif", "variable a { type discrete [2] { x, y }; }");
    check_when_memory_runs_out([&] { io::read_data(data); });
    check_when_memory_runs_out([&] {
        try {
            io::read_network(wrong);
        } catch (const Error&) {
            // The variable has no table.
        }
    });
}

TEST_CASE("Memory that runs out while saving leaves the old file or the new one",
          "[contract][full]") {
    if (!can_fail_allocations()) return;
    const TemporaryFolder folder;
    Rng rng(5);
    const BayesianNetwork network = random_noisy_network(4, 2, rng);
    for (const std::string& name : network_files) {
        if (name == "m.uai") continue;  // with the names beside it, it is two files
        INFO(name);
        const std::string path = folder.file(name);
        io::write_network(network, path);
        const std::string written = read_file(path);
        const BayesianNetwork first = smoke_and_lung();
        check_when_memory_runs_out(
            [&] {
                io::write_network(first, path);
                io::write_network(network, path);
            },
            [&] { return read_file(path) == written || io::read_network(path).network == first; });
    }
    const Classifier classifier = learners::fit(rows_with_a_gap(), "label", {.structure = "nb"});
    const std::string path = folder.file("c.pgmodel");
    check_when_memory_runs_out([&] { io::write_classifier(classifier, path); },
                               [&] { return io::read_classifier(path) == classifier; });
    check_when_memory_runs_out([&] { io::read_classifier(path); });
}

TEST_CASE("Memory that runs out while building leaves the builder as it was", "[contract]") {
    if (!can_fail_allocations()) return;
    check_when_memory_runs_out(small_network);
    const BayesianNetwork network = small_network();
    check_when_memory_runs_out([&] { NetworkBuilder(network).build(); },
                               [&] { return network == small_network(); });

    NetworkBuilder builder(network);
    const Variable added("a long name that needs memory", {"one state", "and another state"});
    bool has_failed = true;
    for (std::size_t n = 0; has_failed; ++n) {
        INFO("request " << n);
        try {
            const FailingAllocation failing(n);
            NetworkBuilder changed = builder;
            changed.add_variable(added);
            has_failed = failing.has_failed();
        } catch (const std::bad_alloc&) {
        }
        REQUIRE(builder.size() == network.size());
        REQUIRE(builder.build() == network);
    }
    has_failed = true;
    for (std::size_t n = 0; has_failed; ++n) {
        INFO("request " << n);
        NetworkBuilder changed = builder;
        try {
            const FailingAllocation failing(n);
            changed.add_variable(added);
            has_failed = failing.has_failed();
        } catch (const std::bad_alloc&) {
            REQUIRE(changed.size() == network.size());
            REQUIRE(changed.build() == network);
        }
    }
}

TEST_CASE("Memory that runs out while observing leaves the evidence as it was", "[contract]") {
    if (!can_fail_allocations()) return;
    const BayesianNetwork network = small_network();
    Evidence before;
    before.observe(network, "a", "yes").likelihood(network, "b", std::vector<double>{1, 0.5, 0});
    const Evidence same = before;
    bool has_failed = true;
    for (std::size_t n = 0; has_failed; ++n) {
        INFO("request " << n);
        Evidence changed = before;
        try {
            const FailingAllocation failing(n);
            changed.likelihood(VariableId(3), std::vector<double>{0.25, 1});
            has_failed = failing.has_failed();
        } catch (const std::bad_alloc&) {
            REQUIRE(changed == same);
        }
        REQUIRE(before == same);
    }
}

TEST_CASE("Memory that runs out while compiling or asking leaves the engine usable", "[contract]") {
    if (!can_fail_allocations()) return;
    const std::string question = "P(b, d | (a=yes or c=1), d != q)";
    Rng rng(3);
    for (const BayesianNetwork& network : {small_network(), random_noisy_network(5, 3, rng)}) {
        check_when_memory_runs_out([&] { InferenceEngine(network).marginals(); });
        check_when_memory_runs_out([&] { InferenceEngine(network).most_probable_explanation(); });
    }
    const BayesianNetwork network = small_network();
    const Answer expected = answer(InferenceEngine(network), question);
    check_when_memory_runs_out([&] { answer(InferenceEngine(network), question); });
    bool has_failed = true;
    for (std::size_t n = 0; has_failed; ++n) {
        const std::size_t held = held_bytes();
        {
            const InferenceEngine engine(network);
            Workspace workspace;
            const Query query = parse_query(network, question);
            try {
                const FailingAllocation failing(n);
                answer(engine, query, workspace);
                has_failed = failing.has_failed();
            } catch (const std::bad_alloc&) {
            }
            REQUIRE(answer(engine, query, workspace).log_evidence == expected.log_evidence);
            REQUIRE(engine.marginals({}, workspace).log_evidence() == 0);
        }
        const std::size_t held_afterwards = held_bytes();
        INFO("request " << n);
        REQUIRE(held_afterwards == held);
    }
}

TEST_CASE("Memory that runs out while fitting leaves the data as they were", "[contract]") {
    if (!can_fail_allocations()) return;
    const Dataset data = rows_with_a_gap(), same = rows_with_a_gap();
    const std::vector<std::pair<std::string, std::string>> learned = {
        {"nb", "gaussian"}, {"tan", "cut:height=1.7"}, {"aode", "cut:height=1.7"}, {"nb", "kde"}};
    for (const auto& [structure, continuous] : learned) {
        INFO(structure << " " << continuous);
        learners::Fit options;
        options.structure = structure;
        options.continuous = learners::parse_continuous(continuous);
        check_when_memory_runs_out([&] { learners::fit(data, "label", options); },
                                   [&] { return data.columns().size() == same.columns().size(); });
    }
}
