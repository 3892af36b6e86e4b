#include <pgm/graph/d_separation.hpp>
#include <tests/contract/engines.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/judgement.hpp>
#include <tests/support/network_edit.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/random_model.hpp>

#include <cmath>

// What must not change an answer, checked on networks too large for the oracle.

using namespace pgm;
using namespace pgm::tests;

namespace {

constexpr double rounding = 1e-12;
constexpr std::size_t networks = 150;

BayesianNetwork medium_model(Rng& rng) {
    RandomModelOptions options;
    options.max_variables = 25;
    options.max_assignments = std::size_t{1} << 40;
    options.max_parents = 4;
    return random_model(rng, options);
}

std::string name(const char* what, std::size_t v) {
    return what + std::string(" of X") + std::to_string(v);
}

/// Two posteriors over the same variables; `map_state(v, s)` is what state s of variable v of the
/// first is called in the second.
template <class MapVariable, class MapState>
void unless_same(Complaints& complaints, const Posterior& first, const Posterior& second,
                 MapVariable map_variable, MapState map_state) {
    complaints.unless(first.impossible() == second.impossible(), "the status changed");
    complaints.unless_near("log P(e)", second.log_evidence(), first.log_evidence(),
                           log_tolerance(first.log_evidence()));
    if (first.impossible() || second.impossible()) return;
    for (std::size_t i = 0; i < first.size(); ++i) {
        const VariableId v = first.variables()[i];
        for (std::size_t s = 0; s < first[i].size(); ++s)
            complaints.unless_near(name("a marginal", v.index()),
                                   second.marginal(map_variable(v))[map_state(v, s)], first[i][s],
                                   rounding);
    }
}

void unless_same(Complaints& complaints, const Posterior& first, const Posterior& second) {
    unless_same(
        complaints, first, second, [](VariableId v) { return v; },
        [](VariableId, std::size_t s) { return s; });
}

Evidence relabelled(const Evidence& evidence, const Relabelling& to) {
    Evidence result;
    for (const auto& [variable, finding] : evidence) {
        const VariableId v(to.variables[variable.index()]);
        const std::vector<std::size_t>& states = to.states[variable.index()];
        if (const auto* report = std::get_if<Likelihood>(&finding)) {
            std::vector<double> likelihood(states.size());
            for (std::size_t s = 0; s < states.size(); ++s)
                likelihood[states[s]] = report->values[s];
            result.likelihood(v, likelihood);
        } else if (const auto* seen = std::get_if<Observed>(&finding)) {
            result.observe(v, StateId(states[seen->state.index()]));
        } else {
            result.intervene(v, StateId(states[std::get<Intervened>(finding).state.index()]));
        }
    }
    return result;
}

template <class Engine>
void judge_relabelling(std::uint64_t seed, Complaints& complaints) {
    Rng rng(seed);
    const BayesianNetwork network = medium_model(rng);
    const Evidence evidence = random_evidence(rng, network);
    Relabelling to;
    to.variables = random_permutation(rng, network.size());
    for (const Variable& variable : network.variables())
        to.states.push_back(random_permutation(rng, variable.cardinality()));
    const BayesianNetwork other = tests::relabelled(network, to);
    unless_same(
        complaints, Engine(network).marginals(evidence),
        Engine(other).marginals(relabelled(evidence, to)),
        [&](VariableId v) { return VariableId(to.variables[v.index()]); },
        [&](VariableId v, std::size_t s) { return to.states[v.index()][s]; });
}

template <class Engine>
void judge_barren_leaf(std::uint64_t seed, Complaints& complaints) {
    Rng rng(seed);
    const BayesianNetwork network = medium_model(rng);
    const Evidence evidence = random_evidence(rng, network);
    std::vector<VariableId> parents{VariableId(rng.below(network.size()))};
    const VariableId second(rng.below(network.size()));
    if (second != parents[0]) parents.push_back(second);
    std::size_t rows = 1;
    for (const VariableId parent : parents) rows *= network.cardinality(parent);
    std::vector<double> values;
    for (std::size_t r = 0; r < rows; ++r)
        for (const double p : random_row(rng, 3)) values.push_back(p);
    unless_same(complaints, Engine(network).marginals(evidence),
                Engine(with_leaf(network, parents, 3, values)).marginals(evidence));
}

template <class Engine>
void judge_separated_evidence(std::uint64_t seed, Complaints& complaints) {
    Rng rng(seed);
    const BayesianNetwork network = medium_model(rng);
    const Engine engine(network);
    Evidence evidence;
    std::vector<VariableId> known;
    for (const VariableId v : random_subset(rng, network.size(), 0.2)) {
        evidence.observe(v, StateId(rng.below(network.cardinality(v))));
        known.push_back(v);
    }
    const VariableId target(rng.below(network.size())), news(rng.below(network.size()));
    if (!d_separation(network.dag(), std::span(&target, 1), std::span(&news, 1), known).separated ||
        evidence.has(news))
        return;
    const Posterior before = engine.marginals(evidence);
    const Posterior after =
        engine.marginals(evidence.observe(news, StateId(rng.below(network.cardinality(news)))));
    if (after.impossible()) return;
    for (std::size_t s = 0; s < network.cardinality(target); ++s)
        complaints.unless_near(name("a separated marginal", target.index()),
                               after.marginal(target)[s], before.marginal(target)[s], rounding);
}

template <class Engine>
void judge_certain_likelihood(std::uint64_t seed, Complaints& complaints) {
    Rng rng(seed);
    const BayesianNetwork network = medium_model(rng);
    const Engine engine(network);
    Evidence hard, soft;
    for (const VariableId v : random_subset(rng, network.size(), 0.3)) {
        std::vector<double> likelihood(network.cardinality(v), 0.0);
        const StateId state(rng.below(likelihood.size()));
        likelihood[state.index()] = 1;
        hard.observe(v, state);
        soft.likelihood(v, likelihood);
    }
    unless_same(complaints, engine.marginals(hard), engine.marginals(soft));
}

template <class Engine>
void judge_surgery(std::uint64_t seed, Complaints& complaints) {
    Rng rng(seed);
    const BayesianNetwork network = medium_model(rng);
    Evidence evidence = random_evidence(rng, network);
    const VariableId variable(rng.below(network.size()));
    const StateId state(rng.below(network.cardinality(variable)));
    evidence.remove(variable);
    const Posterior cut = Engine(with_forced_state(network, variable, state)).marginals(evidence);
    unless_same(complaints, cut, Engine(network).marginals(evidence.intervene(variable, state)));
}

template <class Engine>
void judge_joint_margins(std::uint64_t seed, Complaints& complaints) {
    Rng rng(seed);
    const BayesianNetwork network = medium_model(rng);
    const Engine engine(network);
    const Evidence evidence = random_evidence(rng, network);
    std::vector<VariableId> targets;
    for (const std::size_t v : random_permutation(rng, network.size()))
        if (targets.size() < 3) targets.emplace_back(v);
    const Posterior posterior = engine.marginals(targets, evidence);
    const JointPosterior joint = engine.joint(targets, evidence);
    complaints.unless((joint.status == PosteriorStatus::impossible) == posterior.impossible(),
                      "joint and marginals differ in status");
    if (posterior.impossible()) return;
    for (std::size_t axis = 0; axis < targets.size(); ++axis) {
        std::vector<double> margin(network.cardinality(targets[axis]), 0.0);
        for (std::size_t cell = 0; cell < joint.table.size(); ++cell)
            margin[joint.table.scope().states(cell)[axis].index()] += joint.table[cell];
        for (std::size_t s = 0; s < margin.size(); ++s)
            complaints.unless_near(name("a margin of a joint", targets[axis].index()), margin[s],
                                   posterior[axis][s], rounding);
    }
}

}  // namespace

