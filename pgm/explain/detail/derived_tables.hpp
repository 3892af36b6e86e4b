#pragma once

#include <pgm/explain/derivation.hpp>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::detail {

/// Throws ArgumentError: there is no derivation of that.
[[noreturn]] void refuse_derivation(const std::string& what, const std::string& hint);

/// The distribution of a variable as a table of discrete variables: P(X | parents), or of a
/// continuous one its density at what it is in `values`, where its continuous parents are, too.
/// Densities of normal distributions have a formula each, appended to `formulas`. Throws
/// ArgumentError for a density that is infinite.
Table table_of_family(const BayesianNetwork& network, VariableId id,
                      const std::map<VariableId, double>& values,
                      std::vector<std::string>& formulas);

/// The tables that a derivation begins with: which families take part in a question and why the
/// others do not, each as a table with a name, the evidence entered.
class DerivedTables {
public:
    /// Throws ArgumentError for a question that has no derivation.
    DerivedTables(const BayesianNetwork& network, const Query& query);

    /// Adds the tables, selections of evidence and what is left out. Returns the numbers of the
    /// tables whose product is the joint distribution of targets and hidden variables with what is
    /// known, up to a constant.
    std::vector<std::size_t> enter(Derivation& derivation);

    const BayesianNetwork& network() const { return network_; }
    const std::vector<VariableId>& targets() const { return targets_; }
    const std::vector<VariableId>& hidden() const { return hidden_; }  ///< to be summed out
    std::vector<VariableId> variables() const;                         ///< those and the targets
    std::size_t cardinality(VariableId id) const { return network_.cardinality(id); }

    std::string name(VariableId id) const;
    std::string names(std::span<const VariableId> ids) const;
    std::string in_parentheses(const Scope& scope) const;
    std::string posterior_name() const;  ///< "P(A, B | e)"
    /// "A=a, B=b" of those of the variables that a scope has.
    std::string states_text(const Scope& scope, std::span<const VariableId> variables,
                            std::span<const StateId> states) const;
    Table indicator(const Expression& event) const;
    Table values_of_target() const;  ///< the states of the target as numbers

private:
    using Ids = std::vector<VariableId>;

    void read_question();
    void read_given();
    void set_state(VariableId id, StateId state);
    void require_derivable(const Expression& expression) const;
    bool is_known(VariableId id) const { return states_.contains(id) || values_.contains(id); }
    Ids parents(VariableId id) const;  ///< none of a variable that is set
    Ids unknown(Ids ids) const;        ///< those that are not known
    Ids family(VariableId id) const;
    std::vector<Ids> scopes() const;  ///< unknown members of all families and findings
    void find_relevant();
    void find_connected();
    void leave_out(Derivation& derivation) const;
    void find_path(OmittedFamily& left) const;

    std::string family_name(VariableId id, bool with_evidence) const;
    std::string member_text(VariableId id, bool with_evidence) const;

    BayesianNetwork network_;  ///< with the mechanisms of the question
    const Query& query_;
    bool asks_all_ = false;  ///< argmax(*)
    Ids targets_, hidden_;
    std::map<VariableId, StateId> states_;  ///< known, or set by do(), and no target
    std::map<VariableId, double> values_;   ///< likewise, of continuous variables
    std::vector<char> is_set_;              ///< by variable: by do()
    std::vector<Expression> conditions_;    ///< that are no state of one variable, or of a target
    std::vector<char> relevant_, connected_;
};

}  // namespace pgm::detail
