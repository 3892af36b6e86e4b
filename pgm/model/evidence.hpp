#pragma once

#include <pgm/model/network.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pgm {

/// The variable was observed in a state x: only assignments with X = x remain.
struct Observed {
    StateId state;

    friend bool operator==(const Observed&, const Observed&) = default;
};

/// A continuous variable was observed to have the value x: the joint density is multiplied by the
/// density of X at x.
struct ObservedValue {
    double value = 0;

    friend bool operator==(const ObservedValue&, const ObservedValue&) = default;
};

/// A continuous variable was observed to lie in an interval: only that part of the joint
/// distribution remains. Unlike a value it has a probability, not a density.
struct ObservedInterval {
    Interval interval;

    friend bool operator==(const ObservedInterval&, const ObservedInterval&) = default;
};

/// Soft ("virtual") evidence: a report with P(report | X = i) = l_i, which multiplies the joint
/// distribution by l_X (Pearl 1988, section 2.2.2). There is one non-negative number per state;
/// they need not sum to 1. This is a non-owning view: the numbers of a finding inside an Evidence
/// are valid until that Evidence is changed.
struct Likelihood {
    std::span<const double> values;

    friend bool operator==(const Likelihood& a, const Likelihood& b) {
        return std::ranges::equal(a.values, b.values);
    }
};

/// The variable was set to a state, do(X = x): P(X | parents) is dropped and X = x kept, so it is
/// no evidence about the parents (Pearl 2009, section 3.2).
struct Intervened {
    StateId state;

    friend bool operator==(const Intervened&, const Intervened&) = default;
};

/// A continuous variable was set to a value, do(X = x).
struct IntervenedValue {
    double value = 0;

    friend bool operator==(const IntervenedValue&, const IntervenedValue&) = default;
};

/// A finding about one variable.
using Finding = std::variant<Observed, ObservedValue, ObservedInterval, Likelihood, Intervened,
                             IntervenedValue>;

/// Findings about some variables of a network: at most one finding per variable. A later
/// finding on the same variable replaces the earlier one.
///
/// Evidence is an argument of every question and never a state of the engine. It holds ids only;
/// validate() checks them against a network. Findings are sorted by variable, so the order in which
/// they are added changes no answer; adding them in order of ids is fastest. One object can serve
/// many questions in turn: clear() keeps the memory, and adding similar findings again does not
/// allocate.
///
///     for (const auto& [variable, finding] : evidence)
///         std::cout << format(network, variable, finding) << '\n';
class Evidence {
public:
    struct Item {
        VariableId variable;
        Finding finding;

        friend bool operator==(const Item&, const Item&) = default;
    };

    Evidence() = default;
    Evidence(const Evidence& other);
    Evidence(Evidence&&) noexcept = default;
    Evidence& operator=(const Evidence& other);
    Evidence& operator=(Evidence&&) noexcept = default;
    ~Evidence() = default;

    /// Adds a finding of any kind. The numbers of a likelihood are copied.
    Evidence& add(VariableId variable, const Finding& finding);

    Evidence& observe(VariableId variable, StateId state) { return add(variable, Observed{state}); }
    Evidence& intervene(VariableId variable, StateId state) {
        return add(variable, Intervened{state});
    }
    /// Adds the value of a continuous variable, observed or set. It must be finite.
    Evidence& observe(VariableId variable, double value) {
        return add(variable, ObservedValue{value});
    }
    Evidence& intervene(VariableId variable, double value) {
        return add(variable, IntervenedValue{value});
    }
    /// Adds that a continuous variable lies in an interval, which must not be empty.
    Evidence& observe(VariableId variable, const Interval& interval) {
        return add(variable, ObservedInterval{interval});
    }
    /// Adds soft evidence, one non-negative number per state. Posteriors depend on the ratios of
    /// these numbers only, log P(e) on the numbers themselves. (1, 0, 0) means the same as
    /// observing the first state.
    Evidence& likelihood(VariableId variable, std::span<const double> values) {
        return add(variable, Likelihood{values});
    }

