#pragma once

#include <pgm/model/evidence.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace pgm::detail {

/// Which kind of finding a variable has, without its content. Plans are compiled for roles. A
/// continuous variable has no likelihoods.
enum class Role : std::uint8_t {
    free,  ///< no finding
    /// A likelihood vector. A plan for any evidence assumes this of every variable.
    likelihood,
    observed,    ///< a state or a value
    intervened,  ///< set by do(); its own table or density does not count
    bounded,     ///< of a continuous variable: known to lie in an interval
    /// Without a finding, but the question is about it, or about what depends on it.
    asked,
};

/// A finding on a discrete variable.
using DiscreteFinding = std::variant<Observed, Likelihood, Intervened>;

Role role_of(const DiscreteFinding& finding);
/// The state that the finding fixes, or null for a likelihood.
std::optional<StateId> state_of(const DiscreteFinding& finding);

/// Evidence that has been checked against a network, in the form that the whole engine reads.
/// Findings on discrete variables are kept apart from values of continuous ones, which only the
/// code for hybrid networks (hybrid_question.hpp) reads.
///
/// One object can serve many questions in turn and keeps its memory. Likelihoods are views of the
/// numbers in the Evidence, which must not change while this object is in use.
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

    struct Bounded {
        VariableId variable;
        Interval interval;
    };

    /// Evidence without findings.
    CheckedEvidence() = default;
    CheckedEvidence(const Evidence& evidence, const BayesianNetwork& network) {
        assign(evidence, network);
    }

    /// Throws EvidenceError as validate() does.
    void assign(const Evidence& evidence, const BayesianNetwork& network);

    /// Copies the findings on discrete variables only.
    void assign_discrete(const CheckedEvidence& other);
    /// Adds a finding on a variable that comes after all others that have one.
    void observe_last(VariableId variable, StateId state);

    std::span<const Item> findings() const { return findings_; }  ///< sorted by variable
    std::span<const Value> values() const { return values_; }     ///< likewise
    /// Of continuous variables that lie in an interval, likewise.
    std::span<const Bounded> intervals() const { return intervals_; }
    bool empty() const { return findings_.empty() && values_.empty() && intervals_.empty(); }

    /// log P(e): exactly 0 where there is nothing that could be improbable, that is nothing but
    /// interventions; otherwise what `computed()` says, which has rounding errors.
    template <class Computed>
    double log_evidence(const Computed& computed) const {
        return is_certain_ ? 0.0 : computed();
    }
    /// True if some discrete variable is set by do().
    bool has_intervention() const { return has_intervention_; }

    /// The state that the finding on a discrete variable fixes, if there is one. Takes logarithmic
    /// time.
    std::optional<StateId> find_state(VariableId variable) const;

private:
    void add(const Variable& about, VariableId variable, Observed known);
    void add(const Variable& about, VariableId variable, ObservedValue known);
    void add(const Variable& about, VariableId variable, ObservedInterval known);
    void add(const Variable& about, VariableId variable, Likelihood known);
    void add(const Variable& about, VariableId variable, Intervened known);
    void add(const Variable& about, VariableId variable, IntervenedValue known);

    std::vector<Item> findings_;
    std::vector<Value> values_;
    std::vector<Bounded> intervals_;
    bool is_certain_ = true, has_intervention_ = false;
};

inline Role role_of(const DiscreteFinding& finding) {
    if (std::holds_alternative<Observed>(finding)) return Role::observed;
    return std::holds_alternative<Likelihood>(finding) ? Role::likelihood : Role::intervened;
}

inline std::optional<StateId> state_of(const DiscreteFinding& finding) {
    if (const auto* observed = std::get_if<Observed>(&finding)) return observed->state;
    if (const auto* set = std::get_if<Intervened>(&finding)) return set->state;
    return std::nullopt;
}

}  // namespace pgm::detail
