#include <learners/stack/detail/automatic_fit.hpp>

#include <learners/choose/choose.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <learners/stack/detail/fit_forecast.hpp>
#include <learners/stack/detail/stacked_fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// "tan, mdlp"; "tan" where there is nothing to be cut.
std::string name_of(const Classifier& classifier) {
    const FitWords& words = classifier.provenance().choices;
    const bool has_numbers = !std::ranges::all_of(classifier.features(), &Variable::is_discrete);
    return words.structure + (has_numbers ? ", " + words.continuous : "");
}

Trial trial_of(std::string name, const OutOfFold& predictions) {
    return {std::move(name), log_loss(predictions), error_rate(predictions)};
}

/// A classifier and the candidates that it was chosen from.
struct ChosenFit {
    Classifier classifier;
    Candidates candidates;
};

/// The classifier with its candidates in the provenance, and a remark that names the choice.
Classifier recorded(ChosenFit fit) {
    const std::vector<Trial>& trials = fit.candidates.trials;
    const auto alone = std::span(trials).first(trials.size() - (fit.candidates.has_stack ? 1 : 0));
    const Trial& best = *std::ranges::min_element(alone, {}, &Trial::log_loss);
    const Trial& chosen = trials[fit.candidates.chosen];
    std::string text = "auto chose " + chosen.name + " from " + counted(alone.size(), "candidate") +
                       ": log loss " + to_text(chosen.log_loss, 4) + " on rows left out";
    if (&best != &chosen)
        text += "; the best alone, " + best.name + ", has " + to_text(best.log_loss, 4);
    Provenance provenance = fit.classifier.provenance();
    provenance.remarks.insert(provenance.remarks.begin(), std::move(text));
    provenance.candidates = std::move(fit.candidates);
    return with_provenance(fit.classifier, std::move(provenance));
}

/// The classifier with the remarks on candidates that were left out, also if one of the others is
/// chosen alone.
Classifier with_remarks(const Classifier& chosen, std::span<const std::string> more) {
    Provenance provenance = chosen.provenance();
    provenance.remarks.insert(provenance.remarks.end(), more.begin(), more.end());
    return with_provenance(chosen, std::move(provenance));
}

std::vector<Trial> trials_of(std::span<const FitResult> members) {
    std::vector<Trial> trials;
    for (const FitResult& member : members)
        trials.push_back(trial_of(name_of(member.classifier), member.predictions));
    return trials;
}

std::size_t best_of(std::span<const FitResult> members) {
    return choose(members, [](const FitResult& one) { return log_loss(one.predictions); }).best;
}

/// A weighted mean with its standard error.
class Mean {
public:
    void add(double value, double weight) {
        weight_ += weight;
        sum_ += weight * value;
        squares_ += weight * value * value;
    }

    double value() const { return sum_ / weight_; }
    double standard_error() const {
        return std::sqrt(std::max(0.0, squares_ / weight_ - value() * value()) / weight_);
    }

private:
    double weight_ = 0, sum_ = 0, squares_ = 0;
};

/// The stack of a table and its best candidate, as they predict rows that neither was made from.
std::pair<Classifier, Classifier> best_and_stack(const Dataset& training,
                                                 std::string_view class_name, const Stack& stack) {
    StackedFit stacked(training, class_name, stack);
    std::vector<FitResult> members = stacked.fit_all();
    Classifier best = members[best_of(members)].classifier;
    return {std::move(best), stacked.pool(std::move(members)).classifier};
}

/// The candidate that is fitted soonest: naive Bayes, or the structure that the user has written
/// down, of which nothing is chosen by leaving out rows.
Stack cheapest_of(const Stack& candidates) {
    const auto is_naive = [](const FitOptions& options) {
        return std::holds_alternative<NaiveBayes>(options.structure) &&
               !options.structure.selects_features();
    };
    const auto found = std::ranges::find_if(candidates.members, is_naive);
    FitOptions options = found != candidates.members.end() ? *found : candidates.members.front();
    if (!std::holds_alternative<UserDefined>(options.structure)) options.structure = NaiveBayes{};
    if (std::holds_alternative<TunedBackOff>(options.smoothing)) options.smoothing = Laplace{1};
    options.calibration = Calibration::none;
    options.stop = {};
    return {{std::move(options)}};
}

/// The candidates from the first to the choice among those that were fitted.
class AutomaticRun {
public:
    AutomaticRun(const Dataset& data, std::string_view class_name, Automatic automatic,
                 const SearchControl& control)
        : data_(data), class_name_(class_name), automatic_(std::move(automatic)), watch_(control) {
        if (!watch_.token().is_possible()) return;
        for (FitOptions& member : automatic_.candidates.members) member.stop = watch_.token();
    }

    Classifier fit() {
        try {
            candidates_.emplace(data_, class_name_, automatic_.candidates,
                                automatic_.may_stack ? StackedFit::LeaveOut::single_rows
                                                     : StackedFit::LeaveOut::folds);
            fit_steps();
        } catch (const Stopped&) {
            if (!watch_.token().requested()) throw;  // that of FitOptions::stop
            partial_ = true;
        }
        if (partial_ && (!candidates_ || !candidates_->has_fitted())) fit_cheapest();
        ChosenFit fit = automatic_.may_stack ? choice_with_stack() : choice_alone();
        if (!watch_.token().is_possible()) automatic_.candidates.members.front().stop.check();
        fit.candidates.partial = partial_;
        return recorded(std::move(fit));
    }

private:
    /// The steps, those of least work first if the time is limited.
    std::vector<std::size_t> order_of_steps() const {
        std::vector<std::size_t> order(candidates_->steps());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto work = [&](std::size_t step) { return candidates_->work_of(step); };
        if (watch_.token().deadline()) std::ranges::stable_sort(order, {}, work);
        return order;
    }

