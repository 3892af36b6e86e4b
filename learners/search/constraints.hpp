#pragma once

#include <pgm/core/error.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/graph/equivalence.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pgm::learners {

/// Prior knowledge of a structure. Every learner of structures obeys it.
///
/// A value over variables 0 ... n-1 by position. An empty one allows every DAG. The text form is
/// read by parse_constraints().
struct Constraints {
    /// Arcs that must be there, and arcs that must not (the other direction stays free).
    std::vector<Arc> required;
    std::vector<Arc> forbidden;
    /// Number of the tier of each variable, or null; empty when there are no tiers. No arc leads
    /// from a variable to one of a lower tier. Within a tier arcs are free.
    std::vector<std::optional<std::size_t>> tiers;
    /// The largest number of parents of a variable; null when there is no limit.
    std::optional<std::size_t> max_parents;

    friend bool operator==(const Constraints&, const Constraints&) = default;
};

/// Throws ArgumentError that names the variables: a variable that does not exist, an arc both
/// required and forbidden or against its tiers, required arcs that form a cycle or exceed
/// `max_parents`.
void check_constraints(const Constraints& constraints, std::span<const std::string_view> names);

/// Checks them for the columns of a table, too: throws ArgumentError for a required arc from a
/// continuous column to a discrete one, unless these may have continuous parents
/// (StructureLearning::continuous_parents).
void check_constraints(const Constraints& constraints, const Dataset& data,
                       bool continuous_parents = false);

/// The variables that the rules name, in no certain order and several times.
std::vector<ColumnId> named_columns(const Constraints& constraints);

/// The rules of Constraints by arc, in constant time.
class AllowedArcs {
public:
    AllowedArcs() = default;
    /// Throws what check_constraints() throws, naming variables by number.
    AllowedArcs(std::size_t variables, const Constraints& constraints);

    bool required(VariableId parent, VariableId child) const;
    /// True if the arc may be there. Both directions may be forbidden.
    bool allowed(VariableId parent, VariableId child) const;
    std::size_t max_parents() const { return max_parents_; }
    /// True if every DAG obeys them.
    bool all() const {
        return required_arcs_.empty() && forbidden_.empty() && max_parents_ + 1 >= variables_;
    }
    std::span<const Arc> required_arcs() const { return required_arcs_; }
    /// True if a DAG obeys all of them.
    bool obeyed_by(const Dag& dag) const;

private:
    std::size_t variables_ = 0;
    std::size_t max_parents_ = static_cast<std::size_t>(-1);
    std::vector<Arc> required_arcs_;
    std::vector<bool> required_;   ///< [parent * variables + child], empty when no arc is required
    std::vector<bool> forbidden_;  ///< likewise; tiers included
};

/// The arcs and edges that all DAGs have that are equivalent to this one, which obeys the rules,
/// and obey them, too. Directed besides are the arcs between discrete and continuous variables
/// (mixed_arcs()), and those that the rules allow in this direction only: required ones,
/// and those of which the other direction is forbidden or against the tiers.
Cpdag cpdag(const Dag& dag, std::span<const Variable> variables, const AllowedArcs& rules);

/// Reads constraints from a text, one a line; `#` begins a comment:
///
///     require A -> B
///     forbid  B -> C
///     tier 1: Age, Sex
///     tier 2: Smoking
///     max parents 3
///
/// Names follow the rules of the query language. Throws ParseError with `file`, line and column for
/// anything else, for a name that is none of `names` (with a suggestion) and for a variable in two
/// tiers.
Constraints parse_constraints(std::string_view text, std::span<const std::string_view> names,
                              std::string_view file = {});

}  // namespace pgm::learners
