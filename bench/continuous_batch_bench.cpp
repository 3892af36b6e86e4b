// Forecasts of one Gaussian from the rows of a table of 20, complete or with three cells of ten
// missing at random. One iteration is one batch; the counter tells rows per second.

#include <benchmark/benchmark.h>
#include <pgm/core/random.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/sampling.hpp>

#include <limits>
#include <string>
#include <vector>

namespace {

using namespace pgm;

constexpr std::size_t variables = 20;

/// Each variable has three of those before it as parents.
BayesianNetwork gaussians() {
    Rng rng(1);
    NetworkBuilder net;
    for (std::size_t v = 0; v < variables; ++v) net.add_variable(Variable("X" + std::to_string(v)));
    for (std::size_t v = 0; v < variables; ++v) {
        std::vector<VariableId> parents;
        for (std::size_t p = v < 3 ? 0 : v - 3; p < v; ++p) parents.emplace_back(p);
        LinearGaussianCpd::Row row{rng.uniform(), {}, 0.1 + rng.uniform()};
        for (std::size_t i = 0; i < parents.size(); ++i) row.slopes.push_back(rng.uniform() - 0.5);
        net.set_cpd(LinearGaussianCpd(VariableId(v), {}, parents, {row}));
    }
    return net.build();
}

void forecast(benchmark::State& state) {
    const auto rows = static_cast<std::size_t>(state.range(0));
    const double missing_share = 0.01 * static_cast<double>(state.range(1));
    const BayesianNetwork network = gaussians();
    const InferenceEngine engine(network);
    const ForwardSampler sampler(network);
    Rng rng(2);
    std::vector<std::vector<double>> cells(variables, std::vector<double>(rows));
    std::vector<StateId> states(variables);
    std::vector<double> values(variables);
    for (std::size_t row = 0; row < rows; ++row) {
        sampler.sample(rng, states, values);
        for (std::size_t v = 0; v < variables; ++v)
            cells[v][row] = rng.uniform() < missing_share ? std::numeric_limits<double>::quiet_NaN()
                                                          : values[v];
    }
    const VariableId target(variables / 2);
    EvidenceColumns columns{rows, {}};
    for (std::size_t v = 0; v < variables; ++v)
        if (VariableId(v) != target) columns.columns.push_back({VariableId(v), cells[v]});
    for (auto _ : state)
        benchmark::DoNotOptimize(engine.densities(target, columns, {.threads = 1}));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(forecast)
    ->ArgNames({"rows", "missing"})
    ->Args({1'000'000, 0})
    ->Args({1'000'000, 5})
    ->Args({1'000'000, 30})
    ->Unit(benchmark::kMillisecond);

}  // namespace
