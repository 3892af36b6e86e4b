#pragma once

#include <pgm/core/detail/extended_range.hpp>
#include <pgm/inference/detail/contraction/contraction.hpp>
#include <pgm/inference/detail/graph/contraction_graph.hpp>
#include <pgm/inference/detail/plan/arena.hpp>
#include <pgm/inference/engine_options.hpp>
#include <pgm/model/detail/checked_evidence.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// The computation of the derivatives of P(e) (derivatives.hpp) on a network of tables, compiled
/// once for all evidence with the same roles.
///
/// It differs from a Plan of Task::families, whose graph it is made from, in what is read: the
/// derivative of P(e) by each leaf, instead of its product with the leaf. For that the graph has
/// all states of all variables, and no value is scaled, for a product would have to be positive.
class DerivativePlan {
public:
    /// `targets` are the variables that matter besides those with findings, and all ancestors: P(e)
    /// does not depend on the tables of others. Refers to the network. Throws TooLargeError.
    DerivativePlan(const BayesianNetwork& network, std::vector<Role> roles,
                   std::vector<VariableId> targets, const EngineOptions& options);

private:
    friend class DerivativeRun;
    using Value = ContractionGraph::Value;

    /// Where the numbers of a leaf are, cell by cell.
    struct LeafPlaces {
        std::uint32_t cell;    ///< of the arena
        std::uint32_t first;   ///< into offsets_ and derivatives_
        std::uint32_t factor;  ///< of DerivativeRun: P(e) of its connected part of the network
    };

    std::vector<Value> derivatives_of_leaves() const;
    std::vector<std::uint64_t> lay_out(std::span<const Value> derivatives);
    void lower(std::span<const std::uint64_t> cells, std::span<const Value> derivatives);
    void connect();

    const BayesianNetwork& network_;
    ContractionGraph graph_;
    std::vector<char> is_product_;  ///< by value: the product with a leaf, which nothing reads
    std::vector<LeafPlaces> leaves_;
    std::vector<std::uint32_t> offsets_;      ///< in the table, before what is observed
    std::vector<std::uint32_t> derivatives_;  ///< cells of the arena
    std::vector<Contraction> contractions_;
    ContractionParts parts_;
    std::vector<std::uint32_t> roots_;                ///< cells of the arena
    std::vector<std::uint32_t> leaf_of_, scalar_of_;  ///< by variable, or TableReading::none
    std::size_t arena_cells_ = 0;
};

/// One run of a plan: in doubles and, where these lose precision, once more in numbers of extended
/// range.
class DerivativeRun {
public:
    /// Refers to the plan, whose roles the evidence must have, and to the evidence.
    DerivativeRun(const DerivativePlan& plan, const CheckedEvidence& evidence);

    ExtendedNumber evidence() const { return evidence_; }  ///< P(e)
    /// Derivatives by the likelihoods of the states of a variable without an observed state.
    std::vector<ExtendedNumber> by_state(VariableId variable) const;
    /// Derivatives by the cells of its table; all zero where P(e) does not depend on it.
    std::vector<ExtendedNumber> by_cell(VariableId variable) const;
    /// The same, divided by a number; empty where P(e) does not depend on the table.
    std::vector<double> by_cell(VariableId variable, ExtendedNumber unit) const;

private:
    using Numbers = std::vector<ExtendedNumber>;

    void enter(const CheckedEvidence& evidence);
    template <class Number>
    void load(Number* arena) const;
    void contract();
    void multiply_parts();
    std::uint32_t source_of(const LeafTable& leaf) const;
    double weight(std::size_t variable, std::size_t cell) const;
    double parameter(std::size_t variable, std::size_t cell) const;
    ExtendedNumber number(std::uint32_t cell) const {
        return is_extended_ ? extended_[cell] : ExtendedNumber(arena_.data()[cell]);
    }
    /// Visits the cells of its table that P(e) depends on, each with its derivative by parameter
    /// times weight.
    template <class Visit>
    void for_each_cell(VariableId variable, const Visit& visit) const;

    const DerivativePlan& plan_;
    /// Factors of the findings, by variable and state; none of a variable without finding.
    std::vector<std::vector<double>> weights_;
    std::vector<std::uint32_t> states_;  ///< that are observed or set, by variable
    Arena arena_;
    Numbers extended_;
    bool is_extended_ = false;
    Numbers others_;  ///< the product of all factors of P(e) but one, for each of them
    ExtendedNumber evidence_;
};

}  // namespace pgm::detail
