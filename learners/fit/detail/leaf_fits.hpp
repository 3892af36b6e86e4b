#pragma once

#include <learners/counting/detail/fit_run.hpp>
#include <learners/fit/estimator.hpp>
#include <learners/judge/detail/shared_rows.hpp>
#include <pgm/core/error.hpp>

#include <deque>
#include <exception>
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

/// A leaf of a tree of estimators, and how its rows are left out.
struct JudgedLeaf {
    Fit options;
    Judge judge;
};

/// The fits of all leaves of a tree. They are planned, each once, and fitted in steps, each step
/// taking those that share their passes over the rows. Naive Bayes, which is there soonest, has a
/// step of its own, and so has every leaf where Fit::stop has a deadline. Steps may be done
/// in any order; what has been fitted can be used at any time.
class LeafFits {
public:
    /// The number of folds for rows that are not taken out of counts; fewer where there are fewer
    /// rows.
    static constexpr std::size_t most_folds = 10;

    /// Learns the cut points. The class is discrete, there is a leaf, and `data` must live as long.
    /// Throws what fit() of a pool throws.
    LeafFits(const Dataset& data, std::string_view class_name, std::span<const JudgedLeaf> leaves);

    std::size_t steps() const { return steps_.size(); }

    /// How much there is to do in a step (learners/fit/detail/fit_forecast.hpp).
    double work_of(std::size_t step) const;

    /// Fits the leaves of one step, and predicts the shared rows without them. What is too large is
    /// left out with a remark; so are densities that do not fit the data, if there are tables to do
    /// without them, and any candidate of a choice by folds. When it throws Stopped, the leaves
    /// that were done are kept.
    void fit(std::size_t step);

    bool has_fitted() const;
    /// Throws the reason for which the first leaf was left out unless one has been fitted.
    void require_fitted() const;
    /// The fit of a leaf so far; null where there is none.
    const FitResult* result(std::size_t leaf) const;
    /// The mean log loss of the best leaf so far, on the shared rows.
    double least_log_loss() const;
    /// Remarks on the leaves that were left out, with the reasons.
    std::span<const std::string> remarks() const { return remarks_; }

    /// The different rows of the data that have a class (rows_to_judge). Throws TooLargeError where
    /// the leaves may not have the memory.
    Dataset rows_to_judge() const;

    /// The weighted mean of these members, and what it predicts of the shared rows. Weights and
    /// temperature are as far as they came when the token of the first leaf says so.
    FitResult pool(std::span<const FitResult* const> members) const;

private:
    /// Leaves with the same cuts and replacements whose rows are taken out of the counts, or one
    /// leaf whose rows are left out by folds.
    struct Step {
        std::vector<FitPlan> plans;
        std::vector<std::size_t> numbers;  ///< of the plans
        std::optional<Judge> by_folds;     ///< of the leaf by folds
        /// The calibration that a leaf by folds still needs.
        Calibration calibration = Calibration::none;
    };

    std::size_t add(const JudgedLeaf& leaf, const Discretisation& cuts,
                    const Replacements& replacements);
    std::size_t add_by_folds(const JudgedLeaf& leaf, const Discretisation& cuts,
                             const Replacements& replacements);
    std::size_t add_step(Step step);
    double max_bytes() const;
    void share_rows();
    void leave_out_folds(const TooLargeError& error);
    std::vector<FitPlan> plans_of(const Step& step) const;
    void fit_from_counts(const Step& step);
    std::size_t fit_together(std::span<const FitPlan> plans,
                             std::span<const DistinctRows::WeightedRow> left_out,
                             std::span<const std::size_t> numbers);
    void leave_out(const Fit& options, const Error& error, std::exception_ptr thrown);
    Classifier fit_fold(const FitPlan& plan, Judge judge, const Fold& fold);
    FitResult fit_by_folds(const Step& step);
    Rows counts_without(const Dataset& test);
    std::optional<std::size_t> number_of(const Step& wanted) const;

    const Dataset& data_;
    std::vector<Variable> schema_;
    Dataset labelled_;
    StopToken stop_;
    std::vector<Step> steps_;
    std::vector<std::optional<std::size_t>> number_of_leaf_;  ///< null where it is not for the data
    std::vector<std::optional<FitResult>> fitted_;            ///< by number of the plan
    std::optional<SharedRows> shared_rows_;                   ///< unless all leaves are by folds
    /// The shared rows as they stand in the data, different ones, where a leaf is by folds. Where
    /// all are for Judge::folds_of_rows, a row of weight two or more is several rows.
    std::optional<Dataset> rows_by_folds_;
    std::vector<double> row_weights_;  ///< of the shared rows
    /// All rows_by_folds_.
    Memo<std::tuple<std::vector<Family>, Discretisation, Replacements>, Sums> counted_;
    std::vector<std::string> remarks_;
    std::optional<TooLargeError> too_large_;  ///< of the last plan that was left out for that
    std::exception_ptr refusal_;              ///< of the first leaf that was left out
};

}  // namespace pgm::learners::detail
