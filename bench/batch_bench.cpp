// Batches of rows: the scores of classifiers with 36 discrete or continuous features, and
// posteriors of reference networks with a fifth of the variables observed, all of them or with
// cells missing at random. One iteration is one batch; the counter tells rows per second. Networks
// from PGM_REFERENCE_DATA.

#include <benchmark/benchmark.h>
#include <io/network_file.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>

#include <cstdlib>
#include <deque>
#include <string>

namespace {

using namespace pgm;

std::vector<std::string> numbered(const std::string& stem, std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(stem + std::to_string(i));
    return names;
}

TableCpd random_table(Rng& rng, const std::vector<VariableId>& family,
                      const std::vector<std::size_t>& states) {
    std::vector<std::size_t> cardinalities;
    for (const VariableId member : family) cardinalities.push_back(states[member.index()]);
    const Scope scope(family, cardinalities);
    std::vector<double> values;
    while (values.size() < scope.cells()) {
        double sum = 0;
        const std::size_t row = values.size();
        for (std::size_t k = 0; k < cardinalities.back(); ++k)
            sum += values.emplace_back(0.05 + rng.uniform());
        for (std::size_t k = row; k < values.size(); ++k) values[k] /= sum;
    }
    return TableCpd(scope, values);
}

/// Features of two to four states, like those of alarm; with `tree`, each has another feature as
/// its second parent.
BayesianNetwork classifier(std::size_t classes, bool tree) {
    constexpr std::size_t features = 36;
    Rng rng(classes);
    NetworkBuilder net;
    std::vector<std::size_t> states{classes};
    net.add_variable(Variable("class", numbered("c", classes)));
    for (std::size_t f = 1; f <= features; ++f)
        net.add_variable(Variable("f" + std::to_string(f),
                                  numbered("s", states.emplace_back(2 + rng.below(3)))));
    net.set_cpd(random_table(rng, {VariableId(0)}, states));
    for (std::size_t f = 1; f <= features; ++f) {
        std::vector<VariableId> family{VariableId(0)};
        if (tree && f > 1) family.push_back(VariableId(1 + rng.below(f - 1)));
        family.push_back(VariableId(f));
        net.set_cpd(random_table(rng, family, states));
    }
    return net.build();
}

/// Random states of the given variables, some of them missing.
struct BatchRows {
    std::deque<std::vector<std::uint8_t>> cells;
    EvidenceColumns columns;

