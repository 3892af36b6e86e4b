#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/detail/assignment_text.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/state_lookup.hpp>

#include <algorithm>

namespace pgm {
namespace {

/// A finding with the column of its text.
struct ReadFinding {
    VariableId variable;
    Finding finding;
    std::uint32_t column;
};

VariableId find_variable(const BayesianNetwork& network, const detail::NamedState& item) {
    if (const auto found = network.find(item.variable)) return *found;
    throw EvidenceError("no variable '" + printable(item.variable) + "'",
                        {.column = item.variable_column},
                        did_you_mean(item.variable, names_of(network.variables())));
}

StateId find_state(const Variable& variable, const detail::NamedState& item) {
    if (const auto meant = state_meant(variable.states(), item.state)) return *meant;
    throw EvidenceError("variable '" + printable(variable.name()) + "' has no state '" +
                            printable(item.state) + "'",
                        {.column = item.state_column, .variable = variable.name()},
                        state_hint(variable.states(), item.state));
}

double read_value(const Variable& variable, const detail::NamedState& item) {
    if (const auto value = parse_number(item.state)) return *value;
    throw EvidenceError("'" + printable(item.state) + "' is not a number, and variable '" +
                            printable(variable.name()) + "' is continuous",
                        {.column = item.state_column, .variable = variable.name()});
}

void require_fit(const BayesianNetwork& network, const ReadFinding& read,
                 const detail::NamedState& item) {
    try {
        validate(Evidence().add(read.variable, read.finding), network);
    } catch (const EvidenceError& error) {
        throw EvidenceError(error.message(),
                            {.column = item.state_column, .variable = error.location().variable});
    }
}

/// A likelihood refers to the numbers of the item.
ReadFinding read_finding(const BayesianNetwork& network, const detail::NamedState& item) {
    ReadFinding read{find_variable(network, item), {}, item.variable_column};
    const Variable& variable = network.variable(read.variable);
    const bool is_likelihood = !item.numbers.empty() && !variable.find_state(item.state);
    if (is_likelihood && !item.intervention) {
        read.finding = Likelihood{item.numbers};
        require_fit(network, read, item);
    } else if (variable.is_discrete()) {
        const StateId state = find_state(variable, item);
        read.finding = item.intervention ? Finding(Intervened{state}) : Observed{state};
    } else {
        const double value = read_value(variable, item);
        read.finding = item.intervention ? Finding(IntervenedValue{value}) : ObservedValue{value};
    }
    return read;
}

/// Two reports about one variable are independent: their likelihoods are multiplied. False unless
/// both are likelihoods.
bool multiply(Evidence& evidence, VariableId variable, const Finding& known, const Finding& more) {
    const auto* const a = std::get_if<Likelihood>(&known);
    const auto* const b = std::get_if<Likelihood>(&more);
    if (!a || !b) return false;
    std::vector<double> product(a->values.begin(), a->values.end());
    for (std::size_t i = 0; i < product.size(); ++i) product[i] *= b->values[i];
    evidence.likelihood(variable, product);
    return true;
}

}  // namespace

Evidence parse_evidence(const BayesianNetwork& network, std::string_view text) {
    std::vector<ReadFinding> findings;
    const std::vector<detail::NamedState> items = detail::parse_assignment(text);
    for (const detail::NamedState& item : items) findings.push_back(read_finding(network, item));
    std::ranges::stable_sort(findings, {}, &ReadFinding::variable);
    Evidence evidence;
    for (const auto& [variable, finding, column] : findings) {
        const Finding* const known = evidence.find(variable);
        if (known && multiply(evidence, variable, *known, finding)) continue;
        if (known && *known != finding) {
            const std::string& name = network.variable(variable).name();
            throw EvidenceError("two different findings about '" + printable(name) + "'",
                                {.column = column, .variable = name});
        }
        evidence.add(variable, finding);
    }
    return evidence;
}

}  // namespace pgm