TEST_CASE("Renaming and reordering variables, states and parents permutes the answers") {
    for_every_engine([]<class Engine>() {
        CHECK(sweep(300'000, networks, judge_relabelling<Engine>) == no_complaints);
    });
}

TEST_CASE("A barren variable changes no answer") {
    for_every_engine([]<class Engine>() {
        CHECK(sweep(310'000, networks, judge_barren_leaf<Engine>) == no_complaints);
    });
}

TEST_CASE("Evidence that is d-separated from a variable does not change its distribution") {
    for_every_engine([]<class Engine>() {
        CHECK(sweep(320'000, 4 * networks, judge_separated_evidence<Engine>) == no_complaints);
    });
}

TEST_CASE("A likelihood that is certain equals an observation") {
    for_every_engine([]<class Engine>() {
        CHECK(sweep(330'000, networks, judge_certain_likelihood<Engine>) == no_complaints);
    });
}

TEST_CASE("An intervention equals surgery on the network") {
    for_every_engine([]<class Engine>() {
        CHECK(sweep(340'000, networks, judge_surgery<Engine>) == no_complaints);
    });
}

TEST_CASE("The margins of a joint are the marginals") {
    for_every_engine([]<class Engine>() {
        CHECK(sweep(350'000, networks, judge_joint_margins<Engine>) == no_complaints);
    });
}