    BatchRows(const BayesianNetwork& network, std::span<const VariableId> variables,
              std::size_t rows, double missing) {
        Rng rng(1);
        columns.rows = rows;
        for (const VariableId variable : variables) {
            std::vector<std::uint8_t>& column = cells.emplace_back(rows);
            for (std::uint8_t& cell : column) {
                cell = rng.uniform() < missing
                           ? missing_cell<std::uint8_t>
                           : static_cast<std::uint8_t>(rng.below(network.cardinality(variable)));
            }
            columns.columns.push_back({variable, column});
        }
    }
};

void score(benchmark::State& state, std::size_t classes, bool tree, double missing) {
    const BayesianNetwork network = classifier(classes, tree);
    const InferenceEngine engine(network);
    std::vector<VariableId> features;
    for (std::size_t v = 1; v < network.size(); ++v) features.push_back(VariableId(v));
    const BatchRows rows(network, features, 1'000'000, missing);
    for (auto _ : state)
        benchmark::DoNotOptimize(
            engine
                .marginals(VariableId(0), rows.columns,
                           {.threads = static_cast<std::size_t>(state.range(0))})
                .log_evidence.data());
    state.SetItemsProcessed(static_cast<std::int64_t>(rows.columns.rows) *
                            static_cast<std::int64_t>(state.iterations()));
}

/// 36 measured features, a Gaussian per class.
BayesianNetwork gaussian_classifier(std::size_t classes) {
    Rng rng(classes);
    NetworkBuilder net;
    const VariableId label = net.add_variable(Variable("class", numbered("c", classes)));
    net.set_cpd(random_table(rng, {label}, {classes}));
    for (const std::string& name : numbered("x", 36)) {
        std::vector<LinearGaussianCpd::Row> rows;
        for (std::size_t k = 0; k < classes; ++k)
            rows.push_back({rng.uniform(), {}, 0.5 + rng.uniform()});
        net.set_cpd(LinearGaussianCpd(net.add_variable(Variable(name)), Scope({label}, {classes}),
                                      {}, rows));
    }
    return net.build();
}

void score_gaussian(benchmark::State& state, std::size_t classes) {
    const BayesianNetwork network = gaussian_classifier(classes);
    const InferenceEngine engine(network);
    Rng rng(1);
    std::deque<std::vector<double>> cells;
    EvidenceColumns columns{1'000'000, {}};
    for (std::size_t v = 1; v < network.size(); ++v) {
        std::vector<double>& column = cells.emplace_back(columns.rows);
        for (double& cell : column) cell = rng.uniform() + rng.uniform() - rng.uniform();
        columns.columns.push_back({VariableId(v), column});
    }
    for (auto _ : state)
        benchmark::DoNotOptimize(
            engine
                .marginals(VariableId(0), columns,
                           {.threads = static_cast<std::size_t>(state.range(0))})
                .log_evidence.data());
    state.SetItemsProcessed(static_cast<std::int64_t>(columns.rows) *
                            static_cast<std::int64_t>(state.iterations()));
}

void reference(benchmark::State& state, const std::string& name, bool all, double missing) {
    const BayesianNetwork network =
        io::read_network(std::string(std::getenv("PGM_REFERENCE_DATA")) + "/networks/bif/" + name +
                         ".bif")
            .network;
    const InferenceEngine engine(network);
    Rng rng(3);
    std::vector<VariableId> variables;
    for (std::size_t v = 0; v < network.size(); ++v)
        variables.insert(variables.begin() + static_cast<std::ptrdiff_t>(rng.below(v + 1)),
                         VariableId(v));
    const VariableId target = variables.back();
    variables.resize(std::max<std::size_t>(1, network.size() / 5));
    const BatchRows rows(network, variables, 10'000, missing);
    for (auto _ : state) {
        if (all)
            benchmark::DoNotOptimize(engine.marginals(rows.columns).log_evidence.data());
        else
            benchmark::DoNotOptimize(engine.marginals(target, rows.columns).log_evidence.data());
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(rows.columns.rows) *
                            static_cast<std::int64_t>(state.iterations()));
}

bool register_all() {
    for (const std::size_t classes : {2u, 4u}) {
        const std::string gaussian = "gaussian_naive_bayes/" + std::to_string(classes) + "_classes";
        benchmark::RegisterBenchmark(gaussian.c_str(), score_gaussian, classes)
            ->Arg(1)
            ->Arg(2)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
        for (const bool tree : {false, true}) {
            const std::string name =
                (tree ? "tan/" : "naive_bayes/") + std::to_string(classes) + "_classes";
            benchmark::RegisterBenchmark(name.c_str(), score, classes, tree, 0.0)
                ->Arg(1)
                ->Arg(2)
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime();
            benchmark::RegisterBenchmark((name + "/missing").c_str(), score, classes, tree, 0.1)
                ->Arg(1)
                ->Unit(benchmark::kMillisecond);
        }
    }
    if (std::getenv("PGM_REFERENCE_DATA") == nullptr) return false;
    for (const std::string name : {"asia", "alarm", "insurance", "win95pts"}) {
        for (const bool all : {false, true}) {
            const std::string kind = name + (all ? "/all" : "/one");
            benchmark::RegisterBenchmark(kind.c_str(), reference, name, all, 0.0)
                ->Unit(benchmark::kMillisecond);
            benchmark::RegisterBenchmark((kind + "/missing").c_str(), reference, name, all, 0.3)
                ->Unit(benchmark::kMillisecond);
        }
    }
    return true;
}

[[maybe_unused]] const bool registered = register_all();

}  // namespace
