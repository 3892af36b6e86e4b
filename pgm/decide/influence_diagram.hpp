#pragma once

#include <pgm/model/network.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pgm {

/// An influence diagram: a Bayesian network in which some variables are decided instead of drawn,
/// and some numbers say what the outcome is worth (Howard and Matheson 1984, "Influence diagrams";
/// Koller and Friedman 2009, chapter 23).
///
///     NetworkBuilder oil = NetworkBuilder::parse(
///         "Test{test|not, decision} -> Seismic{closed|open|diffuse|none} <- Oil{dry|wet|soaking};"
///         "Seismic, Test -> Drill{drill|not, decision}; Drill, Oil -> Pay{utility} ...");
///     const InfluenceDiagram diagram(std::move(oil).build());
///     decide(diagram).maximum_expected_utility;  // 22.5
///
/// It is a value over a BayesianNetwork whose variables are of three kinds (Variable::Kind):
///
/// | kind     | has                                 | parents                                |
/// |----------|-------------------------------------|----------------------------------------|
/// | chance   | states or a density, a distribution | what it depends on                     |
/// | decision | alternatives                        | what is known when it is taken         |
/// | utility  | a number for each configuration     | what it follows from; utilities add up |
///
/// A utility is a linear Gaussian of variance 0, so that one below others is a weighted sum of
/// them. The total utility is the sum of those that no other follows from.
///
/// Immutable. Decisions are in the order in which they are taken.
class InfluenceDiagram {
public:
    enum class Memory : std::uint8_t {
        /// What was known or decided before is known later too, without arcs that say so. There is
        /// a path through all decisions.
        recall,
        /// Only the parents of a decision are known when it is taken (Lauritzen and Nilsson 2001,
        /// "Representing and solving decision problems with limited information").
        limited,
    };

    /// Throws ModelError with all problems: no decision and no utility; under recall, two decisions
    /// that no path puts in an order; a utility below a continuous variable.
    explicit InfluenceDiagram(BayesianNetwork network, Memory memory = Memory::recall);

    const BayesianNetwork& network() const { return network_; }
    Memory memory() const { return memory_; }
    std::span<const VariableId> decisions() const { return decisions_; }
    std::span<const VariableId> utilities() const { return utilities_; }
    /// The utilities that no other one follows from: their sum is the total.
    std::span<const VariableId> summands() const { return summands_; }
    /// What is known when a decision is taken: in the order in which it became known, and under
    /// recall with the decisions before it. Throws ArgumentError for what is no decision.
    std::span<const VariableId> known(VariableId decision) const;

private:
    BayesianNetwork network_;
    Memory memory_;
    std::vector<VariableId> decisions_, utilities_, summands_;
    std::vector<std::vector<VariableId>> known_;  ///< by decision, in their order
};

/// The chance variables that no decision touches, as a Bayesian network: without decisions,
/// utilities, and whatever depends on a decision. `left_out` gets the names of the others.
BayesianNetwork chance_only(const BayesianNetwork& network, std::vector<std::string>& left_out);

}  // namespace pgm
