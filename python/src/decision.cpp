#include <python/src/detail/bindings.hpp>

#include <io/strategy_file.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/decide/evaluation.hpp>
#include <pgm/decide/value_of_information.hpp>
#include <pgm/query/answer.hpp>

namespace pgm::python {
namespace {

/// Findings about single variables. Throws ArgumentError for conditions on several together.
Evidence plain_evidence(const BayesianNetwork& network, nb::handle evidence) {
    if (const std::optional<Evidence> findings = findings_from(network, evidence)) return *findings;
    const ConditionedNetwork given = conditioned(network, given_from(network, evidence));
    if (given.contradictory) throw EvidenceError("the findings contradict each other");
    if (given.network.size() != network.size())
        throw ArgumentError(
            "a finding on several variables together cannot be weighed with "
            "decisions",
            "name the state of each variable: {\"A\": \"a\"}");
    return given.evidence;
}

std::vector<std::string> names(const BayesianNetwork& network,
                               std::span<const VariableId> variables) {
    std::vector<std::string> found;
    for (const VariableId variable : variables) found.push_back(network.variable(variable).name());
    return found;
}

/// (decision, what is known, what it depends on, some utility depends on it, [(states of what is
/// known, [expected utility or None of each alternative], best alternatives)])
nb::tuple table_parts(const BayesianNetwork& network, const DecisionTable& table) {
    const Variable& decision = network.variable(table.decision);
    nb::list rows;
    for (const DecisionRow& row : table.rows) {
        std::vector<std::string> given, best;
        for (std::size_t i = 0; i < row.given.size(); ++i)
            given.push_back(network.variable(table.given[i]).state(row.given[i]));
        for (const StateId alternative : row.best) best.push_back(decision.state(alternative));
        rows.append(nb::make_tuple(given, row.expected_utility, best));
    }
    return nb::make_tuple(decision.name(), names(network, table.given),
                          names(network, table.needed), table.has_influence, rows);
}

nb::dict posterior_dict(const BayesianNetwork& network, const Posterior& posterior) {
    nb::dict found;
    for (std::size_t i = 0; i < posterior.size(); ++i) {
        const Variable& variable = network.variable(posterior.variables()[i]);
        nb::dict states;
        for (std::size_t s = 0; s < variable.cardinality(); ++s)
            states[nb::cast(variable.states()[s])] = nb::cast(posterior[i][s]);
        found[nb::cast(variable.name())] = states;
    }
    return found;
}

/// (path of a CSV file or "", its text or "", risk tolerance or None) of what is given beside the
/// evidence.
using GivenStrategy = std::tuple<std::string, std::string, std::optional<double>>;

/// (maximum expected utility, standard deviation, found to be global, order, expected utilities,
/// tables, posteriors, CSV of the strategy, network under it)
Parts decision_parts(const Network& network, nb::handle evidence, bool limited,
                     const GivenStrategy& given) {
    const auto& [path, text, risk_tolerance] = given;
    const InfluenceDiagram diagram(*network.built(), limited ? InfluenceDiagram::Memory::limited
                                                             : InfluenceDiagram::Memory::recall);
    DecisionOptions options{.risk_tolerance = risk_tolerance};
    if (!path.empty()) options.given = io::read_strategy(path, diagram);
    if (!text.empty()) options.given = io::parse_strategy(text, "strategy", diagram);
    const Evidence findings = plain_evidence(diagram.network(), evidence);
    DecisionSolution solution;
    StrategyValue value;
    {
        const nb::gil_scoped_release release;
        solution = decide(diagram, findings, options);
        if (solution.status != PosteriorStatus::impossible)
            value = evaluate(diagram, solution.strategy, findings);
    }
    if (solution.status == PosteriorStatus::impossible)
        throw ImpossibleEvidenceError("no strategy lets the findings occur together");
    const BayesianNetwork& all = diagram.network();
    nb::list utilities, tables;
    for (std::size_t u = 0; u < diagram.utilities().size(); ++u)
        utilities.append(
            nb::make_tuple(all.variable(diagram.utilities()[u]).name(), value.utilities[u]));
    for (const DecisionTable& table : solution.decisions) tables.append(table_parts(all, table));
    return nb::make_tuple(solution.maximum_expected_utility, value.standard_deviation,
                          solution.optimal == DecisionSolution::Optimality::global,
                          names(all, diagram.decisions()), utilities, tables,
                          posterior_dict(all, value.posterior),
                          io::strategy_text(diagram, solution.strategy),
                          Network(with_strategy(diagram, solution.strategy)));
}

/// (names of what is seen, none: each by itself; decision before which it is, or None)
using LookedAt = std::tuple<std::vector<std::string>, std::optional<std::string>>;

/// [(names of what is seen, decision before which it is, what that is worth)]
ListOfParts information_list(const Network& network, nb::handle evidence, bool limited,
                             const LookedAt& looked_at) {
    const InfluenceDiagram diagram(*network.built(), limited ? InfluenceDiagram::Memory::limited
                                                             : InfluenceDiagram::Memory::recall);
    const BayesianNetwork& all = diagram.network();
    const auto& [of, before_name] = looked_at;
    std::optional<VariableId> before;
    if (before_name) before = all.id(*before_name);
    const Evidence findings = plain_evidence(all, evidence);
    ListOfParts found;
    if (of.empty()) {
        for (const InformationValue& one : values_of_information(diagram, before, findings))
            found.append(nb::make_tuple(names(all, {&one.of, 1}), all.variable(one.before).name(),
                                        one.value));
        return found;
    }
    std::vector<VariableId> together;
    for (const std::string& name : of) together.push_back(all.id(name));
    std::vector<VariableId> places;
    if (before) places.push_back(*before);
    for (const VariableId decision : diagram.decisions())
        if (!before && !findings.has(decision)) places.push_back(decision);
    for (const VariableId decision : places)
        found.append(nb::make_tuple(of, all.variable(decision).name(),
                                    value_of_information(diagram, together, decision, findings)));
    return found;
}

}  // namespace

void bind_decision(nb::module_& module) {
    module.def("decide", &decision_parts, nb::arg("network"), nb::arg("evidence").none(),
               nb::arg("limited"), nb::arg("given"));
    module.def("values_of_information", &information_list, nb::arg("network"),
               nb::arg("evidence").none(), nb::arg("limited"), nb::arg("looked_at"));
}

}  // namespace pgm::python
