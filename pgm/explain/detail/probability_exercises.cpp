#include <pgm/core/text/number_text.hpp>
#include <pgm/explain/detail/exercise_writing.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/d_separation.hpp>
#include <pgm/model/sampling.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

constexpr double nearly_certain = 1e-3;
constexpr int digits = 6;

std::string assignment_text(const BayesianNetwork& network, VariableId variable, StateId state) {
    return format(network, variable, Observed{state});
}

std::string probability_of(const std::string& event, const Evidence& evidence,
                           const BayesianNetwork& network) {
    std::string text = "P(" + event, between = " | ";
    for (const auto& [variable, finding] : evidence) {
        text += between + format(network, variable, finding);
        between = ", ";
    }
    return text + ")";
}

/// The discrete variables that a few arcs lead to from a variable, without it.
std::vector<VariableId> near(const BayesianNetwork& network, VariableId variable) {
    constexpr std::size_t most_arcs = 2;
    std::vector<VariableId> found = within_steps(network.dag(), {&variable, 1}, most_arcs);
    std::erase_if(found, [&](VariableId other) {
        return other == variable || network.cardinality(other) < 2;
    });
    return found;
}

/// One or two findings about the neighbourhood of a variable, from a row of the network.
Evidence drawn_findings(const BayesianNetwork& network, VariableId about, Rng& rng) {
    std::vector<StateId> row(network.size());
    std::vector<double> values(network.size());
    ForwardSampler(network).sample(rng, row, values);
    std::vector<VariableId> observed = near(network, about);
    keep_drawn(observed, 1 + rng.below(2), rng);
    Evidence evidence;
    for (const VariableId variable : observed) evidence.observe(variable, row[variable.index()]);
    return evidence;
}

/// True if the variable depends on each finding, given the others.
bool all_matter(const BayesianNetwork& network, VariableId variable, const Evidence& evidence) {
    for (const auto& [one, finding] : evidence) {
        std::vector<VariableId> others;
        for (const auto& [other, same] : evidence)
            if (other != one) others.push_back(other);
        if (d_separation(network.dag(), {&variable, 1}, {&one, 1}, others).separated) return false;
    }
    return !evidence.empty();
}

std::optional<VariableId> drawn_variable(const BayesianNetwork& network, Rng& rng) {
    if (network.size() == 0) return std::nullopt;
    const VariableId variable(rng.below(network.size()));
    if (network.cardinality(variable) < 2) return std::nullopt;
    return variable;
}

/// All discrete variables without findings where their joint table is small, else some near one.
std::vector<VariableId> assigned_together(const BayesianNetwork& network, VariableId about,
                                          const Evidence& evidence, Rng& rng) {
    constexpr std::size_t most_cells = 4096, some = 3;
    std::vector<VariableId> free;
    std::size_t cells = 1;
    for (const VariableId variable : discrete_variables(network)) {
        if (evidence.has(variable) || network.cardinality(variable) < 2) continue;
        free.push_back(variable);
        cells = std::min(cells * network.cardinality(variable), most_cells + 1);
    }
    if (cells <= most_cells) return free;
    free = near(network, about);
    std::erase_if(free, [&](VariableId variable) { return evidence.has(variable); });
    keep_drawn(free, some - 1, rng);
    free.push_back(about);
    std::ranges::sort(free);
    return free;
}

}  // namespace

std::optional<Exercise> posterior_exercise(const Solver& solver, Rng& rng) {
    const BayesianNetwork& network = solver.network();
    const std::optional<VariableId> target = drawn_variable(network, rng);
    if (!target) return std::nullopt;
    Evidence evidence = drawn_findings(network, *target, rng);
    if (!all_matter(network, *target, evidence)) return std::nullopt;
    const StateId state(rng.below(network.cardinality(*target)));
    const double with_evidence = std::exp(solver.log_evidence(evidence));
    const double posterior = solver.marginals({&*target, 1}, evidence)[0][state.index()];
    if (!(posterior > nearly_certain && posterior < 1 - nearly_certain)) return std::nullopt;
    const std::string event = assignment_text(network, *target, state);
    const std::string asked = probability_of(event, evidence, network),
                      given = probability_of("", evidence, network).substr(5);
    const std::string joint = to_text(posterior * with_evidence, digits),
                      below = to_text(with_evidence, digits);
    return Exercise{
        .kind = Exercise::Kind::posterior,
        .query = asked,
        .question = "What is " + asked + "?",
        .answer = asked + " = " + to_text(posterior, digits),
        .solution = {"P(" + event + ", " + given + " = " + joint, "P(" + given + " = " + below,
                     asked + " = " + joint + " / " + below + " = " + to_text(posterior, digits)}};
}

std::optional<Exercise> most_probable_exercise(const Solver& solver, Rng& rng) {
    const BayesianNetwork& network = solver.network();
    const std::optional<VariableId> about = drawn_variable(network, rng);
    if (!about) return std::nullopt;
    const Evidence evidence = drawn_findings(network, *about, rng);
    if (evidence.empty()) return std::nullopt;
    const std::vector<VariableId> targets = assigned_together(network, *about, evidence, rng);
    const Table table = solver.joint(targets, evidence).table;
    std::vector<std::size_t> order(table.size());
    for (std::size_t cell = 0; cell < order.size(); ++cell) order[cell] = cell;
    std::ranges::sort(order, std::greater<>(), [&](std::size_t cell) { return table[cell]; });
    constexpr double least_lead = 1e-6;
    if (order.size() < 2 || table[order[0]] - table[order[1]] < least_lead) return std::nullopt;
    const auto assignment = [&](std::size_t cell) {
        const std::vector<StateId> states = table.scope().states(cell);
        std::string text;
        for (std::size_t i = 0; i < targets.size(); ++i)
            text += (i == 0 ? "" : ", ") + assignment_text(network, targets[i], states[i]);
        return text;
    };
    const auto with_probability = [&](std::size_t cell) {
        return probability_of(assignment(cell), evidence, network) + " = " +
               to_text(table[cell], digits);
    };
    const std::string names = names_text(network, targets);
    const std::string asked = probability_of(names, evidence, network).substr(1);
    return Exercise{
        .kind = Exercise::Kind::most_probable,
        .query = "argmax" + asked,
        .question = "Which states of " + names +
                    " are together the most probable ones, "
                    "argmax" +
                    asked + "?",
        .answer = assignment(order[0]),
        .solution = {with_probability(order[0]), "the next best: " + with_probability(order[1])}};
}

}  // namespace pgm::detail
