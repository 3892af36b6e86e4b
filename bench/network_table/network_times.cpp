#include <bench/network_table/network_times.hpp>

#include <bench/network_table/evidence_sets.hpp>
#include <bench/network_table/fresh_process.hpp>
#include <bench/network_table/questions.hpp>
#include <io/network_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/detail/plan/plan.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/inference/junction_tree.hpp>

namespace pgm::bench {
namespace {

constexpr EngineOptions no_plan_is_kept{.cached_plans = 0};

/// Calls `work` for about `seconds`, at least three times.
template <class Work>
void repeat_for(double seconds, Work&& work) {
    double spent = 0;
    for (int i = 0; i < 3 || spent < seconds; ++i) spent += duration_of(work).wall;
}

void time_loading(const NetworkFile& file, double seconds, NetworkTimes& times) {
    Samples load, engine;
    repeat_for(seconds, [&] {
        BayesianNetwork network;
        load.add(duration_of([&] { network = io::read_network(file.path).network; }));
        engine.add(duration_of([&] { const InferenceEngine made(std::move(network)); }));
    });
    times.text_bytes = static_cast<double>(text_bytes(file.path));
    times.load = load.median();
    times.engine = engine.median();
}

/// Of the plan that answered, or of the joint table that needed none.
PlanCost cost_of_last(const InferenceEngine& engine, const Evidence& evidence,
                      const Workspace& workspace) {
    return workspace.plan_cost().value_or(engine.predicted_cost(evidence).cost);
}

void time_first_question(const BayesianNetwork& network, double seconds, NetworkTimes& times) {
    std::vector<double> compile;
    Samples query;
    double multiplications = 0;
    repeat_for(seconds, [&] {
        const InferenceEngine engine(network);
        Workspace workspace;
        const Duration duration = duration_of([&] { engine.marginals({}, workspace); });
        compile.push_back(workspace.compile_seconds());
        query.add({duration.wall - compile.back(), duration.processor - compile.back()});
        const PlanCost cost = cost_of_last(engine, {}, workspace);
        multiplications = cost.multiplications;
        times.arena_bytes = cost.arena_bytes;
    });
    times.first_compile = median_of(std::move(compile));
    times.first_query = query.median();
    times.first_rate = multiplications / times.first_query;
}

/// Of the plans that answer all posteriors of the sets, the mean.
double mean_multiplications(const InferenceEngine& engine, const std::vector<Evidence>& sets) {
    Workspace workspace;
    double sum = 0;
    for (const Evidence& evidence : sets) {
        engine.marginals(evidence, workspace);
        sum += cost_of_last(engine, evidence, workspace).multiplications;
    }
    return sum / static_cast<double>(sets.size());
}

void time_evidence(const BayesianNetwork& network, const EvidenceSets& sets, double seconds,
                   NetworkTimes& times) {
    const InferenceEngine keeping(network), forgetting(network, no_plan_is_kept);
    Workspace a, b, c, d, e, f;
    const auto all = [](const InferenceEngine& engine, Workspace& workspace) {
        return [&](const Evidence& evidence) {
            return engine.marginals(evidence, workspace), workspace.compile_seconds();
        };
    };
    const auto evidence_only = [](const InferenceEngine& engine, Workspace& workspace) {
        return [&](const Evidence& evidence) {
            return engine.log_evidence(evidence, workspace), workspace.compile_seconds();
        };
    };
    const auto mpe = [](const InferenceEngine& engine, Workspace& workspace) {
        return [&](const Evidence& evidence) {
            return engine.most_probable_explanation(evidence, workspace),
                   workspace.compile_seconds();
        };
    };
    Questions fixed(sets.fixed, all(keeping, a)), fixed_p(sets.fixed, evidence_only(keeping, b)),
        fixed_mpe(sets.fixed, mpe(keeping, c));
    Questions varying(sets.varying, all(forgetting, d)),
        varying_p(sets.varying, evidence_only(forgetting, e)),
        varying_mpe(sets.varying, mpe(forgetting, f));
    alternate({&fixed, &varying, &fixed_p, &varying_p, &fixed_mpe, &varying_mpe}, seconds);

    times.fixed = fixed.seconds();
    times.fixed_evidence_only = fixed_p.seconds();
    times.fixed_mpe = fixed_mpe.seconds();
    times.varying = varying.seconds();
    times.varying_compile = varying.compile_seconds();
    times.varying_run = varying.run_seconds();
    times.varying_evidence_only = varying_p.seconds();
    times.varying_mpe = varying_mpe.seconds();
    times.fixed_rate = mean_multiplications(keeping, sets.fixed) / times.fixed;
    times.varying_rate = mean_multiplications(forgetting, sets.varying) / times.varying_run;
    times.disturbed = static_cast<double>(fixed.disturbed() + varying.disturbed()) /
                      static_cast<double>(fixed.count() + varying.count());
}

void time_all(const NetworkFile& file, double seconds, NetworkTimes& times) {
    const BayesianNetwork network = io::read_network(file.path).network;
    times.nodes = network.size();
    if (!network.is_discrete()) throw ArgumentError("has continuous variables");
    times.clique_cells = junction_tree_size(network).total_cells;
    time_loading(file, seconds / 10, times);
    time_first_question(network, seconds / 10, times);
    const int processes = times.first_compile + times.first_query > 0.1 ? 3 : 9;
    const FreshQuestion fresh = ask_in_fresh_processes(file.path, processes);
    times.fresh = fresh.seconds;
    times.peak_bytes = fresh.peak_bytes;
    time_evidence(network,
                  times.drawn_evidence ? draw_evidence_sets(network)
                                       : read_evidence_sets(network, file.evidence),
                  seconds, times);
}

}  // namespace

NetworkTimes time_network(const NetworkFile& file, double seconds) {
    NetworkTimes times;
    times.name = file.name;
    times.drawn_evidence = file.evidence.empty();
    try {
        time_all(file, seconds, times);
    } catch (const Error& error) {
        times.trouble = error.what();
    }
    return times;
}

}  // namespace pgm::bench
