#include <python/src/detail/bindings.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/query/query_text.hpp>

#include <cmath>
#include <string>

namespace pgm::python {
namespace {

std::string text_of(nb::handle object) {
    return nb::cast<std::string>(nb::str(object));
}

std::string shown(nb::handle object) {
    return text_of(nb::repr(object));
}

std::string name_in(nb::handle key) {
    if (nb::isinstance<nb::str>(key)) return nb::cast<std::string>(key);
    throw ArgumentTypeError("evidence maps names of variables, not " + shown(key));
}

/// The name of the type of an object, by which those of numpy and pandas are known without them.
std::string name_of_type(nb::handle object) {
    return nb::cast<std::string>(object.type().attr("__name__"));
}

/// None, NaN, the empty text, and marks of missing values.
bool is_missing(nb::handle object) {
    if (object.is_none()) return true;
    if (PyFloat_Check(object.ptr())) return std::isnan(PyFloat_AsDouble(object.ptr()));
    if (nb::isinstance<nb::str>(object)) return nb::len(object) == 0;
    return marks_missing_cells(name_of_type(object));
}

/// The value in an array of numpy without axes; any other object as it is.
nb::object value_of(nb::handle object) {
    const bool is_array = nb::hasattr(object, "ndim") && nb::hasattr(object, "item");
    if (!is_array || is_missing(object) || !nb::object(object.attr("ndim")).equal(nb::int_(0)))
        return nb::borrow(object);
    return object.attr("item")();
}

bool is_truth_value(nb::handle object) {
    if (PyBool_Check(object.ptr())) return true;
    const std::string type = name_of_type(object);
    return type == "bool_" || type == "bool";
}

/// The number that Python's float() makes of an object. Throws ArgumentTypeError for what is none.
double number_of(nb::handle object) {
    try {
        return nb::cast<double>(nb::float_(object));
    } catch (nb::python_error& error) {
        if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError) &&
            !error.matches(PyExc_OverflowError))
            throw;
        throw ArgumentTypeError(shown(object) + " is no number");
    }
}

/// A missing value is no bound.
double bound_of(nb::handle object, double otherwise) {
    return is_missing(object) ? otherwise : number_of(object);
}

/// The state that a text, a truth value or a number means.
StateId state_in(const Variable& variable, nb::handle state) {
    if (nb::isinstance<nb::str>(state)) return variable.state_id(nb::cast<std::string>(state));
    if (is_truth_value(state))
        return variable.state_id(nb::cast<bool>(nb::bool_(nb::borrow(state))) ? "True" : "False");
    if (!is_missing(state) && PyNumber_Check(state.ptr()) != 0)
        return variable.state_id(to_text(number_of(state)));
    throw ArgumentTypeError("'" + printable(variable.name()) + "' has no state " + shown(state),
                            "states are texts, truth values or numbers");
}

/// One of several states: a likelihood of one for each of them.
void add_states(Evidence& evidence, const BayesianNetwork& network, VariableId id,
                nb::handle states) {
    std::vector<double> likelihood(network.cardinality(id), 0);
    for (const nb::handle state : states)
        likelihood[state_in(network.variable(id), state).index()] = 1;
    evidence.likelihood(id, likelihood);
}

void add_interval(Evidence& evidence, const BayesianNetwork& network, VariableId id,
                  nb::handle ends) {
    if (PyAnySet_Check(ends.ptr()) || nb::len(ends) != 2)
        throw EvidenceError("the interval of '" + printable(network.variable(id).name()) +
                                "' has two ends, (low, high)",
                            {}, "None is no bound");
    evidence.observe(id, Interval{bound_of(ends[0], -infinity), bound_of(ends[1], infinity)});
}

/// A sequence of numbers, one for each state, is a likelihood.
bool is_likelihood(nb::handle sequence, std::size_t states) {
    if (PyAnySet_Check(sequence.ptr()) || nb::len(sequence) != states) return false;
    for (const nb::handle number : sequence)
        if (nb::isinstance<nb::str>(number) || is_truth_value(number)) return false;
    return true;
}

