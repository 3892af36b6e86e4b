#pragma once

#include <pgm/model/network.hpp>
#include <pgm/query/query.hpp>
#include <pgm/table/calculation.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pgm {

/// The three ways in which textbooks compute a posterior. All of them multiply tables and sum
/// variables out of the product; they differ in how many at a time.
enum class DerivationMethod : std::uint8_t {
    /// All at once: the joint table is written down, then every hidden variable is summed out
    /// (Russell and Norvig 2020, "Artificial Intelligence", section 13.3.1).
    enumeration,
    /// One after the other, of the tables that mention it (Zhang and Poole 1994; Koller and
    /// Friedman 2009, algorithm 9.1).
    elimination,
    /// Clique by clique of a junction tree, from its leaves to the clique of the targets: a message
    /// is the product of a clique's tables and of the messages that it has got, summed over what
    /// the separator does not have (Shafer and Shenoy 1990).
    messages,
};

struct DerivationOptions {
    DerivationMethod method = DerivationMethod::elimination;
    /// The hidden variables that are summed out first, in this order; the others follow, the
    /// cheapest product first.
    std::vector<VariableId> order{};
    std::size_t most_cells = std::size_t{1} << 20;  ///< of all tables together
};

/// A variable whose table takes no part, and why.
struct OmittedFamily {
    enum class Reason : std::uint8_t {
        /// Neither it nor anything that depends on it is asked about or known: its table sums to 1
        /// (Shachter 1986).
        barren,
        /// What is known separates it from what is asked: its factor is the same for every state
        /// of the targets, and cancels when these are normalised.
        separated,
        /// All of its family is known: one number, which cancels likewise.
        known,
    };

    VariableId variable;
    Reason reason = Reason::barren;
    /// Of a separated one: a shortest path to a target, and the known variable that blocks it.
    std::vector<VariableId> path{};
    std::optional<VariableId> blocked_at{};
};

/// A state that was found by going back through the steps of a maximisation.
struct DerivedChoice {
    std::vector<VariableId> variables;
    std::vector<StateId> states;
    std::size_t table = 0;  ///< whose greatest cell it is, where all later choices are fixed
};

/// The computation of an answer as a textbook writes it: which tables there are, what is left out,
/// the evidence entered, each product and each sum with all numbers, normalisation, the answer.
///
/// It is made by the steps of variable_elimination() (pgm/inference/detail/elimination.hpp), which
/// is the specification of the engine, so that the explanation is no second algorithm. It differs
/// from an Answer in that it has everything on the way, and in its price: all tables are kept.
///
///     Derivation why = derive(network, parse_query(network, "P(Rain | Wet=yes)"));
///     for (const CalculationStep& step : why.calculation.steps()) ...
///     io::write_derivation(std::cout, network, why);   // io/explanation/derivation_text.hpp
///
/// | question               | what is done at the end                                           |
/// |------------------------|-------------------------------------------------------------------|
/// | `P(A, B \| ..)`        | the table of the targets is normalised                            |
/// | `P(A=a or B=b \| ..)`  | and the cells at which the event holds are added up               |
/// | `E(X \| ..)`           | and each cell is multiplied by the number that its state is       |
/// | `argmax(A, B \| ..)`   | and the greatest cell is read                                     |
/// | `argmax(* \| ..)`      | sums are maxima, and the states are found on the way back         |
///
/// An observed number enters as a table of densities over the discrete parents of its variable, a
/// condition on several variables as a table of zeros and ones, a likelihood as a table of its own;
/// do(X=x) takes the table of X away, do(X ~ ..) replaces it.
struct Derivation {
    Query query;
    DerivationMethod method = DerivationMethod::elimination;
    std::vector<OmittedFamily> left_out;
    std::vector<VariableId> cut;    ///< variables set by do(): the arcs into them are gone
    std::vector<VariableId> order;  ///< in which hidden variables are summed out or maximised
    Calculation calculation;
    std::vector<std::string> names;  ///< of the tables: "P(B | A)", "f1(B)"
    /// Of tables that are computed from a formula, by cell: "exp(-(1.8 - 1.7)^2 / 0.02) / ..".
    std::vector<std::vector<std::string>> formulas;
    std::vector<DerivedChoice> choices;  ///< of argmax
    std::size_t answer = 0;              ///< the number of the table that is the answer
    /// Its cells as fractions, "509/719", where all given numbers are decimals of at most six
    /// digits and the fractions are short enough to be read; empty otherwise.
    std::vector<std::string> fractions;
};

/// Derives the answer to a question. Throws ArgumentError for a question that does not fit the
/// network, and for one whose answer is not made of products and sums of tables: several questions
/// at once, entropies, quantiles, continuous targets, continuous variables that matter and are not
/// known, posteriors imposed by Jeffrey's rule; also for an order with a variable that is not
/// hidden. Throws TooLargeError, with the size, for more than `most_cells` cells, and
/// ImpossibleEvidenceError for evidence of probability zero.
Derivation derive(const BayesianNetwork& network, const Query& query,
                  const DerivationOptions& options = {});

}  // namespace pgm
