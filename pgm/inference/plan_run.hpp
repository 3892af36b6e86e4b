#pragma once

#include <pgm/inference/arena.hpp>
#include <pgm/inference/normalise.hpp>
#include <pgm/inference/plan.hpp>
#include <pgm/inference/plan_maximum.hpp>
#include <pgm/inference/query_tables.hpp>
#include <pgm/inference/wide_number.hpp>
#include <pgm/model/evidence.hpp>

#include <memory>
#include <span>
#include <vector>

namespace pgm {

/// A plan with the memory to run it: loads the slices of the tables that agree with the evidence, runs the contractions, reads the results off.
///
/// First in doubles. If the processor reports an underflow or overflow (FloatFlags), once more in WideNumbers, which have neither; so a zero is a true zero and every
/// result is accurate to the rounding of its few sums and products. Bound to one plan at a time; binding again to the same plan is free.
class PlanRun {
public:
    struct Options {
        std::size_t threads = 1;     ///< that may be used; 0 = one per core
        bool evidence_only = false;  ///< log P(e) is all that is wanted of the plan
    };

    /// Keeps the plan and the network's tables in view; `network` must outlive the run. What no evidence changes is loaded here.
    void bind(const std::shared_ptr<const Plan>& plan, const BayesianNetwork& network);
    const std::shared_ptr<const Plan>& plan() const { return plan_; }

    /// Runs the plan. The evidence must have the roles of the plan, and states within its domains; `tables` replace those of the variables that they belong to. False
    /// when P(e) = 0.
    bool run(const Evidence& evidence, const QueryTables& tables = {}, const Options& options = {1, false});

    /// log P(e) of the last run.
    double log_evidence() const { return log_evidence_; }

    /// Of a plan for a maximum: log of the largest P(targets, e).
    double log_maximum() const { return log_maximum_; }

    /// A marginal of the plan, by its cell, normalised, over the states that are kept.
    void read_marginal(std::uint32_t cell, std::span<double> probabilities) const {
        wide_ ? read_wide(cell, probabilities) : read(cell, probabilities);
    }

    /// The kept joint table, normalised, its axes in the order of plan()->kept.
    void read_joint(std::span<double> probabilities) const {
        wide_ ? read_wide(plan_->joint_cell, probabilities) : read(plan_->joint_cell, probabilities);
    }

    /// The maximising state (a number among the kept ones) of every variable in plan()->kept.
    void read_maximum(std::vector<std::uint32_t>& chosen) const {
        wide_ ? pgm::read_maximum(*plan_, wide_arena_.data(), chosen) : pgm::read_maximum(*plan_, arena_.data(), chosen);
    }

private:
    /// A leaf that is the same for every evidence but for the findings entered into it, as it is without them.
    struct Original {
        std::uint32_t first_cell = Plan::none;  ///< of original_cells_; none as long as there was no finding
        std::int32_t exponent = 0;
        bool is_in_range = false;  ///< however many of its cells become zero, the others need no scaling
        bool is_changed = false;   ///< by this question
    };

    // Everything exists for both kinds of numbers; `Number` is double or WideNumber.
    template <class Number>
    bool run_in(const Evidence& evidence, Number* arena);
    template <class Number>
    bool load_leaf(std::uint32_t number, Number* arena);
    template <class Number>
    void copy_leaf(const Leaf& leaf, const double* source, Number* cell);
    Original& original_of(std::uint32_t number, const double* arena);
    template <class Number>
    bool enter_finding(const Finding& finding, Number* arena);
    template <class Number>
    double log_of_product(std::span<const std::uint32_t> roots, std::int64_t exponent, const Number* arena) const;
    bool load_changed(const Evidence& evidence, double* arena);
    bool load_changed(const Evidence& evidence, WideNumber* arena);
    bool scale_leaf(std::uint32_t number, double* cells);
    bool scale_leaf(std::uint32_t number, WideNumber* cells);
    std::int64_t contract(std::size_t first, std::size_t last, double* arena);
    std::int64_t contract(std::size_t first, std::size_t last, WideNumber* arena);
    void read(std::uint32_t cell, std::span<double> probabilities) const;
    void read_wide(std::uint32_t cell, std::span<double> probabilities) const;
    void note_values(const Evidence& evidence);
    void forget_values(const Evidence& evidence);
    void reload_all_next_time();
    void restore_originals(double* arena);
    std::uint32_t source_of(const Leaf& leaf) const;
    bool is_of_query(std::uint32_t variable) const { return variable >= tables_->first_variable; }
    template <class Number>
    const double* numbers_of(std::uint32_t variable) const;

    std::shared_ptr<const Plan> plan_;
    const BayesianNetwork* network_ = nullptr;
    const QueryTables* tables_ = nullptr;  ///< during a run
    Arena arena_;
    std::vector<WideNumber> wide_arena_;
    Options options_;  ///< of a run
    bool shared_lost_precision_ = false;
    bool wide_ = false;  ///< which of the two holds the results

    bool values_matter_ = false;              ///< whether some table is loaded in part, or left out, for what is known of its variables
    std::vector<std::uint32_t> state_;        ///< if so, per variable of the network: what was observed, where the plan needs it
    std::vector<char> intervened_;            ///< and where a plan for any evidence got an intervention
    std::vector<std::uint32_t> with_givens_;  ///< leaves to load for every evidence
    bool nothing_is_loaded_ = true;           ///< of the other leaves
    std::vector<std::uint32_t> to_load_;      ///< those of them to load again, for the last question had numbers of its own for them
    std::vector<Original> originals_;         ///< per leaf
    std::vector<double> original_cells_;
    std::size_t original_cells_used_ = 0;
    std::vector<std::uint32_t> changed_, changed_before_;  ///< leaves that findings of this question changed, and of the last one
    std::vector<double> weights_;                          ///< per state of the variable of a finding

    std::vector<std::int32_t> leaf_exponent_;  ///< per leaf: what scaling took out when it was loaded
    WideNumber factor_;                        ///< of P(e), from findings on variables with one state
    double log_evidence_ = 0, log_maximum_ = 0;
};

inline void PlanRun::read(std::uint32_t cell, std::span<double> probabilities) const {
    normalise(arena_.data() + cell, probabilities);
}

}  // namespace pgm
