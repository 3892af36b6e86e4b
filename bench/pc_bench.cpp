#include <learners/independence/data_test.hpp>
#include <learners/search/constraint_search.hpp>
#include <pgm/model/random_network.hpp>
#include <pgm/model/sampling.hpp>

#include <benchmark/benchmark.h>

#include <optional>
#include <vector>

/// PC by G2 on rows drawn from a random network of the size of alarm: 37 variables of two to four
/// states and 46 arcs. The arguments are the rows and the threads.
namespace {

using namespace pgm;

Dataset alarm_like(std::size_t rows) {
    const BayesianNetwork network = random_network(
        {.variables = 37, .max_parents = 4, .arcs = 46, .cardinalities = {2, 3, 4}, .skew = 3}, 1);
    const std::vector<std::vector<StateId>> samples = forward_samples(network, rows, 1);
    std::vector<Column> columns;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const std::vector<std::optional<StateId>> cells(samples[v].begin(), samples[v].end());
        columns.push_back(discrete_column(network.variables()[v], cells));
    }
    return Dataset(std::move(columns));
}

void pc_alarm_like(benchmark::State& state) {
    const Dataset data = alarm_like(static_cast<std::size_t>(state.range(0)));
    const auto threads = static_cast<std::size_t>(state.range(1));
    std::size_t tests = 0;
    for (auto _ : state) {
        const auto test = learners::data_test(data, learners::G2{}, threads);
        tests = learners::pc(*test, {}, {.threads = threads}).tests;
        benchmark::DoNotOptimize(tests);
    }
    state.counters["tests"] = static_cast<double>(tests);
}
BENCHMARK(pc_alarm_like)
    ->ArgsProduct({{10'000, 100'000, 1'000'000}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
