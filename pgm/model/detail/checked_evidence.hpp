#pragma once

#include <pgm/model/evidence.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace pgm::detail {

/// What is known beforehand about one variable: whether there will be a finding on it and of which
/// kind; not what it says. Of a continuous variable, too, which has no likelihoods.
enum class Role : std::uint8_t {
    free,  ///< no finding
    /// a likelihood vector; also what a plan for any evidence assumes of every variable.
    likelihood,
    observed,    ///< a state or a value
    intervened,  ///< set from outside: its own table, or density, does not count
};

/// What is known about a discrete variable.
using DiscreteFinding = std::variant<Observed, Likelihood, Intervened>;

Role role_of(const DiscreteFinding& finding);
/// The one state that the finding leaves, or nothing where it is a likelihood.
std::optional<StateId> state_of(const DiscreteFinding& finding);

/// Evidence that is known to fit a network, in the form that everything in the engine reads:
/// findings on discrete variables apart from values of continuous ones, which only the engine's
/// part for those (hybrid_question.hpp) has to look at.
///
/// One object for many questions, one after the other: its memory is kept. Likelihoods are views of
/// the numbers of the Evidence, which must stay as it is while this is in use.
class CheckedEvidence {
public:
    struct Item {
        VariableId variable;
        DiscreteFinding finding;
    };
    struct Value {
        VariableId variable;
        Role role;  ///< observed or intervened
        double value;
    };

    /// No findings.
    CheckedEvidence() = default;
    CheckedEvidence(const Evidence& evidence, const BayesianNetwork& network) {
        assign(evidence, network);
    }

    /// Throws EvidenceError as validate() does.
    void assign(const Evidence& evidence, const BayesianNetwork& network);

    /// Takes over the findings on discrete variables, and nothing else.
    void assign_discrete(const CheckedEvidence& other);
    /// One more; the variable comes after all others that have a finding.
    void observe_last(VariableId variable, StateId state);

    std::span<const Item> findings() const { return findings_; }  ///< sorted by variable
    std::span<const Value> values() const { return values_; }     ///< likewise
    bool empty() const { return findings_.empty() && values_.empty(); }

    /// log P(e): exactly 0 where there is nothing that could be improbable, that is nothing but
    /// interventions; otherwise what `computed()` says, which has rounding errors.
    template <class Computed>
    double log_evidence(const Computed& computed) const {
        return is_certain_ ? 0.0 : computed();
    }
    /// Whether some discrete variable is set from outside.
    bool has_intervention() const { return has_intervention_; }

    /// The state that a discrete variable is left, if that is one; in logarithmic time.
    std::optional<StateId> find_state(VariableId variable) const;

private:
    void add(const Variable& about, VariableId variable, Observed known);
    void add(const Variable& about, VariableId variable, ObservedValue known);
    void add(const Variable& about, VariableId variable, Likelihood known);
    void add(const Variable& about, VariableId variable, Intervened known);
    void add(const Variable& about, VariableId variable, IntervenedValue known);

    std::vector<Item> findings_;
    std::vector<Value> values_;
    bool is_certain_ = true, has_intervention_ = false;
};

inline Role role_of(const DiscreteFinding& finding) {
    if (std::holds_alternative<Observed>(finding)) return Role::observed;
    return std::holds_alternative<Likelihood>(finding) ? Role::likelihood : Role::intervened;
}

inline std::optional<StateId> state_of(const DiscreteFinding& finding) {
    if (const auto* seen = std::get_if<Observed>(&finding)) return seen->state;
    if (const auto* made = std::get_if<Intervened>(&finding)) return made->state;
    return std::nullopt;
}

}  // namespace pgm::detail
