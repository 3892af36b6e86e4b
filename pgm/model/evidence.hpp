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

/// A variable was seen to be in a state: keeps the assignments with X = x.
struct Observed {
    StateId state;

    friend bool operator==(const Observed&, const Observed&) = default;
};

/// A continuous variable was seen to have a value: multiplies by the density of X at x.
struct ObservedValue {
    double value = 0;

    friend bool operator==(const ObservedValue&, const ObservedValue&) = default;
};

/// A report whose P(report | X = i) is l_i: multiplies by l_X ("virtual" or soft evidence, Pearl
/// 1988 section 2.2.2). One non-negative number per state, not normalised. A view: the numbers
/// belong to whoever made it; those of a finding in an Evidence live until that is changed.
struct Likelihood {
    std::span<const double> values;

    friend bool operator==(const Likelihood& a, const Likelihood& b) {
        return std::ranges::equal(a.values, b.values);
    }
};

/// A variable was set to a state, do(X = x): drops P(X | parents) and keeps X = x (Pearl 2009
/// section 3.2), so parents learn nothing.
struct Intervened {
    StateId state;

    friend bool operator==(const Intervened&, const Intervened&) = default;
};

/// A continuous variable was set to a value.
struct IntervenedValue {
    double value = 0;

    friend bool operator==(const IntervenedValue&, const IntervenedValue&) = default;
};

/// What is known about one variable.
using Finding = std::variant<Observed, ObservedValue, Likelihood, Intervened, IntervenedValue>;

/// Sparse knowledge about some variables of a network: at most one finding per variable, the latest
/// one given.
///
/// Always an argument of a question, never a state of the engine. It knows ids only; whether they
/// fit a network is checked where the two meet (validate()). Findings are kept sorted by variable,
/// hence the order in which they were given does not matter to any answer; giving them in that
/// order is fastest. One object serves many questions, one after the other: clear() keeps the
/// memory, and findings like those of the questions before allocate nothing.
///
///     for (const auto& [variable, finding] : evidence)
///         std::cout << to_text(network, variable, finding) << '\n';
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

    /// A finding of any kind; the numbers of a likelihood are copied.
    Evidence& add(VariableId variable, const Finding& finding);

    Evidence& observe(VariableId variable, StateId state) { return add(variable, Observed{state}); }
    Evidence& intervene(VariableId variable, StateId state) {
        return add(variable, Intervened{state});
    }
    /// A continuous variable was observed, or set, to have a value, which must be finite.
    Evidence& observe(VariableId variable, double value) {
        return add(variable, ObservedValue{value});
    }
    Evidence& intervene(VariableId variable, double value) {
        return add(variable, IntervenedValue{value});
    }
    /// One non-negative number per state; only their ratios matter to posteriors, log P(e) includes
    /// them as they are. (1, 0, 0) is the same as observing.
    Evidence& likelihood(VariableId variable, std::span<const double> values) {
        return add(variable, Likelihood{values});
    }

    // The same by name; throw ArgumentError or EvidenceError with a suggestion for a name that the
    // network does not have.
    Evidence& observe(const BayesianNetwork& network, std::string_view variable,
                      std::string_view state);
    Evidence& intervene(const BayesianNetwork& network, std::string_view variable,
                        std::string_view state);
    Evidence& observe(const BayesianNetwork& network, std::string_view variable, double value);
    Evidence& intervene(const BayesianNetwork& network, std::string_view variable, double value);
    Evidence& likelihood(const BayesianNetwork& network, std::string_view variable,
                         std::span<const double> values);

    Evidence& forget(VariableId variable);
    void clear();

    bool empty() const { return items_.empty(); }
    std::size_t size() const { return items_.size(); }
    /// The i-th finding, in order of variable ids; good until the evidence is changed.
    const Item& operator[](std::size_t i) const { return items_[i]; }
    std::vector<Item>::const_iterator begin() const { return items_.begin(); }
    std::vector<Item>::const_iterator end() const { return items_.end(); }
    /// Whether there is a finding on a variable.
    bool has(VariableId variable) const { return find(variable) != nullptr; }
    /// That finding, or null; in logarithmic time. Good until the evidence is changed.
    const Finding* find(VariableId variable) const;

    friend bool operator==(const Evidence& a, const Evidence& b) { return a.items_ == b.items_; }

private:
    std::size_t position(VariableId variable) const;
    void move_likelihoods(std::size_t more);

    std::vector<Item> items_;  ///< sorted by variable
    /// The numbers of the likelihoods among them, and of some that were replaced.
    std::vector<double> numbers_;
    /// Where they were before they moved last: memory for the next time.
    std::vector<double> former_numbers_;
};

/// The state that a finding leaves its variable in, observed or set; nothing for the others.
std::optional<StateId> state_of(const Finding& finding);

/// Throws EvidenceError unless every finding fits the network: the variable exists, its state
/// exists, a likelihood has one finite non-negative number per state, a value belongs to a
/// continuous variable and is finite.
void validate(const Evidence& evidence, const BayesianNetwork& network);

/// "A=a", "height=1.8", "do(C=c)", or "B=[0.9, 0.2]" for a likelihood; names and states quoted
/// where they are not plain words. parse_evidence() reads all but the last back.
std::string to_text(const BayesianNetwork& network, VariableId variable, const Finding& finding);

/// Whether a continuous variable was observed: what is called P(e) is then a density, in the units
/// of the variables, and may exceed 1.
bool has_density(const Evidence& evidence);

/// "A=a, B='b c', height=1.8, do(C=c)": findings separated by commas, names and states quoted where
/// they are not plain words, a number for a continuous variable. A variable named twice with
/// different states is an error. Throws ParseError with the column, or an error with a suggestion
/// for unknown names.
Evidence parse_evidence(const BayesianNetwork& network, std::string_view text);

}  // namespace pgm
