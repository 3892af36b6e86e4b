// Forecasts of one Gaussian from the rows of a table of 20, complete or with three cells of ten
// missing at random, and those of all unknown ones where every fifth is known. One iteration is one
// batch; the counter tells rows per second.

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

/// Each variable has on average one of the twelve before it as parent, or two.
BayesianNetwork sparse_gaussians(std::size_t count, std::size_t parents_on_average) {
    constexpr std::size_t window = 12;
    Rng rng(1);
    NetworkBuilder net;
    for (std::size_t v = 0; v < count; ++v) net.add_variable(Variable("X" + std::to_string(v)));
    for (std::size_t v = 0; v < count; ++v) {
        std::vector<VariableId> parents;
        for (std::size_t p = v < window ? 0 : v - window; p < v; ++p)
            if (rng.below(window) < parents_on_average) parents.emplace_back(p);
        LinearGaussianCpd::Row row{rng.uniform(), {}, 0.1 + rng.uniform()};
        for (std::size_t i = 0; i < parents.size(); ++i)
            row.slopes.push_back(2 * rng.uniform() - 1);
        net.set_cpd(LinearGaussianCpd(VariableId(v), {}, parents, {row}));
    }
    return net.build();
}

void forecast_all(benchmark::State& state) {
    const auto rows = static_cast<std::size_t>(state.range(0)),
               count = static_cast<std::size_t>(state.range(1)),
               parents = static_cast<std::size_t>(state.range(2));
    const BayesianNetwork network = sparse_gaussians(count, parents);
    const InferenceEngine engine(network);
    const ForwardSampler sampler(network);
    Rng rng(2);
    std::vector<std::vector<double>> cells(count);
    std::vector<StateId> states(count);
    std::vector<double> values(count);
    for (std::size_t row = 0; row < rows; ++row) {
        sampler.sample(rng, states, values);
        for (std::size_t v = 0; v < count; ++v) cells[v].push_back(values[v]);
    }
    std::vector<VariableId> targets;
    EvidenceColumns columns{rows, {}};
    for (std::size_t v = 0; v < count; ++v) {
        if (v % 5 == 4)
            columns.columns.push_back({VariableId(v), cells[v]});
        else
            targets.emplace_back(v);
    }
    for (auto _ : state)
        benchmark::DoNotOptimize(engine.densities(targets, columns, {.threads = 1}));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(forecast_all)
    ->ArgNames({"rows", "variables", "parents"})
    ->Args({1000, 1000, 1})
    ->Args({1000, 1000, 2})
    ->Args({4000, 200, 1})
    ->Args({4000, 200, 2})
    ->Args({4000, 50, 1})
    ->Unit(benchmark::kMillisecond);

BENCHMARK(forecast)
    ->ArgNames({"rows", "missing"})
    ->Args({1'000'000, 0})
    ->Args({1'000'000, 5})
    ->Args({1'000'000, 30})
    ->Unit(benchmark::kMillisecond);

}  // namespace
