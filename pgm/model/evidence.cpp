#include <pgm/model/evidence.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgm {
/// Where the entry of that variable stands, or would stand.
std::size_t Evidence::position(VariableId variable) const {
    const auto before = [](const Entry& entry, VariableId wanted) {
        return entry.variable < wanted;
    };
    return static_cast<std::size_t>(
        std::lower_bound(entries_.begin(), entries_.end(), variable, before) - entries_.begin());
}

void Evidence::set(Entry entry) {
    const auto at = entries_.begin() + static_cast<std::ptrdiff_t>(position(entry.variable));
    if (at != entries_.end() && at->variable == entry.variable) {
        *at = entry;
    } else {
        entries_.insert(at, entry);
    }
    if (entry.kind != FindingKind::likelihood) likelihoods_.erase(entry.variable);
}

Evidence& Evidence::observe(VariableId variable, StateId state) {
    set({variable, state, FindingKind::observed});
    return *this;
}

Evidence& Evidence::observe(VariableId variable, double value) {
    set({variable, Finding::no_state, FindingKind::measured, value});
    return *this;
}

Evidence& Evidence::intervene(VariableId variable, StateId state) {
    set({variable, state, FindingKind::intervened});
    return *this;
}

Evidence& Evidence::intervene(VariableId variable, double value) {
    set({variable, Finding::no_state, FindingKind::intervened, value});
    return *this;
}

Evidence& Evidence::likelihood(VariableId variable, std::span<const double> values) {
    std::map<VariableId, std::vector<double>> single{{variable, {values.begin(), values.end()}}};
    set({variable, StateId{}, FindingKind::likelihood});
    likelihoods_.erase(variable);
    likelihoods_.merge(single);  // moves the node, so nothing fails once the entry is there
    return *this;
}

Evidence& Evidence::observe(const BayesianNetwork& network, std::string_view variable,
                            std::string_view state) {
    const VariableId id = network.id(variable);
    return observe(id, network.variable(id).state_id(state));
}

Evidence& Evidence::intervene(const BayesianNetwork& network, std::string_view variable,
                              std::string_view state) {
    const VariableId id = network.id(variable);
    return intervene(id, network.variable(id).state_id(state));
}

Evidence& Evidence::observe(const BayesianNetwork& network, std::string_view variable,
                            double value) {
    return observe(network.id(variable), value);
}

Evidence& Evidence::intervene(const BayesianNetwork& network, std::string_view variable,
                              double value) {
    return intervene(network.id(variable), value);
}

Evidence& Evidence::likelihood(const BayesianNetwork& network, std::string_view variable,
                               std::span<const double> values) {
    return likelihood(network.id(variable), values);
}

Evidence& Evidence::add(const Finding& finding) {
    if (finding.kind == FindingKind::likelihood)
        return likelihood(finding.variable, finding.likelihood);
    set({finding.variable, finding.state, finding.kind,
         finding.state == Finding::no_state ? finding.value : 0});
    return *this;
}

Evidence& Evidence::forget(VariableId variable) {
    if (!has(variable)) return *this;
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(position(variable)));
    likelihoods_.erase(variable);
    return *this;
}

void Evidence::clear() {
    entries_.clear();
    likelihoods_.clear();
}

std::span<const double> Evidence::likelihood_of(VariableId variable) const {
    return likelihoods_.at(variable);
}

bool Evidence::has(VariableId variable) const {
    const std::size_t at = position(variable);
    return at < entries_.size() && entries_[at].variable == variable;
}

std::optional<Finding> Evidence::find(VariableId variable) const {
    if (!has(variable)) return std::nullopt;
    return (*this)[position(variable)];
}

namespace {

/// Texts are made only when there is something to complain about: a question that is fine should
/// not ask for memory.
EvidenceError likelihood_error(const Variable& variable, const std::string& what) {
    return EvidenceError("the likelihood of '" + printable(variable.name()) + "' " + what,
                         {.variable = variable.name()});
}

void validate_likelihood(const Finding& finding, const Variable& variable) {
    if (finding.likelihood.size() != variable.cardinality()) {
        throw likelihood_error(variable, "has " + std::to_string(finding.likelihood.size()) +
                                             " values, but the variable has " +
                                             std::to_string(variable.cardinality()) + " states");
    }
    for (const double value : finding.likelihood) {
        const bool fits =
            value >= 0 && value <= std::numeric_limits<double>::max();  // false for NaN
        if (!fits)
            throw likelihood_error(variable, "holds a number that is negative or not finite");
    }
}

void validate_value(const Finding& finding, const Variable& variable) {
    if (finding.kind == FindingKind::likelihood)
        throw likelihood_error(variable, "has no states to speak of: it is continuous");
    if (finding.state == Finding::no_state && std::isfinite(finding.value)) return;
    const std::string name = "'" + printable(variable.name()) + "'";
    if (finding.state != Finding::no_state) {
        throw EvidenceError("evidence on a state of " + name + ", which is continuous",
                            {.variable = variable.name()}, "give a number");
    }
    throw EvidenceError("the value of " + name + " is not a finite number",
                        {.variable = variable.name()});
}

[[noreturn]] void throw_bad_state(const Finding& finding, const Variable& variable) {
    const std::string name = "'" + printable(variable.name()) + "'";
    if (finding.state == Finding::no_state) {
        throw EvidenceError("a number was given for " + name + ", which is discrete",
                            {.variable = variable.name()}, "give one of its states");
    }
    throw EvidenceError("evidence on state number " + std::to_string(finding.state.index()) +
                            " of " + name + ", which has " +
                            std::to_string(variable.cardinality()) + ", counted from 0",
                        {.variable = variable.name()});
}

}  // namespace

void validate(const Evidence& evidence, const BayesianNetwork& network) {
    for (std::size_t i = 0; i < evidence.size(); ++i) {
        const Finding finding = evidence[i];
        if (finding.variable.index() >= network.size()) {
            throw EvidenceError(
                "evidence on variable number " + std::to_string(finding.variable.index()) +
                ", but the network has " + std::to_string(network.size()) + ", counted from 0");
        }
        const Variable& variable = network.variable(finding.variable);
        if (!variable.is_discrete()) {
            validate_value(finding, variable);
        } else if (finding.kind == FindingKind::likelihood) {
            validate_likelihood(finding, variable);
        } else if (finding.state.index() >= variable.cardinality()) {
            throw_bad_state(finding, variable);
        }
    }
}

std::string to_text(const BayesianNetwork& network, const Finding& finding) {
    const Variable& variable = network.variable(finding.variable);
    std::string value;
    if (finding.kind == FindingKind::likelihood) {
        for (const double l : finding.likelihood)
            value += (value.empty() ? "[" : ", ") + to_text(l);
        value += "]";
    } else if (variable.is_discrete()) {
        value = quoted_if_needed(variable.state(finding.state));
    } else {
        value = to_text(finding.value);
    }
    const std::string equation = quoted_if_needed(variable.name()) + "=" + value;
    return finding.kind == FindingKind::intervened ? "do(" + equation + ")" : equation;
}

bool has_density(const Evidence& evidence) {
    for (std::size_t i = 0; i < evidence.size(); ++i) {
        if (evidence[i].kind == FindingKind::measured) return true;
    }
    return false;
}

}  // namespace pgm
