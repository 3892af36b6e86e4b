#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/suggest.hpp>
#include <pgm/model/assignment_text.hpp>
#include <pgm/model/evidence.hpp>

#include <algorithm>

namespace pgm {
namespace {

/// A finding with the place where its text stands.
struct ReadFinding {
    VariableId variable;
    StateId state;
    std::optional<double> value;  ///< of a continuous variable, instead of a state
    bool intervention;
    std::uint32_t column;
};

VariableId find_variable(const BayesianNetwork& network, const NamedState& item) {
    if (const auto found = network.find(item.variable)) return *found;
    throw EvidenceError("no variable '" + printable(item.variable) + "'",
                        {.column = item.variable_column},
                        did_you_mean(item.variable, names_of(network.variables())));
}

StateId find_state(const Variable& variable, const NamedState& item) {
    if (const auto found = variable.find_state(item.state)) return *found;
    throw EvidenceError("variable '" + printable(variable.name()) + "' has no state '" +
                            printable(item.state) + "'",
                        {.column = item.state_column, .variable = variable.name()},
                        did_you_mean(item.state, variable.states()));
}

double read_value(const Variable& variable, const NamedState& item) {
    if (const auto value = parse_number(item.state)) return *value;
    throw EvidenceError("'" + printable(item.state) + "' is not a number, and variable '" +
                            printable(variable.name()) + "' is continuous",
                        {.column = item.state_column, .variable = variable.name()});
}

ReadFinding read_finding(const BayesianNetwork& network, const NamedState& item) {
    ReadFinding finding{
        find_variable(network, item), {}, {}, item.intervention, item.variable_column};
    const Variable& variable = network.variable(finding.variable);
    if (variable.is_discrete()) {
        finding.state = find_state(variable, item);
    } else {
        finding.value = read_value(variable, item);
    }
    return finding;
}

/// By state or by value, whichever it has.
template <class What>
void add(Evidence& evidence, const ReadFinding& finding, What what) {
    if (finding.intervention) {
        evidence.intervene(finding.variable, what);
    } else {
        evidence.observe(finding.variable, what);
    }
}

}  // namespace

Evidence parse_evidence(const BayesianNetwork& network, std::string_view text) {
    std::vector<ReadFinding> findings;
    for (const NamedState& item : parse_assignment(text))
        findings.push_back(read_finding(network, item));
    std::stable_sort(
        findings.begin(), findings.end(),
        [](const ReadFinding& a, const ReadFinding& b) { return a.variable < b.variable; });
    Evidence evidence;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const ReadFinding& finding = findings[i];
        if (i > 0 && findings[i - 1].variable == finding.variable) {
            const bool same = findings[i - 1].state == finding.state &&
                              findings[i - 1].value == finding.value &&
                              findings[i - 1].intervention == finding.intervention;
            if (same) continue;
            const std::string& name = network.variable(finding.variable).name();
            throw EvidenceError("two different findings about '" + printable(name) + "'",
                                {.column = finding.column, .variable = name});
        }
        if (finding.value) {
            add(evidence, finding, *finding.value);
        } else {
            add(evidence, finding, finding.state);
        }
    }
    return evidence;
}

}  // namespace pgm
