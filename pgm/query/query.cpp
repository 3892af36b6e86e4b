#include <pgm/query/query.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace pgm {
namespace {

void require_variable(VariableId id, const BayesianNetwork& network) {
    if (id.index() >= network.size()) {
        throw ArgumentError("a query names variable number " + std::to_string(id.value) +
                            ", the network has " + std::to_string(network.size()));
    }
}

void require_discrete(VariableId id, const BayesianNetwork& network) {
    require_variable(id, network);
    const Variable& variable = network.variable(id);
    if (!variable.is_discrete())
        throw ArgumentError("'" + printable(variable.name()) +
                            "' is continuous: a query can only speak of states");
}

void require_targets(std::vector<VariableId> targets, const BayesianNetwork& network) {
    if (targets.empty())
        throw ArgumentError("a distribution or most probable assignment needs at least one target");
    for (const VariableId target : targets) require_discrete(target, network);
    std::ranges::sort(targets);
    const auto twice = std::ranges::adjacent_find(targets);
    if (twice != targets.end())
        throw ArgumentError("'" + printable(network.variable(*twice).name()) +
                            "' is asked for twice");
}

/// That a statistic has as many variables as it takes, all with numbers.
void require_statistic(const StatisticOf& asked, const BayesianNetwork& network) {
    const bool takes_two =
        asked.kind == StatisticOf::Kind::covariance || asked.kind == StatisticOf::Kind::correlation;
    const std::string word(word_of(asked.kind));
    if (asked.targets.size() != (takes_two ? 2 : 1))
        throw ArgumentError(word + " takes " + (takes_two ? "two variables" : "one variable"));
    std::size_t continuous = 0;
    for (const VariableId target : asked.targets) {
        require_variable(target, network);
        const Variable& variable = network.variable(target);
        if (variable.is_discrete())
            numbers_of_states(variable);
        else
            ++continuous;
    }
    if (continuous == 1 && takes_two)
        throw ArgumentError(word + " takes two continuous variables, or two with states",
                            "the mean given each state is E(X | A=a)");
    if (takes_two && asked.targets[0] == asked.targets[1])
        throw ArgumentError("'" + printable(network.variable(asked.targets[0]).name()) +
                            "' is asked for twice");
    if (asked.kind == StatisticOf::Kind::quantile &&
        !(asked.probability > 0 && asked.probability < 1))
        throw ArgumentError("a quantile is of a probability between 0 and 1, not " +
                            to_text(asked.probability));
}

/// That a number is for a continuous variable, and finite.
void require_value(VariableId id, double value, const BayesianNetwork& network) {
    require_variable(id, network);
    const std::string& name = network.variable(id).name();
    if (network.variable(id).is_discrete())
        throw ArgumentError("a query gives a number for '" + printable(name) +
                            "', which is discrete");
    if (!std::isfinite(value))
        throw ArgumentError("the value of '" + printable(name) + "' is not a finite number");
}

void require_state(VariableId id, StateId state, const BayesianNetwork& network) {
    require_discrete(id, network);
    const Variable& variable = network.variable(id);
    if (state.index() >= variable.cardinality()) {
        throw ArgumentError("do() names state number " + std::to_string(state.value) + " of '" +
                            printable(variable.name()) + "', which has " +
                            std::to_string(variable.cardinality()));
    }
}

/// What was said of the variables so far: the states they are set to, and which have a value or an
/// imposed posterior.
struct Known {
    std::map<VariableId, StateId> set_to;
    std::set<VariableId> valued;
    std::set<VariableId> imposed;

    void add(VariableId id, StateId state, const BayesianNetwork& network) {
        require_state(id, state, network);
        if (set_to.try_emplace(id, state).first->second != state)
            throw ArgumentError("'" + printable(network.variable(id).name()) +
                                "' is set to two states at once");
    }

    void add(VariableId id, double value, const BayesianNetwork& network) {
        require_value(id, value, network);
        if (!valued.insert(id).second)
            throw ArgumentError("'" + printable(network.variable(id).name()) +
                                "' is given two values");
    }

    void add(const SoftObservation& soft, const BayesianNetwork& network) {
        validate(Evidence().likelihood(soft.variable, soft.likelihood), network);
        require_not_set(soft.variable, network);
    }

