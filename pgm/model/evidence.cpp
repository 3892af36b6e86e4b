#include <pgm/model/evidence.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/name_text.hpp>

#include <algorithm>
#include <limits>

namespace pgm {

Evidence::Entry& Evidence::entry(VariableId variable) {
    const auto at =
        std::lower_bound(entries_.begin(), entries_.end(), variable, [](const Entry& e, VariableId wanted) { return e.variable < wanted; });
    if (at != entries_.end() && at->variable == variable) return *at;
    return *entries_.insert(at, Entry{variable, FindingKind::observed, StateId{}, {}});
}

Evidence& Evidence::observe(VariableId variable, StateId state) {
    entry(variable) = Entry{variable, FindingKind::observed, state, {}};
    return *this;
}

Evidence& Evidence::intervene(VariableId variable, StateId state) {
    entry(variable) = Entry{variable, FindingKind::intervened, state, {}};
    return *this;
}

Evidence& Evidence::likelihood(VariableId variable, std::span<const double> values) {
    std::vector<double> copy(values.begin(), values.end());
    entry(variable) = Entry{variable, FindingKind::likelihood, StateId{}, std::move(copy)};
    return *this;
}

Evidence& Evidence::observe(const BayesianNetwork& network, std::string_view variable, std::string_view state) {
    const VariableId id = network.id(variable);
    return observe(id, network.variable(id).state_id(state));
}

Evidence& Evidence::intervene(const BayesianNetwork& network, std::string_view variable, std::string_view state) {
    const VariableId id = network.id(variable);
    return intervene(id, network.variable(id).state_id(state));
}

Evidence& Evidence::likelihood(const BayesianNetwork& network, std::string_view variable, std::span<const double> values) {
    return likelihood(network.id(variable), values);
}

Evidence& Evidence::forget(VariableId variable) {
    std::erase_if(entries_, [variable](const Entry& e) { return e.variable == variable; });
    return *this;
}

void Evidence::clear() {
    entries_.clear();
}

Finding Evidence::operator[](std::size_t i) const {
    const Entry& e = entries_[i];
    return {e.variable, e.kind, e.state, e.likelihood};
}

bool Evidence::has(VariableId variable) const {
    const auto at =
        std::lower_bound(entries_.begin(), entries_.end(), variable, [](const Entry& e, VariableId wanted) { return e.variable < wanted; });
    return at != entries_.end() && at->variable == variable;
}

namespace {

void validate_likelihood(const Finding& finding, const Variable& variable) {
    const Location location{.variable = variable.name()};
    const std::string whose = "the likelihood of '" + printable(variable.name()) + "' ";
    if (finding.likelihood.size() != variable.cardinality()) {
        throw EvidenceError(whose + "has " + std::to_string(finding.likelihood.size()) + " values, but the variable has " +
                                std::to_string(variable.cardinality()) + " states",
                            location);
    }
    for (const double value : finding.likelihood) {
        const bool fits = value >= 0 && value <= std::numeric_limits<double>::max();  // false for NaN
        if (!fits) throw EvidenceError(whose + "holds a number that is negative or not finite", location);
    }
}

}  // namespace

void validate(const Evidence& evidence, const BayesianNetwork& network) {
    for (std::size_t i = 0; i < evidence.size(); ++i) {
        const Finding finding = evidence[i];
        if (finding.variable.index() >= network.size()) {
            throw EvidenceError("evidence on variable number " + std::to_string(finding.variable.index()) + ", but the network has " +
                                std::to_string(network.size()) + ", counted from 0");
        }
        const Variable& variable = network.variable(finding.variable);
        if (finding.kind == FindingKind::likelihood) {
            validate_likelihood(finding, variable);
        } else if (finding.state.index() >= variable.cardinality()) {
            throw EvidenceError("evidence on state number " + std::to_string(finding.state.index()) + " of '" + printable(variable.name()) +
                                    "', which has " + std::to_string(variable.cardinality()) + ", counted from 0",
                                {.variable = variable.name()});
        }
    }
}

}  // namespace pgm
