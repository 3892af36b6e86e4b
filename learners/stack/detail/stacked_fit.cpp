#include <learners/stack/detail/stacked_fit.hpp>

#include <learners/choose/detail/concentrations.hpp>
#include <learners/choose/detail/temperature.hpp>
#include <learners/plan/detail/imputation.hpp>
#include <learners/plan/detail/learning_rows.hpp>
#include <learners/stack/detail/fit_forecast.hpp>
#include <learners/stack/detail/stack_members.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// The columns of the stack, which are those of every member.
std::vector<Variable> common_schema(const Dataset& data, std::string_view class_name,
                                    const Stack& stack) {
    if (stack.members.empty()) throw ArgumentError("a stack needs members", "stack:nb,tan has two");
    std::optional<std::vector<Variable>> common;
    for (const FitOptions& member : stack.members) {
        require_no_hidden_variables(member.structure);
        std::vector<Variable> schema = learning_schema(data.schema(), class_name, member.structure);
        if (common && *common != schema)
            throw ArgumentError("the structures of a stack are over different columns",
                                "name every column in a structure that is written out");
        common = std::move(schema);
    }
    return *std::move(common);
}

bool is_same(const FitPlan& a, const FitPlan& b) {
    const bool same_density =
        a.options.continuous->density == b.options.continuous->density ||
        std::ranges::all_of(a.cut_schema, [](const Variable& v) { return v.is_discrete(); });
    return a.cuts == b.cuts && a.replacements == b.replacements && same_density &&
           a.options.structure == b.options.structure &&
           a.options.smoothing == b.options.smoothing &&
           a.options.class_prior == b.options.class_prior &&
           a.options.calibration == b.options.calibration;
}

/// The classifier of the training rows of a fold, which learns cut points of its own.
Classifier fit_fold(const FitPlan& plan, const Dataset& training) {
    const CutChoice& choice = plan.options.continuous->discretisation;
    const FitPlan fold_plan =
        plan_fit(plan.schema, plan.options,
                 cuts_for(plan.schema, choice, &training, plan.options.threads, plan.options.stop),
                 plan.replacements);
    return fit_plan(fold_plan, training).classifier;
}

/// A member whose posteriors are calibrated by what was predicted of left out rows.
FitResult calibrated(FitResult member) {
    NetworkClassifierParts parts = member.classifier.networks()->parts();
    parts.temperature = tune_temperature(member.predictions);
    parts.provenance.choices.calibration = format(Calibration::temperature);
    member.predictions = with_temperature(std::move(member.predictions), parts.temperature);
    return {NetworkClassifier(std::move(parts)), std::move(member.predictions)};
}

/// Rows cannot be taken out of densities, nor out of some tables.
bool needs_folds(const FitOptions& member, std::span<const Variable> cut_schema) {
    return !can_leave_out_rows(member.smoothing) ||
           !std::ranges::all_of(cut_schema, &Variable::is_discrete);
}

}  // namespace

StackedFit::StackedFit(const Dataset& data, std::string_view class_name, const Stack& stack,
                       LeaveOut leave_out)
    : data_(data),
      leave_out_(leave_out),
      schema_(common_schema(data, class_name, stack)),
      labelled_(labelled_rows(data, class_name)),
      stop_(stack.members.front().stop) {
    const bool has_numbers = !std::ranges::all_of(schema_, &Variable::is_discrete);
    const auto is_about_numbers = [](const FitOptions& member) {
        return needs_densities(member.structure);
    };
    const bool all_need_numbers = std::ranges::all_of(stack.members, is_about_numbers);
    Memo<CutChoice, Discretisation> cuts_by_choice;
    Memo<MissingCells, Replacements> replacements_by_choice;
    for (FitOptions member : stack.members) {
        require_counted_cells(member.missing_cells);
        // Numbers that are not cut have no state for missing values.
        if (is_about_numbers(member) && member.missing_cells == MissingCells::state)
            member.missing_cells = MissingCells::sum;
        if (is_about_numbers(member) && !has_numbers && !all_need_numbers) continue;
        const CutChoice choice = continuous_model_of(member).discretisation;
        add(member,
            cuts_by_choice.of(
                choice,
                [&] { return cuts_for(schema_, choice, &data, member.threads, member.stop); }),
            replacements_by_choice.of(member.missing_cells, [&] {
                return replacements_for(schema_, member.missing_cells, data, member.threads,
                                        member.stop);
            }));
    }
    try {
        share_rows();
    } catch (const TooLargeError& error) {
        leave_out_folds(error);
        share_rows();
    }
}

double StackedFit::max_bytes() const {
    return static_cast<double>(steps_.front().plans.front().options.max_fit_bytes);
}

