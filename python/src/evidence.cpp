#include <python/src/detail/bindings.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/query/query_text.hpp>

#include <string>

namespace pgm::python {
namespace {

std::string text_of(nb::handle object) {
    return nb::cast<std::string>(nb::str(object));
}

std::string name_in(nb::handle key) {
    if (nb::isinstance<nb::str>(key)) return nb::cast<std::string>(key);
    throw nb::type_error(
        ("evidence maps names of variables, not " + text_of(nb::repr(key))).c_str());
}

/// The number that Python's float() makes of an object. Throws what that raises.
double number_of(nb::handle object) {
    return nb::cast<double>(nb::float_(object));
}

/// None is no bound.
double bound_of(nb::handle object, double otherwise) {
    return object.is_none() ? otherwise : number_of(object);
}

/// A sequence: a likelihood of the states, or the two ends of an interval.
void add_sequence(Evidence& evidence, const BayesianNetwork& network, const std::string& name,
                  nb::handle finding) {
    const VariableId id = network.id(name);
    if (!network.variable(id).is_discrete()) {
        if (nb::len(finding) != 2)
            throw EvidenceError("the interval of '" + name + "' has two ends, (low, high)", {},
                                "None is no bound");
        evidence.observe(id,
                         Interval{bound_of(finding[0], -infinity), bound_of(finding[1], infinity)});
        return;
    }
    std::vector<double> likelihood;
    for (const nb::handle number : finding) likelihood.push_back(number_of(number));
    evidence.likelihood(id, likelihood);
}

bool is_sequence(nb::handle object) {
    return PySequence_Check(object.ptr()) != 0 && !nb::isinstance<nb::bytes>(object);
}

void add_finding(Evidence& evidence, const BayesianNetwork& network, const std::string& name,
                 nb::handle finding, bool is_intervention) {
    if (nb::isinstance<nb::str>(finding) || PyBool_Check(finding.ptr())) {
        // The states of columns of truth values are called as Python prints them.
        const std::string state = text_of(finding);
        is_intervention ? evidence.intervene(network, name, state)
                        : evidence.observe(network, name, state);
    } else if (!is_intervention && is_sequence(finding)) {
        add_sequence(evidence, network, name, finding);
    } else if (PyNumber_Check(finding.ptr()) != 0) {
        const double value = number_of(finding);
        is_intervention ? evidence.intervene(network, name, value)
                        : evidence.observe(network, name, value);
    } else {
        throw nb::type_error(("the finding about '" + name + "' is " + text_of(nb::repr(finding)) +
                              "; it may be a state, a number, a likelihood or an interval")
                                 .c_str());
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
        throw nb::type_error(
            ("evidence is a text, a dict or pgm.Evidence, not " + text_of(nb::repr(evidence)))
                .c_str());
    add_findings(findings, network, nb::cast<nb::dict>(evidence.attr("_findings")), false);
    add_findings(findings, network, nb::cast<nb::dict>(evidence.attr("_interventions")), true);
    Given given = given_of(findings);
    const nb::object text = evidence.attr("_text");
    if (!text.is_none())
        given = joined(std::move(given), parse_given(network, nb::cast<std::string>(text)));
    return given;
}

}  // namespace pgm::python
