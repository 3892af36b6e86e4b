#include <pgm/decide/value_of_information.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/decide/detail/policy_search.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {
namespace {

using detail::PolicySearch;

bool is_among(std::span<const VariableId> variables, VariableId variable) {
    return std::ranges::find(variables, variable) != variables.end();
}

std::size_t number_of(const InfluenceDiagram& diagram, VariableId decision) {
    const std::span<const VariableId> decisions = diagram.decisions();
    const auto found = std::ranges::find(decisions, decision);
    if (found == decisions.end())
        throw ArgumentError(in_quotes(diagram.network().variable(decision).name()) +
                            " is no decision");
    return static_cast<std::size_t>(found - decisions.begin());
}

/// What each decision knows, and with `of` from one decision on.
std::vector<std::vector<VariableId>> known_with(const InfluenceDiagram& diagram,
                                                std::span<const VariableId> of, std::size_t first) {
    std::vector<std::vector<VariableId>> known = detail::known_by_decision(diagram);
    const bool is_recalled = diagram.memory() == InfluenceDiagram::Memory::recall;
    const std::size_t end = is_recalled ? known.size() : std::min(first + 1, known.size());
    for (std::size_t d = first; d < end; ++d)
        for (const VariableId variable : of)
            if (!is_among(known[d], variable)) known[d].push_back(variable);
    return known;
}

/// The expected utility of the best strategy; null where the findings are impossible.
std::optional<double> best_value(const InfluenceDiagram& diagram,
                                 std::vector<std::vector<VariableId>> known,
                                 const Evidence& evidence, const DecisionOptions& options) {
    PolicySearch search(diagram, std::move(known), evidence, options);
    if (!search.optimise()) return std::nullopt;
    return search.value();
}

/// True of a chance variable with states that can be seen before the decision.
bool can_be_seen(const InfluenceDiagram& diagram, VariableId variable, VariableId decision) {
    const Variable& seen = diagram.network().variable(variable);
    return seen.is_discrete() && seen.kind() == Variable::Kind::chance &&
           !is_among(descendants(diagram.network().dag(), decision), variable);
}

double gain(const InfluenceDiagram& diagram, std::span<const VariableId> of, std::size_t before,
            const Evidence& evidence, const DecisionOptions& options, double now) {
    const std::optional<double> then =
        best_value(diagram, known_with(diagram, of, before), evidence, options);
    const double rounding = 1e-12 * std::max(std::abs(now), std::abs(then.value_or(now)));
    const double value = then.value_or(now) - now;
    return value > rounding ? value : 0;
}

double mutual_information_of(std::span<const double> joint, std::size_t states) {
    const std::size_t classes = joint.size() / states;
    std::vector<double> of_class(classes, 0.0), of_state(states, 0.0);
    for (std::size_t cell = 0; cell < joint.size(); ++cell) {
        of_class[cell / states] += joint[cell];
        of_state[cell % states] += joint[cell];
    }
    double sum = 0;
    for (std::size_t cell = 0; cell < joint.size(); ++cell)
        if (joint[cell] > 0)
            sum += joint[cell] *
                   std::log(joint[cell] / of_class[cell / states] / of_state[cell % states]);
    constexpr double rounding = 1e-14;
    return sum > rounding ? sum : 0;
}

double least_loss(std::span<const double> weights, const LossMatrix& loss) {
    return std::ranges::min(conditional_risks(weights, loss));
}

}  // namespace

double value_of_information(const InfluenceDiagram& diagram, std::span<const VariableId> of,
                            VariableId before, const Evidence& evidence,
                            const DecisionOptions& options) {
    const std::size_t decision = number_of(diagram, before);
    for (const VariableId variable : of)
        if (!can_be_seen(diagram, variable, before))
            throw ArgumentError(in_quotes(diagram.network().variable(variable).name()) +
                                    " cannot be seen before " +
                                    in_quotes(diagram.network().variable(before).name()),
                                "a chance variable with states that does not depend on it can");
    check_strategy(diagram, options.given);
    const std::optional<double> now =
        best_value(diagram, known_with(diagram, {}, 0), evidence, options);
    if (!now) throw ImpossibleEvidenceError("no strategy lets the findings occur together");
    return gain(diagram, of, decision, evidence, options, *now);
}