void StackedFit::share_rows() {
    std::vector<Discretisation> cuts;
    for (const Step& step : steps_) cuts.push_back(step.plans.front().cuts);
    // Each fold learns cut points of its own, so its rows stand with their own numbers.
    if (has_folds()) cuts.emplace_back();
    rows_.emplace(labelled_, schema_, cuts, max_bytes());
}

/// Leaves out the members by folds, whose rows stand with their own numbers: there are too many.
void StackedFit::leave_out_folds(const TooLargeError& error) {
    const auto is_by_folds = [](const Step& step) { return step.by_folds.has_value(); };
    if (std::ranges::all_of(steps_, is_by_folds)) throw error;
    for (const Step& step : steps_)
        if (is_by_folds(step)) leave_out(step.plans.front(), error);
    std::erase_if(steps_, is_by_folds);
}

/// The step's plans, which may take what the results so far have left.
std::vector<FitPlan> StackedFit::plans_of(const Step& step) const {
    double taken = 0;
    for (const auto& [number, result] : fitted_) {
        const OutOfFold& rows = result.predictions;
        const std::size_t numbers =
            rows.log_posteriors.size() + rows.labels.size() + rows.weights.size();
        taken += sizeof(double) * (cells_of(result) + static_cast<double>(numbers));
    }
    std::vector<FitPlan> plans = step.plans;
    for (FitPlan& plan : plans) {
        std::size_t& most = plan.options.max_fit_bytes;
        most -= std::min(most, static_cast<std::size_t>(taken));
    }
    return plans;
}

Dataset StackedFit::rows_to_judge() const {
    return learners::rows_to_judge(labelled_, schema_, 1, max_bytes());
}

Dataset StackedFit::table_of_rows() const {
    return rows_->select_from(labelled_);
}

bool StackedFit::has_folds() const {
    return std::ranges::any_of(steps_, [](const Step& step) { return step.by_folds.has_value(); });
}

bool StackedFit::is_planned(const FitPlan& plan) const {
    return std::ranges::any_of(steps_, [&](const Step& step) {
        return std::ranges::any_of(step.plans,
                                   [&](const FitPlan& other) { return is_same(plan, other); });
    });
}

void StackedFit::add(const FitOptions& member, const Discretisation& cuts,
                     const Replacements& replacements) {
    if (leave_out_ == LeaveOut::folds || needs_folds(member, cuts.apply(schema_)))
        return add_by_folds(member, cuts, replacements);
    FitPlan plan = plan_stacked_fit(schema_, member, cuts, replacements);
    if (is_planned(plan)) return;
    const auto is_alone = [](const FitPlan& one) {
        return one.options.structure == NaiveBayes{} || one.options.stop.deadline();
    };
    const auto found = std::ranges::find_if(steps_, [&](const Step& step) {
        return !step.by_folds && step.plans.front().cuts == plan.cuts &&
               step.plans.front().replacements == plan.replacements && !is_alone(plan) &&
               !is_alone(step.plans.front());
    });
    if (found == steps_.end()) return add_step(std::move(plan), std::nullopt);
    found->plans.push_back(std::move(plan));
    found->numbers.push_back(planned_++);
}

void StackedFit::add_step(FitPlan plan, std::optional<Calibration> by_folds) {
    steps_.push_back({{std::move(plan)}, {planned_++}, by_folds});
}

void StackedFit::add_by_folds(const FitOptions& member, const Discretisation& cuts,
                              const Replacements& replacements) {
    FitOptions options = member;
    options.keep_statistics = false;
    // Those whose rows can be taken out of tables learn their temperature themselves.
    Calibration missing = Calibration::none;
    if (needs_folds(member, cuts.apply(schema_))) std::swap(missing, options.calibration);
    FitPlan plan = plan_fit(schema_, options, cuts, replacements);
    if (!is_planned(plan)) add_step(std::move(plan), missing);
}

double StackedFit::work_of(std::size_t number) const {
    const Step& step = steps_[number];
    double work = 0;
    for (const FitPlan& plan : step.plans)
        work += predicted_seconds(fit_terms(
            plan.options, size_of(plan.cut_schema, data_.rows(), *plan.options.continuous),
            step.by_folds ? 1 + most_folds : 1));
    return work;
}

/// All plans together or, where they are too large for that, one by one without those that are too
/// large by themselves.
void StackedFit::fit_from_counts(const Step& step) {
    const std::vector<FitPlan> all = plans_of(step);
    const std::span<const FitPlan> plans = all;
    const std::vector<DistinctRows::WeightedRow> left_out =
        rows_->prepared_by(plans.front().cuts, plans.front().replacements);
    std::size_t done = fit_together(plans, left_out, step.numbers);
    for (; done < plans.size(); ++done) {
        if (fit_together(plans.subspan(done, 1), left_out, std::span(step.numbers).subspan(done)))
            continue;
        leave_out(plans[done], *too_large_);
    }
}

