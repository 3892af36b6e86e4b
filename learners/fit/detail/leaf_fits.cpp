#include <learners/fit/detail/leaf_fits.hpp>

#include <learners/counting/detail/fit_run.hpp>
#include <learners/counting/detail/plan.hpp>
#include <learners/em/detail/fit_by_em.hpp>
#include <learners/fit/detail/fit_forecast.hpp>
#include <learners/fit/detail/pool.hpp>
#include <learners/judge/detail/concentrations.hpp>
#include <learners/judge/detail/temperature.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace pgm::learners::detail {
namespace {

bool is_by_em(const Fit& options) {
    return options.missing_cells == MissingCells::em;
}

/// The columns of the tree, which are those of every leaf.
std::vector<Variable> common_schema(const Dataset& data, std::string_view class_name,
                                    std::span<const JudgedLeaf> leaves) {
    std::optional<std::vector<Variable>> common;
    for (const auto& [options, judge] : leaves) {
        require_no_hidden_variables(options.structure);
        std::vector<Variable> schema =
            learning_schema(data.schema(), class_name, options.structure);
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
           a.options.calibration == b.options.calibration &&
           is_by_em(a.options) == is_by_em(b.options);
}

Classifier fit_leaf(const FitPlan& plan, const Dataset& data) {
    return is_by_em(plan.options) ? fit_by_em(data, plan.schema.front().name(), plan.options)
                                  : fit_plan(plan, data);
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
bool needs_folds(const Fit& member, std::span<const Variable> cut_schema) {
    return !can_leave_out_rows(member.smoothing) ||
           !std::ranges::all_of(cut_schema, &Variable::is_discrete);
}

}  // namespace

LeafFits::LeafFits(const Dataset& data, std::string_view class_name,
                   std::span<const JudgedLeaf> leaves)
    : data_(data),
      schema_(common_schema(data, class_name, leaves)),
      labelled_(labelled_rows(data, class_name)),
      stop_(leaves.front().options.stop) {
    const bool has_numbers = !std::ranges::all_of(schema_, &Variable::is_discrete);
    const auto is_about_numbers = [](const JudgedLeaf& leaf) {
        return needs_densities(leaf.options.structure);
    };
    const bool all_need_numbers = std::ranges::all_of(leaves, is_about_numbers);
    Memo<CutChoice, Discretisation> cuts_by_choice;
    Memo<MissingCells, Replacements> replacements_by_choice;
    const auto number_of_plan = [&](const JudgedLeaf& leaf) {
        const Fit& options = leaf.options;
        const CutChoice choice = continuous_model_of(options).discretisation;
        return add(
            leaf,
            cuts_by_choice.of(
                choice,
                [&] { return cuts_for(schema_, choice, &data, options.threads, options.stop); }),
            replacements_by_choice.of(options.missing_cells, [&] {
                return replacements_for(schema_, options.missing_cells, data, options.threads,
                                        options.stop);
            }));
    };
    for (JudgedLeaf leaf : leaves) {
        Fit& options = leaf.options;
        const bool is_by_itself = leaf.judge == Judge::folds_of_rows;
        if (!is_by_itself || !is_by_em(options)) require_counted_cells(options.missing_cells);
        // Numbers that are not cut have no state for missing values.
        if (is_about_numbers(leaf) && !is_by_itself && options.missing_cells == MissingCells::state)
            options.missing_cells = MissingCells::sum;
        std::optional<std::size_t>& number = number_of_leaf_.emplace_back();
        if (is_about_numbers(leaf) && !has_numbers && !all_need_numbers) continue;
        try {
            number = number_of_plan(leaf);
        } catch (const Error& error) {
            if (leaf.judge == Judge::left_out_rows) throw;
            leave_out(options, error, std::current_exception());
        }
    }
    if (steps_.empty()) std::rethrow_exception(refusal_);
    try {
        share_rows();
    } catch (const TooLargeError& error) {
        leave_out_folds(error);
        share_rows();
    }
}

double LeafFits::max_bytes() const {
    return static_cast<double>(steps_.front().plans.front().options.max_fit_bytes);
}

void LeafFits::share_rows() {
    const auto is_by_folds = [](const Step& step) { return step.by_folds.has_value(); };
    // Equal rows are left out apart.
    if (std::ranges::all_of(
            steps_, [](const Step& step) { return step.by_folds == Judge::folds_of_rows; })) {
        rows_by_folds_ =
            detail::rows_to_judge(labelled_, labelled_.schema(), most_folds, max_bytes());
        row_weights_.assign(rows_by_folds_->weights().begin(), rows_by_folds_->weights().end());
        return;
    }
    std::vector<Discretisation> cuts;
    for (const Step& step : steps_) cuts.push_back(step.plans.front().cuts);
    // Each fold learns cut points of its own, so its rows stand with their own numbers.
    if (std::ranges::any_of(steps_, is_by_folds)) cuts.emplace_back();
    shared_rows_.emplace(labelled_, schema_, cuts, max_bytes());
    row_weights_ = shared_rows_->weights();
    if (std::ranges::any_of(steps_, is_by_folds))
        rows_by_folds_ = shared_rows_->select_from(labelled_);
}

/// Leaves out what is judged by folds, whose rows stand with their own numbers: there are too many.
void LeafFits::leave_out_folds(const TooLargeError& error) {
    const auto is_by_folds = [](const Step& step) { return step.by_folds.has_value(); };
    if (std::ranges::all_of(steps_, is_by_folds)) throw error;
    for (const Step& step : steps_)
        if (is_by_folds(step))
            leave_out(step.plans.front().options, error, std::current_exception());
    std::erase_if(steps_, is_by_folds);
}

/// The step's plans, which may take what the results so far have left.
std::vector<FitPlan> LeafFits::plans_of(const Step& step) const {
    double taken = 0;
    for (const std::optional<FitResult>& result : fitted_) {
        if (!result) continue;
        const OutOfFold& rows = result->predictions;
        const std::size_t numbers =
            rows.log_posteriors.size() + rows.labels.size() + rows.weights.size();
        taken += sizeof(double) * (cells_of(*result) + static_cast<double>(numbers));
    }
    std::vector<FitPlan> plans = step.plans;
    for (FitPlan& plan : plans) {
        std::size_t& most = plan.options.max_fit_bytes;
        most -= std::min(most, static_cast<std::size_t>(taken));
    }
    return plans;
}

Dataset LeafFits::rows_to_judge() const {
    return detail::rows_to_judge(labelled_, schema_, 1, max_bytes());
}

/// The number of the plan of a step where it is planned already.
std::optional<std::size_t> LeafFits::number_of(const Step& wanted) const {
    for (const Step& step : steps_) {
        if (step.by_folds != wanted.by_folds || step.calibration != wanted.calibration) continue;
        for (std::size_t i = 0; i < step.plans.size(); ++i)
            if (is_same(step.plans[i], wanted.plans.front())) return step.numbers[i];
    }
    return std::nullopt;
}

/// The number of the plan of a leaf.
std::size_t LeafFits::add(const JudgedLeaf& leaf, const Discretisation& cuts,
                          const Replacements& replacements) {
    if (leaf.judge != Judge::left_out_rows || needs_folds(leaf.options, cuts.apply(schema_)))
        return add_by_folds(leaf, cuts, replacements);
    Step step{.plans = {plan_stacked_fit(schema_, leaf.options, cuts, replacements)}};
    if (const auto known = number_of(step)) return *known;
    const FitPlan& plan = step.plans.front();
    const auto is_alone = [](const FitPlan& one) {
        return one.options.structure == NaiveBayes{} || one.options.stop.deadline();
    };
    const auto found = std::ranges::find_if(steps_, [&](const Step& other) {
        return !other.by_folds && other.plans.front().cuts == plan.cuts &&
               other.plans.front().replacements == plan.replacements && !is_alone(plan) &&
               !is_alone(other.plans.front());
    });
    if (found == steps_.end()) return add_step(std::move(step));
    found->plans.push_back(std::move(step.plans.front()));
    fitted_.emplace_back();
    return found->numbers.emplace_back(fitted_.size() - 1);
}

std::size_t LeafFits::add_by_folds(const JudgedLeaf& leaf, const Discretisation& cuts,
                                   const Replacements& replacements) {
    Fit options = leaf.options;
    options.keep_statistics = options.keep_statistics && leaf.judge == Judge::folds_of_rows;
    Step step{.by_folds = leaf.judge};
    // Those whose rows can be taken out of tables learn their temperature themselves.
    if (leaf.judge != Judge::folds_of_rows && needs_folds(options, cuts.apply(schema_)))
        std::swap(step.calibration, options.calibration);
    step.plans = {plan_fit(schema_, options, cuts, replacements)};
    const auto known = number_of(step);
    return known ? *known : add_step(std::move(step));
}

std::size_t LeafFits::add_step(Step step) {
    fitted_.emplace_back();
    step.numbers = {fitted_.size() - 1};
    steps_.push_back(std::move(step));
    return fitted_.size() - 1;
}

double LeafFits::work_of(std::size_t number) const {
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
void LeafFits::fit_from_counts(const Step& step) {
    const std::vector<FitPlan> all = plans_of(step);
    const std::span<const FitPlan> plans = all;
    const std::vector<DistinctRows::WeightedRow> left_out =
        shared_rows_->prepared_by(plans.front().cuts, plans.front().replacements);
    std::size_t done = fit_together(plans, left_out, step.numbers);
    for (; done < plans.size(); ++done) {
        if (fit_together(plans.subspan(done, 1), left_out, std::span(step.numbers).subspan(done)))
            continue;
        leave_out(plans[done].options, *too_large_, std::make_exception_ptr(*too_large_));
    }
}

/// The number of plans that were fitted before one was too large.
std::size_t LeafFits::fit_together(std::span<const FitPlan> plans,
                                   std::span<const DistinctRows::WeightedRow> left_out,
                                   std::span<const std::size_t> numbers) {
    std::vector<FitResult> results;
    const auto keep = [&] {
        for (std::size_t i = 0; i < results.size(); ++i)
            fitted_[numbers[i]] = std::move(results[i]);
        return results.size();
    };
    try {
        const Rows rows(data_);
        CountingRun run(plans, rows);
        fit_plans(plans, run, left_out, results);
    } catch (const Stopped&) {
        keep();
        throw;
    } catch (const TooLargeError& error) {
        too_large_ = error;
    }
    return keep();
}

void LeafFits::fit(std::size_t number) {
    const Step& step = steps_[number];
    if (!step.by_folds) return fit_from_counts(step);
    const bool is_dispensable =
        step.by_folds != Judge::left_out_rows ||
        std::ranges::any_of(steps_, [](const Step& other) { return !other.by_folds; });
    try {
        fitted_[step.numbers.front()] = fit_by_folds(step);
    } catch (const TooLargeError& error) {
        leave_out(step.plans.front().options, error, std::current_exception());
    } catch (const ArgumentError& error) {
        if (!is_dispensable) throw;
        leave_out(step.plans.front().options, error, std::current_exception());
    } catch (const Error& error) {
        if (step.by_folds == Judge::left_out_rows) throw;
        leave_out(step.plans.front().options, error, std::current_exception());
    }
}

void LeafFits::leave_out(const Fit& options, const Error& error, std::exception_ptr thrown) {
    std::string name = format(options.structure) + ", " + format(continuous_model_of(options));
    if (options.missing_cells != MissingCells::sum) name += ", " + format(options.missing_cells);
    remarks_.push_back(name + " is left out: " + error.message());
    if (!refusal_) refusal_ = std::move(thrown);
}

/// The classifier of the training rows of a fold, which learns cut points of its own.
Classifier LeafFits::fit_fold(const FitPlan& plan, Judge judge, const Fold& fold) {
    const Dataset& rows = *rows_by_folds_;
    const Fit& options = plan.options;
    const CutChoice& cuts = options.continuous->discretisation;
    if (judge != Judge::folds_of_rows && !keeps_rows(plan) && !learns_cuts(plan.schema, cuts)) {
        const Dataset test = rows.select_rows(fold.test);
        return fit_plan(plan, counts_without(test));
    }
    const Dataset training = rows.select_rows(fold.training);
    if (is_by_em(options)) return fit_leaf(plan, training);
    if (judge == Judge::folds_of_rows)
        return fit_by_counting(training, plan.schema.front().name(), options);
    return fit_plan(plan_fit(plan.schema, options,
                             cuts_for(plan.schema, cuts, &training, options.threads, options.stop),
                             plan.replacements),
                    training);
}

FitResult LeafFits::fit_by_folds(const Step& step) {
    const FitPlan plan = plans_of(step).front();
    FitResult fitted{fit_leaf(plan, data_), {}};
    FitPlan of_fold = plan;
    of_fold.options.keep_statistics = false;
    // As where single rows are left out, the concentrations are those of all rows.
    if (step.by_folds == Judge::left_out_rows &&
        std::holds_alternative<TunedBackOff>(plan.options.smoothing))
        of_fold.options.smoothing = BackOff{fitted.classifier.provenance().concentrations};
    const Dataset& rows = *rows_by_folds_;
    const Folds folds = folds_in_turn(rows.rows(), most_folds);
    fitted.predictions = empty_predictions(rows, plan.schema.front().name());
    for (std::size_t i = 0; i < folds.size(); ++i) {
        const Fold fold = folds[i];
        add_predictions(fitted.predictions,
                        predict(fit_fold(of_fold, *step.by_folds, fold),
                                rows.select_rows(fold.test), {.threads = plan.options.threads}),
                        fold.test);
    }
    if (step.calibration == Calibration::none) return fitted;
    return calibrated(std::move(fitted));
}

/// The sums of all rows less those of the test rows, which are exact: the bits of the other rows'.
/// All rows are counted once for all folds and for all leaves that ask for the same families.
Rows LeafFits::counts_without(const Dataset& test) {
    return Rows::of_counts(
        rows_by_folds_->schema(), std::nullopt, [&](const CountRequest& request) {
            CountedRows counted;
            counted.statistics =
                counted_.of({request.families, request.cuts, request.replacements},
                            [&] { return Rows(*rows_by_folds_).count(request).statistics; });
            counted.statistics.subtract(Rows(test).count(request).statistics);
            return counted;
        });
}

bool LeafFits::has_fitted() const {
    return std::ranges::any_of(fitted_, [](const auto& one) { return one.has_value(); });
}

void LeafFits::require_fitted() const {
    if (!has_fitted() && refusal_) std::rethrow_exception(refusal_);
}

const FitResult* LeafFits::result(std::size_t leaf) const {
    const std::optional<std::size_t> number = number_of_leaf_[leaf];
    return number && fitted_[*number] ? &*fitted_[*number] : nullptr;
}

double LeafFits::least_log_loss() const {
    double least = std::numeric_limits<double>::infinity();
    for (const std::optional<FitResult>& one : fitted_)
        if (one) least = std::min(least, log_loss(one->predictions));
    return least;
}

FitResult LeafFits::pool(std::span<const FitResult* const> members) const {
    // A megabyte in a file, or a few times the cells of the table.
    constexpr double cells_of_megabyte = 1 << 17, cells_per_cell = 8;
    const double most_cells =
        std::max(cells_of_megabyte, cells_per_cell * static_cast<double>(data_.rows()) *
                                        static_cast<double>(schema_.size()));
    return pooled(weighed(members, row_weights_, most_cells, stop_), stop_);
}

}  // namespace pgm::learners::detail