    // Overloads with names. They throw ArgumentError or EvidenceError, with a suggestion,
    // for a name that the network does not have. A number given for a discrete variable, or a text
    // that is one and no name of a state, is the state of that number
    // (pgm/model/state_lookup.hpp).
    Evidence& observe(const BayesianNetwork& network, std::string_view variable,
                      std::string_view state);
    Evidence& intervene(const BayesianNetwork& network, std::string_view variable,
                        std::string_view state);
    Evidence& observe(const BayesianNetwork& network, std::string_view variable, double value);
    Evidence& intervene(const BayesianNetwork& network, std::string_view variable, double value);
    Evidence& likelihood(const BayesianNetwork& network, std::string_view variable,
                         std::span<const double> values);

    Evidence& remove(VariableId variable);
    void clear();

    bool empty() const { return items_.empty(); }
    std::size_t size() const { return items_.size(); }
    /// The i-th finding in order of variable ids. The reference is valid until the evidence is
    /// changed.
    const Item& operator[](std::size_t i) const { return items_[i]; }
    std::vector<Item>::const_iterator begin() const { return items_.begin(); }
    std::vector<Item>::const_iterator end() const { return items_.end(); }
    /// True if there is a finding on a variable.
    bool has(VariableId variable) const { return find(variable) != nullptr; }
    /// The finding on a variable, or null. Takes logarithmic time; the pointer is valid until the
    /// evidence is changed.
    const Finding* find(VariableId variable) const;

    friend bool operator==(const Evidence& a, const Evidence& b) { return a.items_ == b.items_; }

private:
    std::size_t position(VariableId variable) const;
    void move_likelihoods(std::size_t more);

    std::vector<Item> items_;  ///< sorted by variable
    /// The numbers of all likelihood findings, including some that have been replaced.
    std::vector<double> numbers_;
    /// The memory that numbers_ used before it last moved, kept for the next move.
    std::vector<double> former_numbers_;
};

/// The state that a finding fixes, whether observed or set; null for any other.
std::optional<StateId> state_of(const Finding& finding);

/// Throws EvidenceError unless every finding fits the network: the variable exists, its state
/// exists, a likelihood has one finite non-negative number per state, a value or an interval
/// belongs to a continuous variable, the former is finite and the latter not empty.
void validate(const Evidence& evidence, const BayesianNetwork& network);

/// One finding as text: "A=a", "height=1.8", "1.7 < height <= 1.8", "do(C=c)", or "B=[0.9, 0.2]"
/// for a likelihood. Names and states that are not plain words are quoted. parse_given()
/// (pgm/query/query_text.hpp) reads all of it, parse_evidence() all but intervals.
std::string format(const BayesianNetwork& network, VariableId variable, const Finding& finding);

/// True if the value of a continuous variable was observed. P(e) is then a density in the units of
/// the variables and may exceed 1.
bool has_density(const Evidence& evidence);

/// Reads findings separated by commas, "A=a, B='b c', height=1.8, do(C=c), D=[0.9, 0.2]": the part
/// of the language of parse_given() (pgm/query/query_text.hpp) that is evidence. Names and states
/// that are not plain words are quoted; a number is a value or a state
/// (pgm/model/state_lookup.hpp). Likelihoods of one variable are multiplied. Throws ParseError with
/// the column, EvidenceError for two other findings on one variable that differ, and an error with
/// a suggestion for an unknown name.
Evidence parse_evidence(const BayesianNetwork& network, std::string_view text);

/// The network after interventions (Pearl's "mutilated" network; "Causality", 2009, section 3.2).
/// For every finding do(X = x) the arcs into X are removed and X has state x with probability 1;
/// everything else is unchanged. Findings of other kinds are ignored here: they remain evidence, to
/// be given with a question about the new network.
///
///     P(y | e, do(x))  in  network   =   P(y | e)  in  intervened_network(network, do(x))
///
/// The engine accepts interventions directly, so questions do not need this function; sampling,
/// drawing and saving a network under an intervention do. Ids, names and states stay the same.
/// Throws EvidenceError when a finding does not fit the network, and for an intervention on a
/// continuous variable, because no density has all its mass on one value.
BayesianNetwork intervened_network(const BayesianNetwork& network, const Evidence& evidence);

}  // namespace pgm