/// The number of plans that were fitted before one was too large.
std::size_t StackedFit::fit_together(std::span<const FitPlan> plans,
                                     std::span<const DistinctRows::WeightedRow> left_out,
                                     std::span<const std::size_t> numbers) {
    std::vector<FitResult> results;
    const auto keep = [&] {
        for (std::size_t i = 0; i < results.size(); ++i)
            fitted_.push_back({numbers[i], std::move(results[i])});
        return results.size();
    };
    try {
        fit_plans(plans, data_, left_out, results);
    } catch (const Stopped&) {
        keep();
        throw;
    } catch (const TooLargeError& error) {
        too_large_ = error;
    }
    return keep();
}

void StackedFit::fit(std::size_t number) {
    const Step& step = steps_[number];
    if (!step.by_folds) return fit_from_counts(step);
    const bool is_dispensable =
        std::ranges::any_of(steps_, [](const Step& other) { return !other.by_folds; });
    try {
        FitResult result = fit_by_folds(plans_of(step).front(), *step.by_folds);
        fitted_.push_back({step.numbers.front(), std::move(result)});
    } catch (const TooLargeError& error) {
        too_large_ = error;
        leave_out(step.plans.front(), error);
    } catch (const ArgumentError& error) {
        if (!is_dispensable) throw;
        leave_out(step.plans.front(), error);
    }
}

void StackedFit::fit_if_possible(std::size_t step) {
    try {
        fit(step);
    } catch (const Error& error) {
        leave_out(steps_[step].plans.front(), error);
    }
}

void StackedFit::leave_out(const FitPlan& plan, const Error& error) {
    remarks_.push_back(format(plan.options.structure) + ", " + format(*plan.options.continuous) +
                       " is left out: " + error.message());
}

FitResult StackedFit::fit_by_folds(const FitPlan& plan, Calibration calibration) {
    FitResult fitted = fit_plan(plan, data_);
    FitPlan of_fold = plan;
    // As where single rows are left out, the concentrations are those of all rows.
    if (leave_out_ == LeaveOut::single_rows &&
        std::holds_alternative<TunedBackOff>(plan.options.smoothing))
        of_fold.options.smoothing = BackOff{fitted.classifier.provenance().concentrations};
    const bool is_counted =
        !keeps_rows(of_fold) && !learns_cuts(plan.schema, plan.options.continuous->discretisation);
    const Dataset rows = table_of_rows();
    const Folds folds = folds_in_turn(rows.rows(), most_folds);
    fitted.predictions = empty_predictions(rows, plan.schema.front().name());
    for (std::size_t i = 0; i < folds.size(); ++i) {
        const Fold fold = folds[i];
        const Dataset test = rows.select_rows(fold.test);
        const Classifier classifier = is_counted
                                          ? fit_plan(of_fold, counts_without(rows, test)).classifier
                                          : fit_fold(of_fold, rows.select_rows(fold.training));
        add_predictions(fitted.predictions,
                        predict(classifier, test, {.threads = plan.options.threads}), fold.test);
    }
    if (calibration == Calibration::none) return fitted;
    return calibrated(std::move(fitted));
}

/// The sums of all rows less those of the test rows, which are exact: the bits of the other rows'.
/// All rows are counted once for all folds and for all members that ask for the same families.
Rows StackedFit::counts_without(const Dataset& rows, const Dataset& test) {
    return Rows::of_counts(rows.schema(), std::nullopt, [&](const CountRequest& request) {
        CountedRows counted;
        counted.statistics = counted_.of({request.families, request.cuts, request.replacements},
                                         [&] { return Rows(rows).count(request).statistics; });
        counted.statistics.subtract(Rows(test).count(request).statistics);
        return counted;
    });
}

std::vector<FitResult> StackedFit::fit_all() {
    for (std::size_t step = 0; step < steps(); ++step) fit(step);
    return take_fitted();
}

double StackedFit::least_log_loss() const {
    double least = std::numeric_limits<double>::infinity();
    for (const Fitted& one : fitted_) least = std::min(least, log_loss(one.result.predictions));
    return least;
}

std::vector<FitResult> StackedFit::take_fitted() {
    if (fitted_.empty() && too_large_) throw *too_large_;
    std::ranges::sort(fitted_, {}, &Fitted::number);
    std::vector<FitResult> members;
    for (Fitted& one : fitted_) members.push_back(std::move(one.result));
    fitted_.clear();
    return members;
}

FitResult StackedFit::pool(std::vector<FitResult> all) const {
    // A megabyte in a file, or a few times the cells of the table.
    constexpr double cells_of_megabyte = 1 << 17, cells_per_cell = 8;
    const double most_cells =
        std::max(cells_of_megabyte, cells_per_cell * static_cast<double>(data_.rows()) *
                                        static_cast<double>(schema_.size()));
    return pooled(keep_members(std::move(all), rows_->weights(), most_cells, stop_), remarks_,
                  stop_);
}

}  // namespace pgm::learners::detail
