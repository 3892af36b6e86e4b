#pragma once

#include <learners/counting/detail/fit_run.hpp>
#include <learners/judge/detail/shared_rows.hpp>
#include <learners/stack/stack.hpp>
#include <pgm/core/error.hpp>

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace pgm::learners::detail {

/// Memo of the results learned per choice.
template <class Choice, class Learned>
class Memo {
public:
    template <class Learn>
    const Learned& of(const Choice& choice, Learn learn) {
        for (const auto& [known, learned] : all_)
            if (known == choice) return learned;
        return all_.emplace_back(choice, learn()).second;
    }

private:
    std::deque<std::pair<Choice, Learned>> all_;
};

/// A stack on its way: its members are planned, each once, and fitted in steps, each step taking
/// those that share their passes over the rows. Naive Bayes, which is there soonest, has a step of
/// its own, and so has every member where FitOptions::stop has a deadline. Steps may be done in any
/// order; what has been fitted can be pooled at any time.
class StackedFit {
public:
    /// The number of folds for rows that are not taken out of counts; fewer where there are fewer
    /// rows.
    static constexpr std::size_t most_folds = 10;

    /// How rows are left out of the members.
    enum class LeaveOut {
        single_rows,  ///< from the counts, where there are some; the rest by folds
        folds         ///< all members by folds, in which their cut points are learned again
    };

    /// Learns the cut points. The class is discrete; `data` must live as long. Throws what fit() of
    /// a stack throws.
    StackedFit(const Dataset& data, std::string_view class_name, const Stack& stack,
               LeaveOut leave_out = LeaveOut::single_rows);

    std::size_t steps() const { return steps_.size(); }

    /// How much there is to do in a step (learners/stack/detail/fit_forecast.hpp).
    double work_of(std::size_t step) const;

    /// Fits the members of one step, and predicts the shared rows without them. What is too large
    /// is left out with a remark, and so are densities that do not fit the data, if there are
    /// tables to do without them. When it throws Stopped, the members that were done are kept.
    void fit(std::size_t step);
    /// Fits a step; a member that cannot be fitted for any other reason of the data or of the
    /// limits is left out with a remark as well.
    void fit_if_possible(std::size_t step);
    bool has_fitted() const { return !fitted_.empty(); }
    /// The mean log loss of the best member so far, on the shared rows.
    double least_log_loss() const;
    /// Members fitted so far, in the order of the stack. Throws TooLargeError if there are none
    /// because all were too large.
    std::vector<FitResult> take_fitted();
    /// Remarks on the members that were left out, with the reasons.
    std::span<const std::string> remarks() const { return remarks_; }
    /// Fits all steps.
    std::vector<FitResult> fit_all();

    /// The different rows of the data that have a class (rows_to_judge). Throws TooLargeError where
    /// the members may not have the memory.
    Dataset rows_to_judge() const;

    /// The weighted mean of these members, and what it predicts of the shared rows. Weights and
    /// temperature are as far as they came when the token of the first member says so.
    FitResult pool(std::vector<FitResult> members) const;

private:
    /// Members with the same cuts and replacements whose rows are taken out of the counts, or one
    /// member whose rows are left out by folds.
    struct Step {
        std::vector<FitPlan> plans;
        std::vector<std::size_t> numbers;  ///< of the plans in the order of the stack
        /// The calibration that a member by folds still needs; null for others.
        std::optional<Calibration> by_folds;
    };

    struct Fitted {
        std::size_t number;  ///< of the plan
        FitResult result;
    };

    void add(const FitOptions& member, const Discretisation& cuts,
             const Replacements& replacements);
    void add_by_folds(const FitOptions& member, const Discretisation& cuts,
                      const Replacements& replacements);
    void add_step(FitPlan plan, std::optional<Calibration> by_folds);
    double max_bytes() const;
    void share_rows();
    void leave_out_folds(const TooLargeError& error);
    std::vector<FitPlan> plans_of(const Step& step) const;
    void fit_from_counts(const Step& step);
    std::size_t fit_together(std::span<const FitPlan> plans,
                             std::span<const DistinctRows::WeightedRow> left_out,
                             std::span<const std::size_t> numbers);
    void leave_out(const FitPlan& plan, const Error& error);
    FitResult fit_by_folds(const FitPlan& plan, Calibration calibration);
    Rows counts_without(const Dataset& rows, const Dataset& test);
    bool is_planned(const FitPlan& plan) const;
    bool has_folds() const;
    /// The shared rows as they stand in the data; different ones wherever has_folds().
    Dataset table_of_rows() const;

    const Dataset& data_;
    LeaveOut leave_out_;
    std::vector<Variable> schema_;
    Dataset labelled_;
    StopToken stop_;
    std::vector<Step> steps_;
    std::size_t planned_ = 0;  ///< plans of all steps
    std::vector<Fitted> fitted_;
    std::optional<SharedRows> rows_;  ///< once the steps are known
    /// All rows_ of members by folds.
    Memo<std::tuple<std::vector<Family>, Discretisation, Replacements>, Sums> counted_;
    std::vector<std::string> remarks_;
    std::optional<TooLargeError> too_large_;  ///< of the last plan that was left out for that
};

}  // namespace pgm::learners::detail
