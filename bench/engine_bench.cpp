// All posteriors of the reference networks: with the same 20 % of the variables observed each time
// (fixed), with another 20 % each time (varying), and the first question of an engine, compilation
// included (first). Evidence from PGM_REFERENCE_DATA/evidence; every repetition goes round all
// twenty sets, since repeating one flatters small networks.

#include <benchmark/benchmark.h>
#include <io/network_file.hpp>
#include <pgm/inference/engine.hpp>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using namespace pgm;

const std::string& reference_folder() {
    static const std::string folder =
        std::getenv("PGM_REFERENCE_DATA") ? std::getenv("PGM_REFERENCE_DATA") : "";
    return folder;
}

const BayesianNetwork& network(const std::string& name) {
    static std::map<std::string, BayesianNetwork> networks;
    const auto known = networks.find(name);
    if (known != networks.end()) return known->second;
    const std::string path = reference_folder() + "/networks/bif/" + name + ".bif";
    return networks[name] =
               io::read_network(std::filesystem::exists(path) ? path : path + ".gz").network;
}

std::vector<Evidence> evidence_sets(const std::string& name, const std::string& kind) {
    std::ifstream file(reference_folder() + "/evidence/" + name + ".json");
    const nlohmann::json kinds = nlohmann::json::parse(file);
    std::vector<Evidence> sets;
    for (const auto& given : kinds.at(kind)) {
        const auto& findings = given.contains("evidence") ? given.at("evidence") : given;
        Evidence& evidence = sets.emplace_back();
        for (const auto& [variable, state] : findings.items())
            evidence.observe(network(name), variable, state.get<std::string>());
    }
    return sets;
}

void posteriors(benchmark::State& state, const std::string& name, const std::string& kind) {
    const InferenceEngine engine(network(name));
    const std::vector<Evidence> sets = evidence_sets(name, kind);
    Workspace workspace;
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(engine.marginals(sets[next], workspace).log_evidence());
        next = next + 1 == sets.size() ? 0 : next + 1;
    }
}

/// Plans for what is observed are not kept, so that every question compiles its own where the full
/// plan is not taken.
void posteriors_uncached(benchmark::State& state, const std::string& name) {
    const InferenceEngine engine(network(name), {.cached_plans = 0});
    const std::vector<Evidence> sets = evidence_sets(name, "varying");
    Workspace workspace;
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(engine.marginals(sets[next], workspace).log_evidence());
        next = next + 1 == sets.size() ? 0 : next + 1;
    }
}

void first_query(benchmark::State& state, const std::string& name) {
    for (auto _ : state) {
        BayesianNetwork copy = network(name);
        const auto start = std::chrono::steady_clock::now();
        const InferenceEngine engine(std::move(copy));
        Workspace workspace;
        benchmark::DoNotOptimize(engine.marginals({}, workspace).log_evidence());
        state.SetIterationTime(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
}

bool register_all() {
    if (reference_folder().empty()) return false;
    for (const std::string name : {"asia", "cancer", "earthquake", "sachs", "survey", "alarm",
                                   "child", "insurance", "hailfinder", "win95pts", "water", "andes",
                                   "pigs", "mildew", "diabetes", "link", "munin1"}) {
        benchmark::RegisterBenchmark(("first/" + name).c_str(), first_query, name)
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
        benchmark::RegisterBenchmark(("fixed/" + name).c_str(), posteriors, name, "fixed")
            ->Unit(benchmark::kMicrosecond);
        benchmark::RegisterBenchmark(("varying/" + name).c_str(), posteriors_uncached, name)
            ->Unit(benchmark::kMicrosecond);
    }
    return true;
}

[[maybe_unused]] const bool registered = register_all();

}  // namespace
