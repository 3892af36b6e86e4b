#pragma once

#include <learners/detail/fit_run.hpp>
#include <learners/stack/detail/shared_rows.hpp>
#include <learners/stack/stack.hpp>
#include <pgm/core/error.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::learners::detail {

/// A stack on its way: its members are planned, each once, and fitted in steps, each step taking
/// those that share their passes over the rows. What has been fitted can be pooled at any time.
class StackedFit {
public:
    /// How rows are left out of the members.
    enum class LeaveOut {
        single_rows,  ///< from the counts, where there are some; the rest by folds
        folds         ///< all members by folds, in which their cut points are learned anew
    };

    /// Learns the cut points. The class is discrete; `data` must live as long. Throws what fit() of
    /// a stack throws.
    StackedFit(const Dataset& data, std::string_view class_name, const Stack& stack,
               LeaveOut leave_out = LeaveOut::single_rows);

    std::size_t steps() const { return steps_.size(); }

    /// The members of one step, and what each predicts of the shared rows without them. Densities
    /// that do not fit the data are left out with a remark, if there are tables to do without them.
    std::vector<FitResult> fit(std::size_t step);
    /// The same, and what cannot be fitted for any other reason of the data or of the limits is
    /// left out with a remark as well.
    std::vector<FitResult> fit_if_possible(std::size_t step);
    /// What has been left out, and why.
    std::span<const std::string> remarks() const { return remarks_; }
    /// Those of all steps.
    std::vector<FitResult> fit_all();

    /// The different rows of the data that have a class (different_rows).
    Dataset labelled_rows() const;

    /// The weighted mean of these members, and what it predicts of the shared rows.
    FitResult pool(std::vector<FitResult> members) const;

private:
    /// Members with the same cuts and replacements whose rows are taken out of the counts, or one
    /// member whose rows are left out by folds.
    struct Step {
        std::vector<FitPlan> plans;
        /// What a member by folds is yet to be calibrated by; nothing of others.
        std::optional<Calibration> by_folds;
    };

    void add(const FitOptions& member, const Discretisation& cuts,
             const Replacements& replacements);
    void add_by_folds(const FitOptions& member, const Discretisation& cuts,
                      const Replacements& replacements);
    void leave_out(const FitPlan& plan, const Error& error);
    std::vector<FitResult> fit_by_folds(const FitPlan& plan, Calibration calibration) const;
    bool is_planned(const FitPlan& plan) const;
    bool has_folds() const;
    /// The shared rows as they stand in the data; different ones wherever has_folds().
    Dataset table_of_rows() const;

    const Dataset& data_;
    LeaveOut leave_out_;
    std::vector<Variable> schema_;
    std::vector<Step> steps_;
    std::optional<SharedRows> rows_;  ///< once the steps are known
    std::vector<std::string> remarks_;
};

/// The mean over the shared rows, by weight, of -log P(class | row), and the share whose class is
/// not the most probable.
struct LeftOutQuality {
    double log_loss = 0;
    double error = 0;
};
LeftOutQuality quality_of(const LeftOutPredictions& predictions);

}  // namespace pgm::learners::detail
