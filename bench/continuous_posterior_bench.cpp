// Posteriors of continuous variables from a warm engine. One iteration is one set of evidence: all
// posteriors of the waste incinerator (Lauritzen 1992), of which three are discrete, and of a
// network of 100 Gaussians, 20 of them observed, one posterior and all 80.

#include <benchmark/benchmark.h>
#include <pgm/core/random.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/sampling.hpp>

#include <string>
#include <vector>

namespace {

using namespace pgm;

BayesianNetwork waste_incinerator() {
    NetworkBuilder net;
    const VariableId burning = net.add_variable(Variable("B", {"stable", "unstable"})),
                     filter = net.add_variable(Variable("F", {"intact", "defect"})),
                     waste = net.add_variable(Variable("W", {"industrial", "household"}));
    net.cpt("B").values({0.85, 0.15});
    net.cpt("F").values({0.95, 0.05});
    net.cpt("W").values({2.0 / 7, 5.0 / 7});
    const auto gaussian = [&](const char* name, const std::vector<VariableId>& discrete,
                              const std::vector<VariableId>& continuous,
                              const std::vector<LinearGaussianCpd::Row>& rows) {
        const VariableId child = net.add_variable(Variable(name));
        const Scope scope(discrete, std::vector<std::size_t>(discrete.size(), 2));
        net.set_cpd(LinearGaussianCpd(child, scope, continuous, rows));
        return child;
    };
    const VariableId efficiency = gaussian(
        "E", {filter, waste}, {},
        {{-3.9, {}, 0.00002}, {-3.2, {}, 0.00002}, {-0.4, {}, 0.0001}, {-0.5, {}, 0.0001}});
    const VariableId dust =
        gaussian("D", {burning, waste}, {efficiency},
                 {{6.5, {1}, 0.03}, {6.0, {1}, 0.04}, {7.5, {1}, 0.1}, {7.0, {1}, 0.1}});
    gaussian("C", {burning}, {}, {{-2, {}, 0.1}, {-1, {}, 0.3}});
    gaussian("L", {}, {dust}, {{3, {-0.5}, 0.25}});
    const VariableId metal = gaussian("Min", {waste}, {}, {{0.5, {}, 0.01}, {-0.5, {}, 0.005}});
    gaussian("Mout", {}, {dust, metal}, {{0, {1, 1}, 0.002}});
    return net.build();
}

/// Each variable has up to three of the twelve before it as parents.
BayesianNetwork hundred_gaussians() {
    constexpr std::size_t variables = 100, most_parents = 3, window = 12;
    Rng rng(1);
    NetworkBuilder net;
    for (std::size_t v = 0; v < variables; ++v) net.add_variable(Variable("X" + std::to_string(v)));
    for (std::size_t v = 0; v < variables; ++v) {
        const std::size_t first = v < window ? 0 : v - window;
        std::vector<VariableId> parents;
        for (std::size_t p = first; p < v && parents.size() < most_parents; ++p)
            if (rng.below(window) < most_parents) parents.emplace_back(p);
        LinearGaussianCpd::Row row{rng.uniform(), {}, 0.1 + rng.uniform()};
        for (std::size_t i = 0; i < parents.size(); ++i) row.slopes.push_back(rng.uniform() - 0.5);
        net.set_cpd(LinearGaussianCpd(VariableId(v), {}, parents, {row}));
    }
    return net.build();
}

/// Samples of the network, of which every one observes the same variables.
std::vector<Evidence> sampled_evidence(const BayesianNetwork& network,
                                       const std::vector<VariableId>& observed, std::size_t count) {
    const ForwardSampler sampler(network);
    Rng rng(2);
    std::vector<StateId> states(network.size());
    std::vector<double> values(network.size());
    std::vector<Evidence> all(count);
    for (Evidence& evidence : all) {
        sampler.sample(rng, states, values);
        for (const VariableId variable : observed) {
            if (network.variable(variable).is_discrete())
                evidence.observe(variable, states[variable.index()]);
            else
                evidence.observe(variable, values[variable.index()]);
        }
    }
    return all;
}

/// Asks for the posteriors of all variables, or of some continuous ones, given each evidence in
/// turn.
void ask(benchmark::State& state, const BayesianNetwork& network, const std::vector<Evidence>& all,
         const std::vector<VariableId>& continuous) {
    const InferenceEngine engine(network);
    Workspace workspace;
    const bool has_discrete = network.variable(VariableId(0)).is_discrete();
    std::size_t next = 0;
    for (auto _ : state) {
        const Evidence& evidence = all[next++ % all.size()];
        if (has_discrete) benchmark::DoNotOptimize(&engine.marginals(evidence, workspace));
        for (const VariableId target : continuous)
            benchmark::DoNotOptimize(engine.density(target, evidence, workspace));
    }
}

std::vector<VariableId> continuous_variables(const BayesianNetwork& network) {
    std::vector<VariableId> found;
    for (std::size_t v = 0; v < network.size(); ++v)
        if (!network.variable(VariableId(v)).is_discrete()) found.emplace_back(v);
    return found;
}

void waste(benchmark::State& state, const std::vector<const char*>& observed) {
    const BayesianNetwork network = waste_incinerator();
    std::vector<VariableId> ids;
    for (const char* name : observed) ids.push_back(network.id(name));
    const auto sets = static_cast<std::size_t>(state.range(0));
    ask(state, network, sampled_evidence(network, ids, sets), continuous_variables(network));
}

struct HundredGaussians {
    BayesianNetwork network = hundred_gaussians();
    std::vector<VariableId> observed, hidden;

    HundredGaussians() {
        for (const VariableId variable : continuous_variables(network))
            (variable.index() % 5 == 4 ? observed : hidden).push_back(variable);
    }
};

void gaussians(benchmark::State& state) {
    const HundredGaussians model;
    const auto sets = static_cast<std::size_t>(state.range(0));
    const std::vector<VariableId> one{model.hidden[model.hidden.size() / 2]};
    ask(state, model.network, sampled_evidence(model.network, model.observed, sets),
        state.range(1) == 1 ? one : model.hidden);
}

/// With a new workspace for each question, in which nothing is decomposed.
void gaussians_anew(benchmark::State& state) {
    const HundredGaussians model;
    const InferenceEngine engine(model.network);
    const Evidence evidence = sampled_evidence(model.network, model.observed, 1).front();
    const VariableId target = model.hidden[model.hidden.size() / 2];
    const bool asks_one = state.range(0) == 1;
    for (auto _ : state) {
        Workspace workspace;
        for (const VariableId hidden : model.hidden)
            if (!asks_one || hidden == target)
                benchmark::DoNotOptimize(engine.density(hidden, evidence, workspace));
    }
}

BENCHMARK_CAPTURE(waste, nothing, std::vector<const char*>{})->ArgName("sets")->Arg(1);
BENCHMARK_CAPTURE(waste, values, std::vector<const char*>{"L", "C"})
    ->ArgName("sets")
    ->Arg(1)
    ->Arg(64);
BENCHMARK_CAPTURE(waste, state_and_values, std::vector<const char*>{"W", "L", "C"})
    ->ArgName("sets")
    ->Arg(1)
    ->Arg(64);
BENCHMARK(gaussians)
    ->ArgNames({"sets", "targets"})
    ->Args({1, 1})
    ->Args({64, 1})
    ->Args({1, 80})
    ->Args({64, 80})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(gaussians_anew)->ArgName("targets")->Arg(1)->Arg(80)->Unit(benchmark::kMicrosecond);

}  // namespace
