#include <pgm/query/query.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {
namespace {

void require_discrete(VariableId id, const BayesianNetwork& network) {
    if (id.index() >= network.size()) {
        throw ArgumentError("a query names variable number " + std::to_string(id.value) +
                            ", the network has " + std::to_string(network.size()));
    }
    const Variable& variable = network.variable(id);
    if (!variable.is_discrete())
        throw ArgumentError("'" + printable(variable.name()) +
                            "' is continuous: a query can only speak of states");
}

void validate_targets(const Query& query, const BayesianNetwork& network) {
    const bool wants_targets =
        query.kind == QueryKind::distribution || query.kind == QueryKind::most_probable_assignment;
    if (wants_targets == query.targets.empty()) {
        throw ArgumentError(
            wants_targets ? "a distribution or most probable assignment needs at least one target"
                          : "a probability or most probable explanation has no targets");
    }
    if (query.event.has_value() != (query.kind == QueryKind::probability))
        throw ArgumentError("a probability, and nothing else, needs an event");
    for (const VariableId target : query.targets) require_discrete(target, network);

    std::vector<VariableId> sorted = query.targets;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end())
        throw ArgumentError("'" + printable(network.variable(*twice).name()) +
                            "' is asked for twice");
}

void validate_interventions(std::vector<Intervention> interventions,
                            const BayesianNetwork& network) {
    for (const Intervention& made : interventions) {
        require_discrete(made.variable, network);
        const Variable& variable = network.variable(made.variable);
        if (made.state.index() >= variable.cardinality()) {
            throw ArgumentError("do() names state number " + std::to_string(made.state.value) +
                                " of '" + printable(variable.name()) + "', which has " +
                                std::to_string(variable.cardinality()));
        }
    }
    std::sort(interventions.begin(), interventions.end(),
              [](const Intervention& a, const Intervention& b) { return a.variable < b.variable; });
    const auto contradiction =
        std::adjacent_find(interventions.begin(), interventions.end(),
                           [](const Intervention& a, const Intervention& b) {
                               return a.variable == b.variable && a.state != b.state;
                           });
    if (contradiction != interventions.end()) {
        throw ArgumentError("'" + printable(network.variable(contradiction->variable).name()) +
                            "' is made to be in two states at once");
    }
}

void validate_measurements(std::vector<Measurement> measurements, const BayesianNetwork& network) {
    for (const Measurement& measurement : measurements) {
        if (measurement.variable.index() >= network.size()) {
            throw ArgumentError("a query names variable number " +
                                std::to_string(measurement.variable.value) + ", the network has " +
                                std::to_string(network.size()));
        }
        const std::string& name = network.variable(measurement.variable).name();
        if (network.variable(measurement.variable).is_discrete())
            throw ArgumentError("a query gives a number for '" + printable(name) +
                                "', which is discrete");
        if (!std::isfinite(measurement.value))
            throw ArgumentError("the value of '" + printable(name) + "' is not a finite number");
    }
    std::sort(measurements.begin(), measurements.end(),
              [](const Measurement& a, const Measurement& b) { return a.variable < b.variable; });
    const auto twice = std::adjacent_find(
        measurements.begin(), measurements.end(),
        [](const Measurement& a, const Measurement& b) { return a.variable == b.variable; });
    if (twice != measurements.end())
        throw ArgumentError("'" + printable(network.variable(twice->variable).name()) +
                            "' is given two values");
}

}  // namespace

Query distribution_query(std::vector<VariableId> targets, Given given) {
    return {.kind = QueryKind::distribution,
            .targets = std::move(targets),
            .event = {},
            .given = std::move(given),
            .text = {}};
}

Query probability_query(Expression event, Given given) {
    return {.kind = QueryKind::probability,
            .targets = {},
            .event = std::move(event),
            .given = std::move(given),
            .text = {}};
}

Query most_probable_assignment_query(std::vector<VariableId> targets, Given given) {
    return {.kind = QueryKind::most_probable_assignment,
            .targets = std::move(targets),
            .event = {},
            .given = std::move(given),
            .text = {}};
}

Query most_probable_explanation_query(Given given) {
    return {.kind = QueryKind::most_probable_explanation,
            .targets = {},
            .event = {},
            .given = std::move(given),
            .text = {}};
}

Intervention intervention(const BayesianNetwork& network, std::string_view variable,
                          std::string_view state) {
    const VariableId id = network.id(variable);
    return {.variable = id, .state = network.variable(id).state_id(state)};
}

void validate(const Query& query, const BayesianNetwork& network) {
    validate_targets(query, network);
    if (query.event) validate(*query.event, network);
    for (const Expression& condition : query.given.conditions) validate(condition, network);
    validate_interventions(query.given.interventions, network);
    validate_measurements(query.given.measurements, network);
}

}  // namespace pgm