std::vector<InformationValue> values_of_information(const InfluenceDiagram& diagram,
                                                    std::optional<VariableId> before,
                                                    const Evidence& evidence,
                                                    const DecisionOptions& options) {
    check_strategy(diagram, options.given);
    if (before) number_of(diagram, *before);
    const std::optional<double> now =
        best_value(diagram, known_with(diagram, {}, 0), evidence, options);
    if (!now) throw ImpossibleEvidenceError("no strategy lets the findings occur together");
    std::vector<InformationValue> values;
    for (std::size_t d = 0; d < diagram.decisions().size(); ++d) {
        const VariableId decision = diagram.decisions()[d];
        if ((before && *before != decision) || evidence.has(decision)) continue;
        const std::size_t first = values.size();
        for (std::size_t v = 0; v < diagram.network().size(); ++v) {
            const VariableId of(v);
            if (evidence.has(of) || is_among(diagram.known(decision), of) ||
                !can_be_seen(diagram, of, decision))
                continue;
            values.push_back(
                {of, decision, gain(diagram, std::span(&of, 1), d, evidence, options, *now)});
        }
        std::stable_sort(
            values.begin() + static_cast<std::ptrdiff_t>(first), values.end(),
            [](const InformationValue& a, const InformationValue& b) { return a.value > b.value; });
    }
    return values;
}

InfluenceDiagram with_test(const InfluenceDiagram& diagram, VariableId of, double accuracy) {
    const BayesianNetwork& network = diagram.network();
    const Variable& tested = network.variable(of);
    const std::size_t states = tested.cardinality();
    if (tested.kind() != Variable::Kind::chance || states < 2)
        throw ArgumentError(in_quotes(tested.name()) +
                            " is no chance variable with states to be tested for");
    if (!(accuracy >= 0 && accuracy <= 1))
        throw ArgumentError("the accuracy of a test is a probability, from 0 to 1");
    NetworkBuilder builder(network);
    std::string name = "test of " + tested.name();
    while (network.find(name)) name += '\'';
    const VariableId test = builder.add_variable(Variable(name, tested.states()));
    Table table(Scope({of, test}, {states, states}));
    const double other = (1 - accuracy) / static_cast<double>(states - 1);
    for (std::size_t cell = 0; cell < table.size(); ++cell)
        table[cell] = cell / states == cell % states ? accuracy : other;
    builder.set_cpd(TableCpd(std::move(table)));
    return InfluenceDiagram(std::move(builder).build(), diagram.memory());
}

FeatureValues values_of_features(const Solver& solver, VariableId class_variable,
                                 const LossMatrix& loss, const Evidence& evidence) {
    const BayesianNetwork& network = solver.network();
    const Variable& about = network.variable(class_variable);
    check(loss);
    if (evidence.has(class_variable))
        throw ArgumentError("the class " + in_quotes(about.name()) + " is observed",
                            "then nothing is left to be decided");
    if (loss.classes != about.states())
        throw ArgumentError("the classes of the losses are not the states of " +
                            in_quotes(about.name()));
    const std::size_t classes = about.cardinality();
    const Posterior now = solver.marginals(std::span(&class_variable, 1), evidence);
    const std::vector<double> of_class(now[0].begin(), now[0].end());
    std::vector<VariableId> features;
    std::vector<std::vector<double>> joint;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId feature(v);
        if (feature == class_variable || evidence.has(feature) ||
            !network.variable(feature).is_discrete())
            continue;
        features.push_back(feature);
        joint.emplace_back(classes * network.cardinality(feature), 0.0);
    }
    Workspace workspace;
    for (std::size_t c = 0; c < classes && !features.empty(); ++c) {
        if (of_class[c] == 0) continue;
        Evidence with_class = evidence;
        with_class.observe(class_variable, StateId(c));
        const Posterior& given = solver.marginals(features, with_class, workspace);
        for (std::size_t f = 0; f < features.size(); ++f) {
            const std::size_t states = network.cardinality(features[f]);
            for (std::size_t s = 0; s < states; ++s)
                joint[f][c * states + s] = of_class[c] * given[f][s];
        }
    }
    FeatureValues values{least_loss(of_class, loss), {}};
    for (std::size_t f = 0; f < features.size(); ++f) {
        const std::size_t states = network.cardinality(features[f]);
        double then = 0;
        std::vector<double> column(classes);
        for (std::size_t s = 0; s < states; ++s) {
            for (std::size_t c = 0; c < classes; ++c) column[c] = joint[f][c * states + s];
            then += least_loss(column, loss);
        }
        const double rounding = 1e-12 * loss.loss.cwiseAbs().maxCoeff();
        const double saved = values.expected_loss - then;
        values.features.push_back(
            {features[f], saved > rounding ? saved : 0, mutual_information_of(joint[f], states)});
    }
    std::ranges::stable_sort(values.features, [](const FeatureValue& a, const FeatureValue& b) {
        return std::pair(a.value, a.mutual_information) > std::pair(b.value, b.mutual_information);
    });
    return values;
}

}  // namespace pgm
