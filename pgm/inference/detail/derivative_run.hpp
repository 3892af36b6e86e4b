#pragma once

#include <pgm/core/detail/extended_range.hpp>
#include <pgm/inference/detail/graph/contraction_graph.hpp>
#include <pgm/inference/engine_options.hpp>
#include <pgm/model/detail/checked_evidence.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// The run that gives the derivatives of P(e) (derivatives.hpp) on a network of tables.
///
/// It differs from a PlanRun of Task::families, whose graph it works through, in what it reads: the
/// derivative of P(e) by each leaf, instead of its product with the leaf. For that the graph has
/// all states of all variables, findings are factors of the leaves, and numbers have an extended
/// range instead of scales, for which a product would have to be positive.
class DerivativeRun {
public:
    /// Refers to the network and the evidence. Throws TooLargeError.
    DerivativeRun(const BayesianNetwork& network, const CheckedEvidence& evidence,
                  const EngineOptions& options);

    ExtendedNumber evidence() const { return evidence_; }  ///< P(e)
    /// Derivatives by the likelihoods of the states of a variable.
    std::vector<ExtendedNumber> by_state(VariableId variable) const;
    /// Derivatives by the cells of its table; all zero where the variable was set by do().
    std::vector<ExtendedNumber> by_cell(VariableId variable) const;

private:
    using Value = ContractionGraph::Value;
    using Numbers = std::vector<ExtendedNumber>;

    void enter(const CheckedEvidence& evidence);
    double parameter(std::size_t variable, std::size_t cell) const;
    void contract_nodes(const ContractionGraph& graph, std::span<const Value> derivatives);
    void read(const ContractionGraph& graph, std::span<const Value> derivatives);
    const TableCpd& table(std::size_t variable) const {
        return table_of(network_.cpds()[variable]);
    }

    const BayesianNetwork& network_;
    /// Factors of the findings, by variable and state.
    std::vector<std::vector<double>> weights_;
    std::vector<char> is_set_;           ///< by variable: whether do() has replaced its table
    std::vector<Numbers> values_;        ///< of the graph, while they are needed
    std::vector<Numbers> by_leaf_cell_;  ///< by variable: dP(e) / d(parameter times weight)
    ExtendedNumber evidence_;
};

}  // namespace pgm::detail
