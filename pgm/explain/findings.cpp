#include <pgm/explain/findings.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/explain/detail/event_question.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace pgm {

using namespace detail;

namespace {

/// Weights of the event and of its contrary.
struct EventOdds {
    double is = 0, is_not = 0;

    void add(bool holds, double weight) { (holds ? is : is_not) += weight; }
    double probability() const { return is / (is + is_not); }

    /// log odds of this one less those of another; 0 where they are the same, though infinite.
    double log_ratio_to(const EventOdds& other) const {
        const double mine = std::log(is) - std::log(is_not),
                     others = std::log(other.is) - std::log(other.is_not);
        return mine == others ? 0 : mine - others;
    }
};

std::optional<double> probability(const std::optional<EventOdds>& odds) {
    return odds ? std::optional(odds->probability()) : std::nullopt;
}

/// One part of what is given, and the rest.
struct FindingPart {
    Given part, rest;
};

template <class Element>
void add_parts(std::vector<FindingPart>& parts, const Given& given,
               std::vector<Element> Given::*kind) {
    for (std::size_t i = 0; i < (given.*kind).size(); ++i) {
        FindingPart& added = parts.emplace_back(FindingPart{{}, given});
        (added.part.*kind).push_back((given.*kind)[i]);
        (added.rest.*kind).erase((added.rest.*kind).begin() + static_cast<std::ptrdiff_t>(i));
    }
}

/// In the order of format_parts().
std::vector<FindingPart> parts_of(const Given& given) {
    std::vector<FindingPart> parts;
    add_parts(parts, given, &Given::conditions);
    add_parts(parts, given, &Given::observations);
    add_parts(parts, given, &Given::interventions);
    add_parts(parts, given, &Given::mechanisms);
    add_parts(parts, given, &Given::likelihoods);
    add_parts(parts, given, &Given::posteriors);
    return parts;
}

/// P(part | X = x) by state of the one discrete variable X that a finding is about.
struct StateWeights {
    VariableId variable;
    std::vector<double> weights;

    /// Null where several are possible, or none.
    std::optional<StateId> only_state() const {
        if (std::ranges::count(weights, 0.0) + 1 != std::ssize(weights)) return std::nullopt;
        const auto only = std::ranges::find_if(weights, [](double weight) { return weight != 0; });
        return StateId(static_cast<std::size_t>(only - weights.begin()));
    }
};

std::optional<StateWeights> weights_of(const BayesianNetwork& network, const Given& part) {
    if (!part.likelihoods.empty())
        return StateWeights{part.likelihoods[0].variable, part.likelihoods[0].likelihood};
    if (part.conditions.empty() || part.conditions[0].nodes().size() != 1) return std::nullopt;
    const auto* const condition = std::get_if<Condition>(&part.conditions[0].nodes()[0]);
    if (condition == nullptr) return std::nullopt;
    StateWeights weights{condition->variable,
                         std::vector<double>(network.cardinality(condition->variable))};
    for (const StateId state : condition->states) weights.weights[state.index()] = 1;
    return weights;
}

/// Asks about one event, all questions in one workspace.
class FindingQuestions {
public:
    FindingQuestions(const Solver& solver, const Query& query)
        : solver_(solver), network_(solver.network()) {
        found_.query = event_question(solver, query, workspace_);
        event_ = event_of(found_.query);
    }

    FindingAnalysis answers() && {
        const Given& given = found_.query.given;
        const ConditionedEngine all(solver_, given, workspace_);
        const std::optional<EventOdds> with = odds(all);
        if (!with) throw_impossible(found_.query);
        found_.posterior = with->probability();
        found_.log_evidence = all.log_evidence(workspace_);
        const Given set{.interventions = given.interventions, .mechanisms = given.mechanisms};
        found_.prior = odds(set).value().probability();
        const std::vector<FindingPart> parts = parts_of(given);
        for (const FindingPart& part : parts) found_.findings.push_back(effect(part, *with));
        found_.conflict = log_of_parts(parts, set) - found_.log_evidence;
        return std::move(found_);
    }

private:
    std::optional<EventOdds> odds(const ConditionedEngine& given) {
        const Posterior& posterior = given.marginals(std::span(&event_.variable, 1), workspace_);
        if (posterior.impossible()) return std::nullopt;
        EventOdds odds;
        for (std::size_t s = 0; s < posterior[0].size(); ++s)
            odds.add(event_.holds(StateId(s)), posterior[0][s]);
        return odds;
    }

