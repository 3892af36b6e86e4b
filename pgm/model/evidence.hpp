#pragma once

#include <pgm/model/network.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// What kind of knowledge a finding is.
///
/// | kind       | says                                    | effect on the joint |
/// |------------|-----------------------------------------|---|
/// | observed   | X was seen to be x                      | keeps the assignments with X = x |
/// | measured   | a continuous X was seen to be x         | multiplies by the density of X at x |
/// | likelihood | a report whose P(report | X = i) is l_i | multiplies by l_X |
/// | intervened | X was set to x, do(X = x)               | drops P(X | parents), keeps X = x |
///
/// A likelihood is "virtual" or soft evidence (Pearl 1988, section 2.2.2); it need not be
/// normalised. From an intervention the parents of X learn nothing (Pearl 2009, section 3.2).
enum class FindingKind : std::uint8_t { observed, likelihood, intervened, measured };

/// One variable's finding. `state` belongs to observed and intervened, `likelihood` (one
/// non-negative number per state) to likelihood, `value` to measured and to an intervention on a
/// continuous variable; it is NaN otherwise.
struct Finding {
    VariableId variable;
    FindingKind kind = FindingKind::observed;
    StateId state;  ///< no_state in a finding about a continuous variable
    std::span<const double> likelihood;
    double value = std::numeric_limits<double>::quiet_NaN();

    static constexpr StateId no_state{std::numeric_limits<std::uint32_t>::max()};
};

/// Sparse knowledge about some variables of a network: at most one finding per variable, the latest
/// one given.
///
/// Always an argument of a question, never a state of the engine. It knows ids only; whether they
/// fit a network is checked where the two meet (validate()). Findings are kept sorted by variable,
/// hence the order in which they were given does not matter to any answer; giving them in that
/// order is fastest.
class Evidence {
public:
    Evidence& observe(VariableId variable, StateId state);
    Evidence& intervene(VariableId variable, StateId state);
    /// A continuous variable was measured, or made, to have a value, which must be finite.
    Evidence& observe(VariableId variable, double value);
    Evidence& intervene(VariableId variable, double value);
    /// One non-negative number per state; only their ratios matter to posteriors, log P(e) includes
    /// them as they are. (1, 0, 0) is the same as observing.
    Evidence& likelihood(VariableId variable, std::span<const double> values);

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

    /// A finding of another evidence, whatever its kind.
    Evidence& add(const Finding& finding);

    Evidence& forget(VariableId variable);
    void clear();

    bool empty() const { return entries_.empty(); }
    std::size_t size() const { return entries_.size(); }
    /// The i-th finding, in order of variable ids. The span in it lives as long as the evidence is
    /// not changed.
    Finding operator[](std::size_t i) const {
        const Entry& entry = entries_[i];
        return {.variable = entry.variable,
                .kind = entry.kind,
                .state = entry.state,
                .likelihood = entry.kind == FindingKind::likelihood ? likelihood_of(entry.variable)
                                                                    : std::span<const double>(),
                .value = entry.state == Finding::no_state
                             ? entry.value
                             : std::numeric_limits<double>::quiet_NaN()};
    }
    /// Whether there is a finding on a variable.
    bool has(VariableId variable) const;
    /// That finding, or nothing; in logarithmic time.
    std::optional<Finding> find(VariableId variable) const;

    friend bool operator==(const Evidence&, const Evidence&) = default;

private:
    /// Small and trivially copied, for findings that come out of order are moved into their place.
    struct Entry {
        VariableId variable;
        StateId state;
        FindingKind kind = FindingKind::observed;
        double value = 0;  ///< of a continuous variable

        friend bool operator==(const Entry&, const Entry&) = default;
    };
    std::size_t position(VariableId variable) const;
    std::span<const double> likelihood_of(VariableId variable) const;
    void set(Entry entry);

    std::vector<Entry> entries_;                             ///< sorted by variable
    std::map<VariableId, std::vector<double>> likelihoods_;  ///< of the entries of kind likelihood
};

/// Throws EvidenceError unless every finding fits the network: the variable exists, its state
/// exists, a likelihood has one finite non-negative number per state, a measured value belongs to a
/// continuous variable and is finite.
void validate(const Evidence& evidence, const BayesianNetwork& network);

/// "A=a", "height=1.8", "do(C=c)", or "B=[0.9, 0.2]" for a likelihood; names and states quoted
/// where they are not plain words. parse_evidence() reads all but the last back.
std::string to_text(const BayesianNetwork& network, const Finding& finding);

/// Whether a continuous variable was observed: what is called P(e) is then a density, in the units
/// of the variables, and may exceed 1.
bool has_density(const Evidence& evidence);

/// "A=a, B='b c', height=1.8, do(C=c)": findings separated by commas, names and states quoted where
/// they are not plain words, a number for a continuous variable. A variable named twice with
/// different states is an error. Throws ParseError with the column, or an error with a suggestion
/// for unknown names.
Evidence parse_evidence(const BayesianNetwork& network, std::string_view text);

}  // namespace pgm
