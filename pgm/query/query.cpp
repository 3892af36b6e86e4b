#include <pgm/query/query.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/query/detail/mechanisms.hpp>

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

bool takes_two_variables(StatisticOf::Kind kind) {
    return kind == StatisticOf::Kind::covariance || kind == StatisticOf::Kind::correlation;
}

/// That every variable of a form has numbers, and so have the coefficients.
void require_numbers(const LinearForm& form, const BayesianNetwork& network) {
    bool is_finite = std::isfinite(form.constant);
    for (const auto& [id, coefficient] : form.terms) {
        require_variable(id, network);
        if (const Variable& variable = network.variable(id); variable.is_discrete())
            numbers_of_states(variable);
        is_finite = is_finite && std::isfinite(coefficient);
    }
    if (!is_finite) throw ArgumentError("a coefficient of a sum is not a finite number");
    if (form.terms.empty()) throw ArgumentError("a number has no distribution to speak of");
}

/// That a statistic has as many variables as it takes, all with numbers.
void require_statistic(const StatisticOf& asked, const BayesianNetwork& network) {
    const bool takes_two = takes_two_variables(asked.kind);
    const std::string word(word_of(asked.kind));
    if (asked.targets.size() != (takes_two ? 2 : 1))
        throw ArgumentError(word + " takes " + (takes_two ? "two variables" : "one variable"));
    for (const LinearForm& target : asked.targets) {
        const std::optional<VariableId> one = target.variable();
        if (one) require_variable(*one, network);
        const bool is_state = one && network.variable(*one).is_discrete();
        if (asked.kind != StatisticOf::Kind::mode || !is_state) require_numbers(target, network);
    }
    if (takes_two && asked.targets[0] == asked.targets[1] && asked.targets[0].variable())
        throw ArgumentError("'" + printable(network.variable(*asked.targets[0].variable()).name()) +
                            "' is asked for twice");
    if (asked.kind == StatisticOf::Kind::quantile &&
        !(asked.probability > 0 && asked.probability < 1))
        throw ArgumentError("a quantile is of a probability between 0 and 1, not " +
                            to_text(asked.probability));
}

/// That variables of both sorts exist, and no one twice.
void require_distinct(std::vector<VariableId> variables, const BayesianNetwork& network) {
    for (const VariableId id : variables) require_variable(id, network);
    std::ranges::sort(variables);
    const auto twice = std::ranges::adjacent_find(variables);
    if (twice != variables.end())
        throw ArgumentError("'" + printable(network.variable(*twice).name()) +
                            "' is asked for twice");
}

void require_information(const MutualInformationOf& asked, const BayesianNetwork& network) {
    if (asked.left.empty() || asked.right.empty())
        throw ArgumentError("a mutual information has variables on two sides: I(X; Y)");
    std::vector<VariableId> all = asked.left;
    all.insert(all.end(), asked.right.begin(), asked.right.end());
    all.insert(all.end(), asked.known.begin(), asked.known.end());
    require_distinct(std::move(all), network);
}

void require_entropy(const EntropyOf& asked, const BayesianNetwork& network) {
    if (asked.targets.empty()) throw ArgumentError("an entropy is of at least one variable");
    std::vector<VariableId> all = asked.targets;
    all.insert(all.end(), asked.known.begin(), asked.known.end());
    require_distinct(std::move(all), network);
}

/// That the questions of a formula are questions for numbers, and as many as its operators take.
void require_formula(const FormulaOf& formula, const BayesianNetwork& network) {
    std::size_t values = 0;
    for (const FormulaNode& node : formula.nodes) {
        if (const Query* const query = std::get_if<Query>(&node.content)) {
            validate(*query, network);
            if (!asks_for_number(*query, network))
                throw ArgumentError("'" + printable(query->text) + "' does not ask for one number",
                                    "a ratio or difference is of numbers, as P(A=a | B=b) or E(X)");
        }
        const bool is_operator = std::holds_alternative<FormulaNode::Operator>(node.content);
        if (is_operator && values < 2) throw ArgumentError("an operator of a formula has no value");
        is_operator ? --values : ++values;
    }
    if (values != 1) throw ArgumentError("a formula has one value");
}

