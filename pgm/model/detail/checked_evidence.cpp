#include <pgm/model/detail/checked_evidence.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace pgm::detail {
namespace {

// Texts are composed only for errors, so that valid questions allocate nothing.

std::string quoted_name(const Variable& variable) {
    return "'" + printable(variable.name()) + "'";
}

EvidenceError likelihood_error(const Variable& variable, const std::string& what) {
    return EvidenceError("the likelihood of " + quoted_name(variable) + " " + what,
                         {.variable = variable.name()});
}

[[noreturn]] void throw_bad_variable(VariableId variable, const BayesianNetwork& network) {
    throw EvidenceError("evidence on variable number " + std::to_string(variable.index()) +
                        ", but the network has " + std::to_string(network.size()) +
                        ", counted from 0");
}

[[noreturn]] void throw_bad_state(const Variable& variable, StateId state) {
    if (!variable.is_discrete()) {
        throw EvidenceError(
            "evidence on a state of " + quoted_name(variable) + ", which is continuous",
            {.variable = variable.name()}, "give a number");
    }
    throw EvidenceError("evidence on state number " + std::to_string(state.index()) + " of " +
                            quoted_name(variable) + ", which has " +
                            std::to_string(variable.cardinality()) + ", counted from 0",
                        {.variable = variable.name()});
}

[[noreturn]] void throw_bad_value(const Variable& variable) {
    if (variable.is_discrete()) {
        throw EvidenceError(
            "a number was given for " + quoted_name(variable) + ", which is discrete",
            {.variable = variable.name()}, "give one of its states");
    }
    throw EvidenceError("the value of " + quoted_name(variable) + " is not a finite number",
                        {.variable = variable.name()});
}

/// A continuous variable has no states, so every state number is wrong for it.
void check_state(const Variable& variable, StateId state) {
    if (state.index() >= variable.cardinality()) throw_bad_state(variable, state);
}

void check_value(const Variable& variable, double value) {
    if (variable.is_discrete() || !std::isfinite(value)) throw_bad_value(variable);
}

void check_interval(const Variable& variable, const Interval& interval) {
    if (variable.is_discrete())
        throw EvidenceError(
            "an interval was given for " + quoted_name(variable) + ", which is discrete",
            {.variable = variable.name()}, "give one of its states");
    if (interval.above < interval.up_to) return;  // false for NaN
    throw EvidenceError("the interval of " + quoted_name(variable) + " is empty: above " +
                            to_text(interval.above) + " and up to " + to_text(interval.up_to),
                        {.variable = variable.name()}, "the first bound is the lower one");
}

void check_likelihood(const Variable& variable, std::span<const double> values) {
    if (!variable.is_discrete())
        throw likelihood_error(variable, "has no states to speak of: it is continuous");
    if (values.size() != variable.cardinality()) {
        throw likelihood_error(variable, "has " + counted(values.size(), "value") +
                                             ", but the variable has " +
                                             counted(variable.cardinality(), "state"));
    }
    for (const double value : values) {
        const bool fits =
            value >= 0 && value <= std::numeric_limits<double>::max();  // false for NaN
        if (!fits)
            throw likelihood_error(variable, "holds a number that is negative or not finite");
    }
}

}  // namespace

void CheckedEvidence::assign(const Evidence& evidence, const BayesianNetwork& network) {
    findings_.clear();
    values_.clear();
    intervals_.clear();
    is_certain_ = true;
    has_intervention_ = false;
    for (const auto& [variable, finding] : evidence) {
        if (variable.index() >= network.size()) throw_bad_variable(variable, network);
        const Variable& about = network.variable(variable);
        std::visit([&, id = variable](const auto& known) { add(about, id, known); }, finding);
    }
}

void CheckedEvidence::add(const Variable& about, VariableId variable, Observed known) {
    check_state(about, known.state);
    findings_.push_back({variable, known});
    is_certain_ = false;
}

void CheckedEvidence::add(const Variable& about, VariableId variable, ObservedValue known) {
    check_value(about, known.value);
    values_.push_back({variable, Role::observed, known.value});
    is_certain_ = false;
}

void CheckedEvidence::add(const Variable& about, VariableId variable, ObservedInterval known) {
    check_interval(about, known.interval);
    intervals_.push_back({variable, known.interval});
    is_certain_ = false;
}

void CheckedEvidence::add(const Variable& about, VariableId variable, Likelihood known) {
    check_likelihood(about, known.values);
    findings_.push_back({variable, known});
    is_certain_ = false;
}

void CheckedEvidence::add(const Variable& about, VariableId variable, Intervened known) {
    check_state(about, known.state);
    findings_.push_back({variable, known});
    has_intervention_ = true;
}

void CheckedEvidence::add(const Variable& about, VariableId variable, IntervenedValue known) {
    check_value(about, known.value);
    values_.push_back({variable, Role::intervened, known.value});
}

void CheckedEvidence::assign_discrete(const CheckedEvidence& other) {
    findings_.assign(other.findings_.begin(), other.findings_.end());
    values_.clear();
    intervals_.clear();
    has_intervention_ = other.has_intervention_;
    is_certain_ = std::ranges::all_of(findings_, [](const Item& item) {
        return std::holds_alternative<Intervened>(item.finding);
    });
}

void CheckedEvidence::observe_last(VariableId variable, StateId state) {
    findings_.push_back({variable, Observed{state}});
    is_certain_ = false;
}

std::optional<StateId> CheckedEvidence::find_state(VariableId variable) const {
    const auto at = std::ranges::lower_bound(findings_, variable, {}, &Item::variable);
    if (at == findings_.end() || at->variable != variable) return std::nullopt;
    return state_of(at->finding);
}

}  // namespace pgm::detail

void pgm::validate(const Evidence& evidence, const BayesianNetwork& network) {
    detail::CheckedEvidence(evidence, network);
}
