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
/// the same in both worlds (Pearl 2009, "Causality", section 7.1; Balke and Pearl 1994). Without
/// them the answer is known within bounds at best, counterfactual_bounds().

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

/// A variable in another world, as a variable of a solver's network.
struct WorldlyVariable {
    VariableId copy, original;
    Evidence set;
};

/// A question that spans worlds, as an ordinary one about a twin network.
struct CounterfactualQuery {
    std::unique_ptr<const Solver> solver = nullptr;  ///< for the twin network
    Query query = {};
    /// Where a mechanism is missing: which. The copies then stand for the variables of other worlds
    /// in the query and have no distribution: counterfactual_bounds() answers in place of the
    /// solver.
    std::string missing = {};
    std::vector<WorldlyVariable> copies = {};
};

/// Reads a query (pgm/query/query_text.hpp) in which NAME[do(A=a, B=b)] may stand for a variable.
/// The ids of variables in the actual world are those of the solver's network. Throws
/// ArgumentError for a text that is no query, and what twin_network() throws; but where a mechanism
/// is missing, only if there are no bounds either.
CounterfactualQuery counterfactual_query(const Solver& solver, std::string_view text);

/// The least and the greatest probability of an event that spans worlds.
struct CounterfactualBounds {
    double low = 0, high = 1;

    /// True if they are one number, but for rounding.
    bool meet() const { return high - low <= 1e-12; }
};

/// Bounds that follow from P(.) and P(. | do(X)) whatever the mechanisms, of
///
///     P(Y[do(X=x)]=y | F)                              F in the actual world
///     P(Y[do(X=x)]=y and Y[do(X=x')]=y' | F)           X with the states x and x'
///
/// which are, for binary X and Y, the probabilities of necessity, of sufficiency and of both (Tian
/// and Pearl 2000, "Probabilities of causation: bounds and identification", section 4). Where X is
/// x, Y is what it would be; elsewhere the part a = P(y | do(x)) - P(y, x) of Y[do(X=x)]=y is
/// anywhere among P(X != x), and with f = P(F, X != x),
///
///     max(0, a + f - P(X != x)) <= P(Y[do(X=x)]=y, F, X != x) <= min(a, f),
///
/// all given the parts of F that X has no influence on. The two ends meet where F leaves X one
/// state beside x, as in the effect of a treatment on the treated.
///
/// Throws ArgumentError, with what is missing, for a question of another form, and
/// ImpossibleEvidenceError where F is impossible.
CounterfactualBounds counterfactual_bounds(const CounterfactualQuery& question);

/// Throws ArgumentError, with what is missing, for a question that has no bounds.
void require_bounds(const CounterfactualQuery& question);

}  // namespace pgm