    void fit_steps() {
        const std::vector<std::size_t> order = order_of_steps();
        for (std::size_t done = 0; done < order.size(); ++done) {
            // The last one must be fitted if no other was.
            const bool must =
                automatic_.may_stack || (!candidates_->has_fitted() && done + 1 == order.size());
            fit_step(order[done], must);
            if (done + 1 == order.size() || !candidates_->has_fitted()) continue;
            progress_ = {static_cast<double>(done + 1) / static_cast<double>(order.size()),
                         -candidates_->least_log_loss(), done + 1};
            if (!may_go_on()) return;
        }
    }

    void fit_step(std::size_t step, bool must) {
        const double work = candidates_->work_of(step);
        if (candidates_->has_fitted() && !forecast_.fits(work, watch_.token())) {
            partial_ = true;
            return;
        }
        const auto start = StopToken::Clock::now();
        must ? candidates_->fit(step) : candidates_->fit_if_possible(step);
        forecast_.add(work, std::chrono::duration<double>(StopToken::Clock::now() - start).count());
    }

    bool may_go_on() {
        if (watch_.may_go_on(progress_)) return true;
        partial_ = true;
        return false;
    }

    void fit_cheapest() {
        automatic_.candidates = cheapest_of(automatic_.candidates);
        candidates_.emplace(data_, class_name_, automatic_.candidates);
        candidates_->fit(0);
    }

    /// The trials of the members and of their pool, and the classifier of the one that is chosen.
    ChosenFit choice_with_stack() {
        std::vector<FitResult> members = candidates_->take_fitted();
        std::vector<Trial> trials = trials_of(members);
        const std::size_t best = best_of(members), last = trials.size();
        Classifier alone = members[best].classifier;
        if (members.size() == 1)
            return {with_remarks(alone, candidates_->remarks()),
                    {.trials = std::move(trials), .chosen = best}};
        FitResult pool = candidates_->pool(std::move(members));
        partial_ = partial_ || watch_.token().requested();
        trials.push_back(trial_of("the stack of " + std::to_string(last), pool.predictions));
        if (trials[best].log_loss < trials[last].log_loss && is_better_alone())
            return {with_remarks(alone, candidates_->remarks()),
                    {.trials = std::move(trials), .chosen = best, .has_stack = true}};
        return {with_remarks(pool.classifier, not_judged_),
                {.trials = std::move(trials), .chosen = last, .has_stack = true}};
    }

    /// True if the one candidate that predicts left out rows best predicts new rows better than the
    /// stack, by more than two standard errors of the mean difference in nested folds: in each both
    /// are made from the training rows alone. The rows are in an order that says nothing about
    /// them. The stack stands where the memory does not suffice, which is told, and where the time
    /// does not suffice for all folds, unless it did not suffice for the weights of the stack
    /// either.
    bool is_better_alone() {
        try {
            return is_better_alone(candidates_->rows_to_judge());
        } catch (const TooLargeError& error) {
            not_judged_ = {"the stack was not judged beside its best candidate: " +
                           error.message()};
            return false;
        }
    }

    bool is_better_alone(const Dataset& rows) {
        constexpr std::size_t folds = 5;
        if (rows.rows() < folds) return false;
        if (watch_.token().requested()) return true;
        double work = 0;
        for (std::size_t step = 0; step < candidates_->steps(); ++step)
            work += candidates_->work_of(step) * (folds - 1);
        if (!forecast_.fits(work, watch_.token())) {
            partial_ = true;
            return false;
        }
        try {
            return wins_alone(rows, folds_in_turn(rows.rows(), folds));
        } catch (const Stopped&) {
            if (!watch_.token().requested()) throw;
            partial_ = true;
            return false;
        }
    }

    bool wins_alone(const Dataset& rows, const Folds& folds) {
        OutOfFold alone = empty_predictions(rows, class_name_), together = alone;
        for (std::size_t i = 0; i < folds.size(); ++i) {
            if (!may_go_on()) return false;
            const Fold fold = folds[i];
            const auto [best, stack] =
                best_and_stack(rows.select_rows(fold.training), class_name_, automatic_.candidates);
            const Dataset test = rows.select_rows(fold.test);
            add_predictions(alone, predict(best, test), fold.test);
            add_predictions(together, predict(stack, test), fold.test);
        }
        const std::vector<double> of_best = log_likelihoods(alone),
                                  of_stack = log_likelihoods(together);
        Mean gain;
        for (std::size_t row = 0; row < of_best.size(); ++row)
            gain.add(std::max(of_best[row], least_log_likelihood) -
                         std::max(of_stack[row], least_log_likelihood),
                     alone.weights[row]);
        return gain.value() > 2 * gain.standard_error();
    }

    /// The trials of the members, and the classifier of the best, with what was left out.
    ChosenFit choice_alone() {
        const std::vector<FitResult> members = candidates_->take_fitted();
        const std::size_t best = best_of(members);
        return {with_remarks(members[best].classifier, candidates_->remarks()),
                {.trials = trials_of(members), .chosen = best}};
    }

    const Dataset& data_;
    std::string_view class_name_;
    Automatic automatic_;
    SearchWatch watch_;
    std::optional<StackedFit> candidates_;
    FitForecast forecast_;
    SearchProgress progress_;
    std::vector<std::string> not_judged_;
    bool partial_ = false;
};

}  // namespace

Classifier fit_automatic(const Dataset& data, std::string_view class_name,
                         const Automatic& automatic, const SearchControl& control) {
    return AutomaticRun(data, class_name, automatic, control).fit();
}

}  // namespace pgm::learners::detail
