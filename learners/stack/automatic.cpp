#include <learners/stack/automatic.hpp>

#include <learners/detail/learning_rows.hpp>
#include <learners/estimate/detail/back_off_tuning.hpp>
#include <learners/stack/detail/stacked_fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>

namespace pgm::learners {

using namespace detail;

namespace {

/// "tan, mdlp"; "tan" where there is nothing to be cut.
std::string name_of(const Classifier& classifier) {
    const FitWords& words = classifier.provenance().choices;
    const bool has_numbers = !std::ranges::all_of(classifier.features(), &Variable::is_discrete);
    return words.structure + (has_numbers ? ", " + words.continuous : "");
}

Trial trial_of(std::string name, const LeftOutPredictions& predictions) {
    const LeftOutQuality quality = quality_of(predictions);
    return {std::move(name), quality.log_loss, quality.error};
}

/// Ends at the wish of the caller, or when the time is over.
class Stopping {
public:
    explicit Stopping(const SearchControl& control) : control_(control) {}

    bool wanted(const SearchProgress& progress) const {
        if (control_.proceed && !control_.proceed(progress)) return true;
        return control_.time_limit &&
               std::chrono::steady_clock::now() - start_ >= *control_.time_limit;
    }

private:
    const SearchControl& control_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Says what was chosen, and from what.
Classifier with_remark(const Classifier& classifier, const AutomaticFit& fit) {
    const auto alone = std::span(fit.trials).first(fit.trials.size() - (fit.has_stack ? 1 : 0));
    const Trial& best = *std::ranges::min_element(alone, {}, &Trial::log_loss);
    const Trial& chosen = fit.trials[fit.chosen];
    std::string text = "auto chose " + chosen.name + " from " + std::to_string(alone.size()) +
                       " candidates: log loss " + to_text(chosen.log_loss, 4) + " on rows left out";
    if (&best != &chosen)
        text += "; the best alone, " + best.name + ", has " + to_text(best.log_loss, 4);
    ClassifierParts parts = classifier.parts();
    parts.provenance.remarks.insert(parts.provenance.remarks.begin(), std::move(text));
    return Classifier(std::move(parts));
}

std::vector<Trial> trials_of(std::span<const FitResult> members) {
    std::vector<Trial> trials;
    for (const FitResult& member : members)
        trials.push_back(trial_of(name_of(member.classifier), member.predictions));
    return trials;
}

std::size_t best_of(std::span<const FitResult> members) {
    const auto loss = [](const FitResult& member) {
        return quality_of(member.predictions).log_loss;
    };
    return static_cast<std::size_t>(std::ranges::min_element(members, {}, loss) - members.begin());
}

/// log P(class | row) of every row.
std::vector<double> log_likelihoods(const Classifier& classifier, const Dataset& rows) {
    const Predictions predictions = predict(classifier, rows);
    const Column& classes = rows.column(classifier.class_name());
    std::vector<double> logs;
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        const auto label = static_cast<Eigen::Index>(classes.state(row)->index());
        logs.push_back(
            std::max(predictions.log_probabilities(static_cast<Eigen::Index>(row), label),
                     least_left_out_log));
    }
    return logs;
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

/// Whether the one candidate that predicts left out rows best predicts new rows better than the
/// stack, by more than two standard errors of the mean difference in nested folds: in each both are
/// made from the training rows alone. `rows` are in an order that says nothing about them. The
/// stack stands where the time is over before all folds are done.
bool is_better_alone(const Dataset& rows, std::string_view class_name, const Stack& stack,
                     const std::function<bool()>& is_time_over) {
    constexpr std::size_t folds = 5;
    if (rows.rows() < folds) return false;
    Mean gain;
    for (std::size_t fold = 0; fold < folds; ++fold) {
        if (is_time_over()) return false;
        std::vector<std::uint32_t> training, test;
        for (std::size_t row = 0; row < rows.rows(); ++row)
            (row % folds == fold ? test : training).push_back(static_cast<std::uint32_t>(row));
        const Dataset learned_from = rows.select_rows(training), judged = rows.select_rows(test);
        StackedFit stacked(learned_from, class_name, stack);
        std::vector<FitResult> members = stacked.fit_all();
        const std::vector<double> alone =
            log_likelihoods(members[best_of(members)].classifier, judged);
        const std::vector<double> together =
            log_likelihoods(stacked.pool(std::move(members)).classifier, judged);
        for (std::size_t row = 0; row < judged.rows(); ++row)
            gain.add(alone[row] - together[row], judged.weights()[row]);
    }
    return gain.value() > 2 * gain.standard_error();
}

/// The trials of the members and of their pool, and the classifier of the one that is chosen.
AutomaticFit choice_with_stack(std::vector<FitResult> members, const StackedFit& candidates,
                               std::string_view class_name, const Stack& stack,
                               const std::function<bool()>& is_time_over) {
    std::vector<Trial> trials = trials_of(members);
    const std::size_t best = best_of(members), last = trials.size();
    Classifier alone = members[best].classifier;
    if (members.size() == 1)
        return {.classifier = std::move(alone), .trials = std::move(trials), .chosen = best};
    FitResult pool = candidates.pool(std::move(members));
    trials.push_back(trial_of("the stack of " + std::to_string(last), pool.predictions));
    if (trials[best].log_loss < trials[last].log_loss &&
        is_better_alone(candidates.labelled_rows(), class_name, stack, is_time_over))
        return {std::move(alone), std::move(trials), true, best};
    return {std::move(pool.classifier), std::move(trials), true, last};
}

/// The trials of the members, and the classifier of the best, with what was left out.
AutomaticFit choice_alone(std::vector<FitResult> members, const StackedFit& candidates) {
    const std::size_t best = best_of(members);
    ClassifierParts parts = members[best].classifier.parts();
    parts.provenance.remarks.insert(parts.provenance.remarks.end(), candidates.remarks().begin(),
                                    candidates.remarks().end());
    return {
        .classifier = Classifier(std::move(parts)), .trials = trials_of(members), .chosen = best};
}

}  // namespace

Automatic default_automatic() {
    return {default_stack()};
}

Automatic choice_of_treatment(const FitOptions& choices) {
    Automatic automatic{.may_stack = false};
    for (const ContinuousTreatment& treatment : treatments_to_choose_from(choices.structure)) {
        FitOptions& candidate = automatic.candidates.members.emplace_back(choices);
        candidate.continuous = treatment;
    }
    return automatic;
}

AutomaticFit fit_automatic(const Dataset& data, std::string_view class_name,
                           const Automatic& automatic, const SearchControl& control) {
    if (const auto discrete = with_discrete_class(data, class_name))
        return fit_automatic(*discrete, class_name, automatic, control);
    const Stopping stopping(control);
    StackedFit candidates(
        data, class_name, automatic.candidates,
        automatic.may_stack ? StackedFit::LeaveOut::single_rows : StackedFit::LeaveOut::folds);
    std::vector<FitResult> members;
    std::size_t step = 0;
    double score = 0;
    bool stopped = false;  // for good: who has said so is not asked again
    const auto is_time_over = [&] {
        const double done = static_cast<double>(step) / static_cast<double>(candidates.steps());
        stopped = stopped || stopping.wanted({done, score, step});
        return stopped;
    };
    do {
        // The last one must be fitted if no other was.
        const bool must =
            automatic.may_stack || (members.empty() && step + 1 == candidates.steps());
        for (FitResult& member : must ? candidates.fit(step) : candidates.fit_if_possible(step)) {
            const double loss = quality_of(member.predictions).log_loss;
            score = members.empty() ? -loss : std::max(score, -loss);
            members.push_back(std::move(member));
        }
        ++step;
    } while (step < candidates.steps() && (members.empty() || !is_time_over()));
    AutomaticFit fit = automatic.may_stack
                           ? choice_with_stack(std::move(members), candidates, class_name,
                                               automatic.candidates, is_time_over)
                           : choice_alone(std::move(members), candidates);
    fit.partial = stopped || step < candidates.steps();
    fit.classifier = with_remark(fit.classifier, fit);
    return fit;
}

Classifier fit(const Dataset& data, std::string_view class_name, const Automatic& automatic) {
    return fit_automatic(data, class_name, automatic).classifier;
}

}  // namespace pgm::learners
