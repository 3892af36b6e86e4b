#pragma once

#include <pgm/inference/solver.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/query.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// Counterfactuals: "Death occurred. Would it have occurred if soldier A had not fired?"
///
///     P(Death[do(A=no)]=yes | Death=yes)
///
/// `Death[do(A=no)]` is the variable Death in another world, in which A was set, and everything
/// that A has no influence on was the same. An intervention alone, P(Death=yes | do(A=no)),
/// forgets what has happened.
///
/// A network does not have the answer, unless it has the mechanisms: every variable that the other
/// world changes must be a function of its parents, so that all chance lies in variables that are
/// the same in both worlds (Pearl 2009, "Causality", section 7.1; Balke and Pearl 1994). What is no
/// function is refused by name.

/// One other world: what is set in it, all by do(), and the variables that are asked for there.
struct CounterfactualWorld {
    Evidence set;
    std::vector<VariableId> asked;
};

/// The network of the actual world together with others: for each, copies of the variables that
/// differ there, "Death[do(A=no)]", added after the variables of the network. They are those
/// set, and their descendants as far as these are asked for or needed for it; what does not differ
/// is shared. A copy has the parents of the original, or their copies; one that is set has none.
///
/// Throws ArgumentError for a variable whose copy would need chance of its own, or that is
/// continuous, and EvidenceError for findings that do not fit the network or set nothing.
BayesianNetwork twin_network(const BayesianNetwork& network,
                             const std::vector<CounterfactualWorld>& worlds);

/// The name of the copy: "Death[do(A=no)]".
std::string name_in_world(const BayesianNetwork& network, VariableId variable, const Evidence& set);

/// True if a query names a variable in another world, NAME[do(..)].
bool is_counterfactual(std::string_view query);

/// A question that spans worlds, as an ordinary one about a twin network.
struct CounterfactualQuery {
    std::unique_ptr<const Solver> solver = nullptr;  ///< for the twin network
    Query query = {};
};

/// Reads a query (pgm/query/query_text.hpp) in which NAME[do(A=a, B=b)] may stand for a variable.
/// The ids of variables in the actual world are those of the solver's network. Throws
/// ArgumentError for a text that is no query, and what twin_network() throws.
CounterfactualQuery counterfactual_query(const Solver& solver, std::string_view text);

}  // namespace pgm
