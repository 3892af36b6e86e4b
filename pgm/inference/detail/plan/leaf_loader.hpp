#pragma once

#include <pgm/core/detail/extended_range.hpp>
#include <pgm/inference/detail/plan/plan.hpp>
#include <pgm/inference/detail/plan/query_tables.hpp>
#include <pgm/model/detail/checked_evidence.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// Brings the tables of a network into the arena of a plan, as the evidence leaves them: the leaves
/// (Leaf, plan.hpp).
///
/// A leaf depends on the evidence in one of two ways. Where a member of its family has left the
/// plan as observed, another slice of the table is read for every evidence. Where its variable
/// stays in the plan and has a finding, the states that contradict it are zeroed or weighted. All
/// other leaves are the same for every evidence and are loaded once; those with a finding are made
/// again from a copy of what they are without it, and get that back when the next evidence has none
/// there.
///
/// A leaf whose largest cell is far from 1 is scaled by a power of two, so that the product of a
/// dozen of them is a normal number still; `exponent()` tells what was taken out.
class LeafLoader {
public:
    /// Refers to both, which must outlive the loader. Everything is loaded again by the next
    /// load().
    void bind(const Plan& plan, const BayesianNetwork& network);

    /// The evidence must have the roles of the plan, and states within its domains; `tables`
    /// replace those of the variables that they belong to. False when a table is left without a
    /// positive number: then P(e) = 0.
    bool load(const CheckedEvidence& evidence, const QueryTables& tables, double* arena);
    /// Loads everything each time, in numbers of extended range. The arena of doubles is not relied
    /// upon afterwards.
    bool load(const CheckedEvidence& evidence, const QueryTables& tables, ExtendedNumber* arena);

    /// The factor of P(e) that is not in the arena: the product of tables without axes and of
    /// findings on variables with one state.
    ExtendedNumber factor() const { return factor_; }
    /// The power of two in P(e) that scaling took out of the leaves.
    std::int64_t exponent() const;

private:
    /// A leaf that is the same for every evidence but for the findings entered into it, as it is
    /// without them.
    struct Original {
        std::uint32_t first_cell =
            Plan::none;  ///< of original_cells_; none as long as there was no finding
        std::int32_t exponent = 0;
        bool is_in_range =
            false;  ///< however many of its cells become zero, the others need no scaling
        bool is_changed = false;  ///< by this question
    };

    // `Number` is double or ExtendedNumber.
    template <class Number>
    bool load_with_values(const CheckedEvidence& evidence, const QueryTables& tables,
                          Number* arena);
    template <class Number>
    bool load_leaf(std::uint32_t number, Number* arena);
    template <class Number>
    void copy_leaf(const Leaf& leaf, const double* source, Number* cell);
    template <class Number>
    bool enter_finding(const CheckedEvidence::Item& item, Number* arena);
    bool load_changed(const CheckedEvidence& evidence, double* arena);
    bool load_changed(const CheckedEvidence& evidence, ExtendedNumber* arena);
    bool scale_leaf(std::uint32_t number, double* cells);
    bool scale_leaf(std::uint32_t number, ExtendedNumber* cells);
    Original& original_of(std::uint32_t number, const double* arena);
    void restore_originals(double* arena);
    void clear_all();
    void multiply_scalars();
    void record_values(const CheckedEvidence& evidence);
    void clear_values(const CheckedEvidence& evidence);
    std::uint32_t source_of(const LeafTable& leaf) const;
    bool is_of_query(std::uint32_t variable) const { return variable >= tables_->first_variable; }
    template <class Number>
    const double* numbers_of(std::uint32_t variable) const;

    const Plan* plan_ = nullptr;
    const BayesianNetwork* network_ = nullptr;
    const QueryTables* tables_ = nullptr;  ///< during load()

    bool values_matter_ =
        /// True if some table is loaded in part, or left out, for what is known of its variables.
        false;
    /// If so, per variable of the network: what was observed, where the plan needs it.
    std::vector<std::uint32_t> state_;
    std::vector<char> intervened_;  ///< and where a plan for any evidence got an intervention
    std::vector<std::uint32_t> with_evidence_;  ///< leaves to load for every evidence
    bool nothing_is_loaded_ = true;             ///< of the other leaves
    /// Other leaves to load again, for the last question had numbers of its own for them.
    std::vector<std::uint32_t> to_load_;
    std::vector<Original> originals_;  ///< per leaf
    std::vector<double> original_cells_;
    std::size_t original_cells_used_ = 0;
    /// Leaves that findings of this question changed, and of the last one.
    std::vector<std::uint32_t> changed_, changed_before_;
    std::vector<double> weights_;  ///< per state of the variable of a finding

    /// Per leaf: what scaling took out when it was loaded.
    std::vector<std::int32_t> leaf_exponent_;
    ExtendedNumber factor_;
};

}  // namespace pgm::detail
