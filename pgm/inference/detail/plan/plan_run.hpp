#pragma once

#include <pgm/inference/detail/plan/arena.hpp>
#include <pgm/inference/detail/plan/leaf_loader.hpp>
#include <pgm/inference/detail/plan/normalise.hpp>
#include <pgm/inference/detail/plan/plan.hpp>
#include <pgm/inference/detail/plan/plan_maximum.hpp>

#include <memory>
#include <span>
#include <vector>

namespace pgm::detail {

/// A plan with the memory to run it: has the tables loaded as the evidence leaves them
/// (LeafLoader), runs the contractions, reads the results off.
///
/// First in doubles. If the processor reports an underflow or overflow (FloatFlags), once more in
/// extended-range numbers, which have neither; so a zero is a true zero and every result is
/// accurate to the rounding of its few sums and products. Bound to one plan at a time; binding
/// again to the same plan is free.
class PlanRun {
public:
    struct RunOptions {
        std::size_t threads = 1;      ///< that may be used; 0 = one per core
        Task task = Task::marginals;  ///< what is wanted of the plan, which may offer more
    };

    /// Shares the plan and refers to the network, which must outlive the run. What no
    /// evidence changes is loaded here.
    void bind(const std::shared_ptr<const Plan>& plan, const BayesianNetwork& network);
    const std::shared_ptr<const Plan>& plan() const { return plan_; }

    /// Runs the plan. The evidence must have the roles of the plan, and states within its domains;
    /// `tables` replace those of the variables that they belong to. False when P(e) = 0.
    bool run(const CheckedEvidence& evidence, const QueryTables& tables = {},
             const RunOptions& options = {1, Task::marginals});

    /// log P(e) of the last run, whatever its task.
    double log_evidence() const { return log_evidence_; }

    /// The log of the largest P(targets, e), for a plan of a maximum.
    double log_maximum() const { return log_maximum_; }

    /// A marginal of the plan, by its cell, normalised, over the states that are kept.
    void read_marginal(std::uint32_t cell, std::span<double> probabilities) const {
        is_extended_ ? read_extended(cell, probabilities) : read(cell, probabilities);
    }

    /// True if doubles were not enough for the last run.
    bool is_extended() const { return is_extended_; }
    /// True if a cell of a wide run is not zero; its probability as a double may be.
    bool is_positive(std::uint32_t cell) const { return !extended_arena_[cell].is_zero(); }

    /// Calls `visit` with each cell of the kept joint table, normalised, its axes in the order of
    /// plan()->kept, and with whether it is positive, though perhaps 0 as a double.
    template <class Visit>
    void for_each_of_joint(Visit visit) const {
        is_extended_ ? for_each_of(joint_of(extended_arena_.data()), visit)
                     : for_each_of(joint_of(arena_.data()), visit);
    }

    /// Visits each cell of a family's joint table, in the order of its leaf.
    template <class Visit>
    void for_each_of_family(const FamilyOutput& family, Visit visit) const {
        const std::size_t cells = plan_->leaves[family.leaf].cells;
        is_extended_ ? for_each_of(std::span(extended_arena_.data() + family.cell, cells), visit)
                     : for_each_of(std::span(arena_.data() + family.cell, cells), visit);
    }

    /// The maximising state (a number among the kept ones) of every variable in plan()->kept.
    void read_maximum(std::vector<std::uint32_t>& chosen) const {
        is_extended_ ? pgm::detail::read_maximum(*plan_, extended_arena_.data(), chosen)
                     : pgm::detail::read_maximum(*plan_, arena_.data(), chosen);
    }

private:
    // Everything exists for both kinds of numbers; `Number` is double or ExtendedNumber.
    template <class Number>
    bool run_in(const CheckedEvidence& evidence, const QueryTables& tables, Number* arena);
    template <class Visit>
    static void for_each_of(std::span<const ExtendedNumber> values, Visit& visit) {
        const ExtendedNumber sum = sum_in_order(values);
        for (const ExtendedNumber& value : values) visit(value.ratio(sum), !value.is_zero());
    }
    template <class Visit>
    static void for_each_of(std::span<const double> values, Visit& visit) {
        const double sum = sum_in_order(values);
        for (const double value : values) visit(value / sum, value > 0);
    }
    template <class Number>
    double log_of_evidence(std::int64_t taken_out, const Number* arena) const;
    /// The table that a plan for a joint leaves: P(targets, e), but for the roots and scales.
    template <class Number>
    std::span<const Number> joint_of(const Number* arena) const {
        std::size_t cells = 1;
        for (const Plan::Kept& kept : plan_->kept) cells *= kept.states;
        return {arena + plan_->joint_cell, cells};
    }
    template <class Number>
    ExtendedNumber product_of(std::span<const std::uint32_t> roots, const Number* arena) const;
    double log_of(ExtendedNumber product, std::int64_t taken_out) const;
    std::int64_t contract(std::size_t first, std::size_t last, double* arena);
    std::int64_t contract(std::size_t first, std::size_t last, ExtendedNumber* arena);
    void read(std::uint32_t cell, std::span<double> probabilities) const;
    void read_extended(std::uint32_t cell, std::span<double> probabilities) const;

    std::shared_ptr<const Plan> plan_;
    const BayesianNetwork* network_ = nullptr;
    LeafLoader loader_;
    Arena arena_;
    std::vector<ExtendedNumber> extended_arena_;
    RunOptions options_;  ///< of a run
    bool shared_lost_precision_ = false;
    bool is_extended_ = false;  ///< which of the two holds the results
    double log_evidence_ = 0, log_maximum_ = 0;
};

inline void PlanRun::read(std::uint32_t cell, std::span<double> probabilities) const {
    normalise(arena_.data() + cell, probabilities);
}

}  // namespace pgm::detail