    void add(const ImposedPosterior& posterior, const BayesianNetwork& network) {
        const std::vector<double>& p = posterior.probabilities;
        validate(Evidence().likelihood(posterior.variable, p), network);
        require_not_set(posterior.variable, network);
        const std::string& name = network.variable(posterior.variable).name();
        const double sum = std::accumulate(p.begin(), p.end(), 0.0);
        constexpr double tolerance = 1e-5;  // of numbers with six digits
        if (!(std::abs(sum - 1) <= tolerance))
            throw EvidenceError(
                "the probabilities that '" + printable(name) + "' is to have sum to " +
                    to_text(sum, 6) + ", not 1",
                {.variable = name},
                "what need not sum to 1 is a likelihood, " + printable_word(name) + "=[...]");
        if (!imposed.insert(posterior.variable).second)
            throw EvidenceError("'" + printable(name) + "' is given two posterior distributions",
                                {.variable = name});
    }

private:
    void require_not_set(VariableId id, const BayesianNetwork& network) const {
        const std::string& name = network.variable(id).name();
        if (set_to.contains(id))
            throw EvidenceError(
                "'" + printable(name) + "' is set by do(), so no soft evidence can tell more of it",
                {.variable = name}, "leave out one of the two");
    }
};

template <class Part>
void add_new(std::vector<Part>& parts, const std::vector<Part>& more) {
    const std::size_t known = parts.size();
    for (const Part& part : more)
        if (std::find(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(known), part) ==
            parts.begin() + static_cast<std::ptrdiff_t>(known))
            parts.push_back(part);
}

}  // namespace

std::string_view word_of(StatisticOf::Kind kind) {
    static constexpr std::string_view words[] = {"E",        "sd",  "var", "median",
                                                 "quantile", "cov", "cor"};
    return words[static_cast<std::size_t>(kind)];
}

Intervention intervention(const BayesianNetwork& network, std::string_view variable,
                          std::string_view state) {
    const VariableId id = network.id(variable);
    return {.variable = id, .value = network.variable(id).state_id(state)};
}

void validate(const Given& given, const BayesianNetwork& network) {
    for (const Expression& condition : given.conditions) validate(condition, network);
    Known known;
    for (const ContinuousObservation& seen : given.observations)
        known.add(seen.variable, seen.value, network);
    for (const Intervention& set : given.interventions)
        std::visit([&](auto value) { known.add(set.variable, value, network); }, set.value);
    for (const SoftObservation& soft : given.likelihoods) known.add(soft, network);
    for (const ImposedPosterior& posterior : given.posteriors) known.add(posterior, network);
}

void validate(const Query& query, const BayesianNetwork& network) {
    std::visit(Overloaded{[&](const DistributionOf& asked) {
                              if (asked.targets.size() == 1)
                                  require_variable(asked.targets.front(), network);
                              else
                                  require_targets(asked.targets, network);
                          },
                          [&](const ProbabilityOf& asked) { validate(asked.event, network); },
                          [&](const StatisticOf& asked) { require_statistic(asked, network); },
                          [&](const MostProbableAssignmentOf& asked) {
                              require_targets(asked.targets, network);
                          },
                          [](const MostProbableExplanationOf&) {}},
               query.asked);
    validate(query.given, network);
}

std::vector<double> numbers_of_states(const Variable& variable) {
    std::vector<double> numbers;
    for (const std::string& state : variable.states()) {
        const std::optional<double> number = parse_number(state);
        if (!number || !std::isfinite(*number))
            throw ArgumentError(
                "the state '" + printable(state) + "' of '" + printable(variable.name()) +
                    "' is no number, so '" + printable(variable.name()) + "' has no expected value",
                "P(" + printable_word(variable.name()) + " | ..) gives its distribution");
        numbers.push_back(*number);
    }
    return numbers;
}

bool has_density(const Given& given) {
    return !given.observations.empty();
}

Given given_of(const Evidence& evidence) {
    Given given;
    for (const auto& [variable, finding] : evidence) {
        std::visit(Overloaded{[&](Observed known) {
                                  given.conditions.push_back(is(variable, known.state));
                              },
                              [&](ObservedValue known) {
                                  given.observations.push_back({variable, known.value});
                              },
                              [&](ObservedInterval known) {
                                  given.conditions.push_back(lies_in(variable, known.interval));
                              },
                              [&](Likelihood known) {
                                  given.likelihoods.push_back(
                                      {variable, {known.values.begin(), known.values.end()}});
                              },
                              [&](Intervened known) {
                                  given.interventions.push_back({variable, known.state});
                              },
                              [&](IntervenedValue known) {
                                  given.interventions.push_back({variable, known.value});
                              }},
                   finding);
    }
    return given;
}

Given joined(Given a, const Given& b) {
    add_new(a.conditions, b.conditions);
    add_new(a.observations, b.observations);
    add_new(a.interventions, b.interventions);
    a.likelihoods.insert(a.likelihoods.end(), b.likelihoods.begin(), b.likelihoods.end());
    add_new(a.posteriors, b.posteriors);
    return a;
}

}  // namespace pgm