void require_states_to_go_through(const Query& query, const BayesianNetwork& network) {
    std::vector<VariableId> variables;
    for (const ForEach& each : query.for_each) {
        require_variable(each.variable, network);
        const std::string& name = network.variable(each.variable).name();
        if (!network.variable(each.variable).is_discrete())
            throw ArgumentError("'" + printable(name) + "' is continuous and has no states",
                                "give it a value, " + printable_word(name) + "=1.5");
        variables.push_back(each.variable);
    }
    require_distinct(std::move(variables), network);
    if (!query.for_each.empty() && std::holds_alternative<FormulaOf>(query.asked))
        throw ArgumentError("a formula is not asked for all states of a variable");
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

/// The variables that the query has mentioned so far: the states they are set to, and which have a
/// value or an imposed posterior.
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

LinearForm::LinearForm(std::vector<Term> all, double number) : constant(number) {
    for (const Term& term : all) {
        const auto known = std::ranges::find(terms, term.variable, &Term::variable);
        known == terms.end() ? terms.push_back(term) : void(known->coefficient += term.coefficient);
    }
}

std::optional<VariableId> LinearForm::variable() const {
    const bool is_one = terms.size() == 1 && terms.front().coefficient == 1 && constant == 0;
    return is_one ? std::optional(terms.front().variable) : std::nullopt;
}

bool operator==(const FormulaOf& a, const FormulaOf& b) {
    return a.nodes == b.nodes;
}

std::string_view word_of(StatisticOf::Kind kind) {
    static constexpr std::string_view words[] = {"E",        "sd",   "var", "median",
                                                 "quantile", "mode", "cov", "cor"};
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
    detail::validate_mechanisms(given.mechanisms, network);
    for (const Intervention& set : given.interventions)
        if (std::ranges::count(given.mechanisms, set.variable, &TableCpd::child) > 0)
            throw ArgumentError(in_quotes(network.variable(set.variable).name()) +
                                " is set twice by do()");
}

void validate(const Query& query, const BayesianNetwork& network) {
    std::visit(
        Overloaded{
            [&](const DistributionOf& asked) {
                if (asked.targets.size() == 1)
                    require_variable(asked.targets.front(), network);
                else
                    require_targets(asked.targets, network);
            },
            [&](const ProbabilityOf& asked) { validate(asked.event, network); },
            [&](const OddsOf& asked) { validate(asked.event, network); },
            [&](const StatisticOf& asked) { require_statistic(asked, network); },
            [&](const EntropyOf& asked) { require_entropy(asked, network); },
            [&](const MutualInformationOf& asked) { require_information(asked, network); },
            [&](const FormulaOf& asked) { require_formula(asked, network); },
            [&](const MostProbableAssignmentOf& asked) { require_targets(asked.targets, network); },
            [](const MostProbableExplanationOf&) {}},
        query.asked);
    require_states_to_go_through(query, network);
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
    add_new(a.mechanisms, b.mechanisms);
    return a;
}

Query joined(Query query, const Given& more) {
    auto* const formula = std::get_if<FormulaOf>(&query.asked);
    if (!formula) {
        query.given = joined(std::move(query.given), more);
        return query;
    }
    for (FormulaNode& node : formula->nodes)
        if (Query* const part = std::get_if<Query>(&node.content))
            *part = joined(std::move(*part), more);
    return query;
}

bool asks_for_number(const Query& query, const BayesianNetwork& network) {
    if (!query.for_each.empty()) return false;
    if (const auto* const statistic = std::get_if<StatisticOf>(&query.asked)) {
        const std::optional<VariableId> one = statistic->targets.front().variable();
        return statistic->kind != StatisticOf::Kind::mode ||
               !(one && network.variable(*one).is_discrete());
    }
    return std::holds_alternative<ProbabilityOf>(query.asked) ||
           std::holds_alternative<OddsOf>(query.asked) ||
           std::holds_alternative<EntropyOf>(query.asked) ||
           std::holds_alternative<MutualInformationOf>(query.asked) ||
           std::holds_alternative<FormulaOf>(query.asked);
}

Query row_of(const Query& query, std::span<const StateId> states) {
    Query row{.asked = query.asked, .given = query.given};
    for (std::size_t i = 0; i < states.size(); ++i) {
        const auto [variable, is_set] = query.for_each[i];
        if (is_set)
            row.given.interventions.push_back({variable, states[i]});
        else
            row.given.conditions.push_back(is(variable, states[i]));
    }
    return row;
}

}  // namespace pgm
