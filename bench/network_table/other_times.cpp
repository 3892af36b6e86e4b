#include <bench/network_table/other_times.hpp>

#include <bench/network_table/evidence_sets.hpp>
#include <bench/network_table/questions.hpp>
#include <io/network_file.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>

#include <algorithm>

namespace pgm::bench {
namespace {

constexpr std::size_t batch_rows = 10'000;

const NetworkFile* find(const std::vector<NetworkFile>& files, const std::string& name) {
    const auto found = std::ranges::find(files, name, &NetworkFile::name);
    return found == files.end() ? nullptr : &*found;
}

EvidenceSets sets_of(const BayesianNetwork& network, const NetworkFile& file) {
    return file.evidence.empty() ? draw_evidence_sets(network)
                                 : read_evidence_sets(network, file.evidence);
}

/// Medians of the actions' times, taken in turn; by the clock on the wall, since one of them may
/// use two threads.
std::vector<double> medians_in_turn(const std::vector<std::function<void()>>& actions,
                                    double seconds) {
    std::vector<std::vector<double>> times(actions.size());
    for (const auto& action : actions) action();
    for (double spent = 0; times[0].size() < 3 || spent < seconds;) {
        for (std::size_t i = 0; i < actions.size(); ++i)
            spent += times[i].emplace_back(duration_of(actions[i]).wall);
    }
    std::vector<double> medians;
    for (std::vector<double>& of_action : times) medians.push_back(median_of(std::move(of_action)));
    return medians;
}

BatchTimes time_batch(const NetworkFile& file, double seconds) {
    const BayesianNetwork network = io::read_network(file.path).network;
    const InferenceEngine engine(network);
    const EvidenceTable full(network, batch_rows, 0), gaps(network, batch_rows, 0.3);
    const std::vector<double> times =
        medians_in_turn({[&] { engine.marginals(full.target, full.columns); },
                         [&] { engine.marginals(full.columns); },
                         [&] { engine.marginals(gaps.target, gaps.columns); },
                         [&] { engine.marginals(gaps.columns); },
                         [&] { engine.marginals(full.columns, {.threads = 2}); }},
                        seconds);
    constexpr double microseconds_a_row = 1e6 / batch_rows;
    return {file.name,
            times[0] * microseconds_a_row,
            times[1] * microseconds_a_row,
            times[2] * microseconds_a_row,
            times[3] * microseconds_a_row,
            times[1] / times[4]};
}

/// The first `count` variables that the evidence says nothing about, spread over the network.
std::vector<VariableId> some_unobserved(const BayesianNetwork& network, const Evidence& evidence,
                                        std::size_t count) {
    constexpr std::size_t stride = 7;
    std::vector<VariableId> chosen;
    for (std::size_t i = 0; i < stride * network.size() && chosen.size() < count; ++i) {
        const VariableId variable(i * stride % network.size());
        if (!evidence.has(variable) && std::ranges::find(chosen, variable) == chosen.end())
            chosen.push_back(variable);
    }
    return chosen;
}

double time_marginal_map(const NetworkFile& file, double seconds) {
    const InferenceEngine engine(io::read_network(file.path).network, {.cached_plans = 0});
    const EvidenceSets sets = sets_of(engine.network(), file);
    Workspace workspace;
    Questions map(sets.varying, [&](const Evidence& evidence) {
        engine.most_probable_assignment(some_unobserved(engine.network(), evidence, 5), evidence,
                                        workspace);
        return workspace.compile_seconds();
    });
    alternate({&map}, seconds);
    return map.seconds();
}

/// Another target with each set of evidence; without kept plans, or with the plans of all these
/// questions kept.
double time_one_target(const NetworkFile& file, std::size_t cached_plans, bool with_evidence,
                       double seconds) {
    const InferenceEngine engine(io::read_network(file.path).network,
                                 {.cached_plans = cached_plans});
    const EvidenceSets sets = sets_of(engine.network(), file);
    Workspace workspace;
    Questions one(sets.varying, [&](const Evidence& evidence) {
        const std::vector<VariableId> target =
            some_unobserved(engine.network(), evidence, 1 + (&evidence - sets.varying.data()));
        engine.marginals(std::span(&target.back(), 1), with_evidence ? evidence : Evidence{},
                         workspace);
        return workspace.compile_seconds();
    });
    alternate({&one}, seconds);
    return one.seconds();
}

double two_threads_on_questions(const NetworkFile& file, double seconds) {
    const InferenceEngine engine(io::read_network(file.path).network);
    const EvidenceSets sets = sets_of(engine.network(), file);
    std::vector<Evidence> rows;
    for (int copy = 0; copy < 10; ++copy)
        rows.insert(rows.end(), sets.fixed.begin(), sets.fixed.end());
    const std::vector<double> times = medians_in_turn(
        {[&] { engine.marginals(rows, 1); }, [&] { engine.marginals(rows, 2); }}, seconds);
    return times[0] / times[1];
}

/// Within one question without evidence, whose plan is kept.
double two_threads_in_one_question(const NetworkFile& file, double seconds) {
    const BayesianNetwork network = io::read_network(file.path).network;
    const InferenceEngine one(network), two(network, {.threads = 2});
    Workspace of_one, of_two;
    const std::vector<double> times = medians_in_turn(
        {[&] { one.marginals({}, of_one); }, [&] { two.marginals({}, of_two); }}, seconds);
    return times[0] / times[1];
}

}  // namespace

std::vector<BatchTimes> time_batches(const std::vector<NetworkFile>& files, double seconds) {
    std::vector<BatchTimes> batches;
    for (const char* name : {"asia", "alarm", "insurance", "win95pts"}) {
        if (const NetworkFile* const file = find(files, name))
            batches.push_back(time_batch(*file, seconds));
    }
    return batches;
}

std::vector<OtherTime> time_other_questions(const std::vector<NetworkFile>& files, double seconds) {
    std::vector<OtherTime> times;
    if (const NetworkFile* const alarm = find(files, "alarm")) {
        times.push_back({"alarm: marginal MAP of 5 variables, varying evidence",
                         time_marginal_map(*alarm, seconds)});
        times.push_back({"alarm: 200 evidence sets, two threads against one",
                         two_threads_on_questions(*alarm, seconds), true});
    }
    if (const NetworkFile* const pigs = find(files, "pigs")) {
        times.push_back({"pigs: one target, no evidence, plan compiled",
                         time_one_target(*pigs, 0, false, seconds)});
        times.push_back({"pigs: one target, no evidence, plan kept",
                         time_one_target(*pigs, 256, false, seconds)});
        times.push_back({"pigs: one target, varying evidence, plan compiled",
                         time_one_target(*pigs, 0, true, seconds)});
        times.push_back({"pigs: one target, varying evidence, plan kept",
                         time_one_target(*pigs, 256, true, seconds)});
    }
    for (const char* name : {"link", "munin1"}) {
        if (const NetworkFile* const file = find(files, name))
            times.push_back(
                {std::string(name) + ": one question without evidence, two threads against one",
                 two_threads_in_one_question(*file, seconds), true});
    }
    return times;
}

}  // namespace pgm::bench