/// A collection: of states, one of which it is; of the numbers of a likelihood; or of the two ends
/// of an interval.
void add_collection(Evidence& evidence, const BayesianNetwork& network, VariableId id,
                    nb::handle finding) {
    if (!network.variable(id).is_discrete()) return add_interval(evidence, network, id, finding);
    if (!is_likelihood(finding, network.cardinality(id)))
        return add_states(evidence, network, id, finding);
    std::vector<double> likelihood;
    for (const nb::handle number : finding) likelihood.push_back(number_of(number));
    evidence.likelihood(id, likelihood);
}

bool is_collection(nb::handle object) {
    if (PyAnySet_Check(object.ptr())) return true;
    return PySequence_Check(object.ptr()) != 0 && !nb::isinstance<nb::str>(object) &&
           !nb::isinstance<nb::bytes>(object) && !nb::isinstance<nb::bytearray>(object);
}

/// A missing finding is none.
void add_finding(Evidence& evidence, const BayesianNetwork& network, const std::string& name,
                 nb::handle given, bool is_intervention) {
    const VariableId id = network.id(name);
    const Variable& variable = network.variable(id);
    if (!is_intervention && variable.is_discrete() && nb::isinstance<nb::str>(given) &&
        nb::len(given) != 0) {
        evidence.observe(id, state_in(variable, given));  // the usual one first
        return;
    }
    const nb::object finding = value_of(given);
    const bool is_word = nb::isinstance<nb::str>(finding) || is_truth_value(finding);
    if (!is_intervention && is_missing(finding)) return;
    if (!is_intervention && is_collection(finding)) {
        add_collection(evidence, network, id, finding);
    } else if (is_word && variable.is_discrete()) {
        const StateId state = state_in(variable, finding);
        is_intervention ? evidence.intervene(id, state) : evidence.observe(id, state);
    } else if (!is_word && !is_missing(finding) && PyNumber_Check(finding.ptr()) != 0) {
        const double value = number_of(finding);
        if (!is_intervention && std::isnan(value)) return;
        is_intervention ? evidence.intervene(network, name, value)
                        : evidence.observe(network, name, value);
    } else {
        throw ArgumentTypeError(
            "the finding about '" + printable(name) + "' is " + shown(finding),
            variable.is_discrete()
                ? "it may be a state, a list of states, or a likelihood with a number for each"
                : "it may be a number, or the two ends of an interval");
    }
}

/// Reads a copy, since a finding may run Python code, which may change the dict.
void add_findings(Evidence& evidence, const BayesianNetwork& network, const nb::dict& findings,
                  bool is_intervention) {
    const auto copy = nb::steal<nb::dict>(PyDict_Copy(findings.ptr()));
    for (const auto& [key, finding] : copy)
        add_finding(evidence, network, name_in(key), finding, is_intervention);
}

}  // namespace

std::optional<Evidence> findings_from(const BayesianNetwork& network, nb::handle evidence) {
    Evidence findings;
    if (evidence.is_none()) return findings;
    if (!nb::isinstance<nb::dict>(evidence)) return std::nullopt;
    add_findings(findings, network, nb::cast<nb::dict>(evidence), false);
    return findings;
}

Given given_from(const BayesianNetwork& network, nb::handle evidence) {
    if (const std::optional<Evidence> findings = findings_from(network, evidence))
        return given_of(*findings);
    if (nb::isinstance<nb::str>(evidence))
        return parse_given(network, nb::cast<std::string>(evidence));
    Evidence findings;
    if (!nb::hasattr(evidence, "_findings"))
        throw ArgumentTypeError("evidence is a text, a dict or pgm.Evidence, not " +
                                shown(evidence));
    add_findings(findings, network, nb::cast<nb::dict>(evidence.attr("_findings")), false);
    add_findings(findings, network, nb::cast<nb::dict>(evidence.attr("_interventions")), true);
    Given given = given_of(findings);
    const nb::object text = evidence.attr("_text");
    if (!text.is_none())
        given = joined(std::move(given), parse_given(network, nb::cast<std::string>(text)));
    return given;
}

}  // namespace pgm::python