    std::optional<EventOdds> odds(const Given& given) {
        return odds(ConditionedEngine(solver_, given, workspace_));
    }

    FindingEffect effect(const FindingPart& finding, const EventOdds& with) {
        const auto& [part, rest] = finding;
        FindingEffect effect{.finding = format_parts(network_, part).front(), .without = {}};
        const std::optional<StateWeights> weights = weights_of(network_, part);
        std::optional<EventOdds> without;
        if (weights && weights->variable != event_.variable) {
            without = odds_by_state(rest, weights->variable, effect);
            effect.state = weights->only_state();
        } else {
            without = odds(rest);
            if (!part.interventions.empty()) set_otherwise(finding, effect);
        }
        if (!without) return effect;
        effect.without = without->probability();
        effect.weight_of_evidence = with.log_ratio_to(*without);
        return effect;
    }

    /// From the joint distribution of the event and the variable, given the other findings.
    std::optional<EventOdds> odds_by_state(const Given& rest, VariableId variable,
                                           FindingEffect& effect) {
        const ConditionedEngine given(solver_, rest, workspace_);
        if (given.contradictory()) return std::nullopt;
        const VariableId targets[] = {event_.variable, variable};
        const JointPosterior joint = given.solver().joint(targets, given.evidence(), workspace_);
        if (joint.status == PosteriorStatus::impossible) return std::nullopt;
        const std::size_t size = network_.cardinality(variable);
        EventOdds all;
        std::vector<EventOdds> by_state(size);
        for (std::size_t cell = 0; cell < joint.table.size(); ++cell) {
            const bool holds = event_.holds(StateId(cell / size));
            by_state[cell % size].add(holds, joint.table[cell]);
            all.add(holds, joint.table[cell]);
        }
        effect.variable = variable;
        for (std::size_t s = 0; s < size; ++s) {
            // What is nearly 0 beside other states has its digits in a question of its own.
            constexpr double least = 1e-290;
            std::optional<EventOdds> found = by_state[s];
            if (found->is + found->is_not < least)
                found = odds(joined(rest, {.conditions = {is(variable, StateId(s))}}));
            effect.alternatives.push_back(probability(found));
        }
        return all;
    }

    /// The states to which the variable of an intervention could have been set.
    void set_otherwise(const FindingPart& finding, FindingEffect& effect) {
        const auto& [variable, value] = finding.part.interventions.front();
        if (!std::holds_alternative<StateId>(value) || variable == event_.variable) return;
        effect.variable = variable;
        effect.state = std::get<StateId>(value);
        for (std::size_t s = 0; s < network_.cardinality(variable); ++s) {
            Given other = finding.rest;
            other.interventions.push_back({variable, StateId(s)});
            effect.alternatives.push_back(probability(odds(other)));
        }
    }

    /// The sum of log P(part) over all parts that have a probability, after interventions.
    double log_of_parts(const std::vector<FindingPart>& parts, const Given& set) {
        std::vector<StateWeights> weights;
        double sum = 0;
        for (const auto& [part, rest] : parts) {
            if (auto of_one = weights_of(network_, part))
                weights.push_back(*std::move(of_one));
            else if (part.interventions.empty() && part.mechanisms.empty())
                sum += ConditionedEngine(solver_, joined(set, part), workspace_)
                           .log_evidence(workspace_);
        }
        std::vector<VariableId> variables;
        for (const StateWeights& one : weights) variables.push_back(one.variable);
        std::ranges::sort(variables);
        variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
        const ConditionedEngine given(solver_, set, workspace_);
        const Posterior& prior = given.marginals(variables, workspace_);
        for (const auto& [variable, likelihood] : weights) {
            const std::span<const double> p = prior.marginal(variable);
            sum += std::log(std::inner_product(p.begin(), p.end(), likelihood.begin(), 0.0));
        }
        return sum;
    }

    const Solver& solver_;
    const BayesianNetwork& network_;
    Workspace workspace_;
    FindingAnalysis found_;
    Condition event_;
};

}  // namespace

FindingAnalysis analyse_findings(const Solver& solver, const Query& query) {
    return FindingQuestions(solver, query).answers();
}

}  // namespace pgm
