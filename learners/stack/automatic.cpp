#include <learners/stack/automatic.hpp>

#include <learners/detail/learning_rows.hpp>
#include <learners/estimate/detail/back_off_tuning.hpp>
#include <learners/stack/detail/stacked_fit.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
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
    const auto alone = std::span(fit.trials).first(fit.trials.size() - (fit.trials.size() > 1));
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

/// Whether `a` predicts the rows that both predict better than `b`, by more than two standard errors
/// of the mean difference of log P(class | row).
bool is_clearly_better(const LeftOutPredictions& a, const LeftOutPredictions& b) {
    const std::vector<double> of_a = log_likelihoods(a), of_b = log_likelihoods(b);
    const std::size_t rows = std::min(of_a.size(), of_b.size());
    const auto difference = [&](std::size_t row) {
        return std::max(of_a[row], least_left_out_log) - std::max(of_b[row], least_left_out_log);
    };
    double weight = 0, mean = 0, squares = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        weight += a.weights[row];
        mean += a.weights[row] * difference(row);
    }
    mean /= weight;
    for (std::size_t row = 0; row < rows; ++row)
        squares += a.weights[row] * (difference(row) - mean) * (difference(row) - mean);
    return mean > 2 * std::sqrt(squares) / weight;
}

/// The trials of the members and of their pool, and the classifier of the one that is chosen.
AutomaticFit choice_among(std::vector<FitResult> members, const StackedFit& candidates) {
    std::vector<Trial> trials;
    for (const FitResult& member : members)
        trials.push_back(trial_of(name_of(member.classifier), member.predictions));
    const auto best = static_cast<std::size_t>(
        std::ranges::min_element(trials, {}, &Trial::log_loss) - trials.begin());
    FitResult alone = members[best];
    if (members.size() == 1) return {std::move(alone.classifier), std::move(trials), best};
    const std::string name = "the stack of " + std::to_string(members.size());
    FitResult pool = candidates.pool(std::move(members));
    trials.push_back(trial_of(name, pool.predictions));
    if (is_clearly_better(alone.predictions, pool.predictions))
        return {std::move(alone.classifier), std::move(trials), best};
    const std::size_t last = trials.size() - 1;
    return {std::move(pool.classifier), std::move(trials), last};
}

}  // namespace

std::vector<ContinuousTreatment> treatments_to_choose_from() {
    std::vector<ContinuousTreatment> treatments = treatments_to_stack();
    treatments.push_back(parse_continuous("proportional"));
    return treatments;
}

Automatic default_automatic() {
    return {stack_of(structures_to_stack(), treatments_to_choose_from(),
                     {.smoothing = TunedBackOff{}, .calibration = Calibration::temperature})};
}

AutomaticFit fit_automatic(const Dataset& data, std::string_view class_name,
                           const Automatic& automatic, const SearchControl& control) {
    if (const auto discrete = with_discrete_class(data, class_name))
        return fit_automatic(*discrete, class_name, automatic, control);
    const Stopping stopping(control);
    const StackedFit candidates(data, class_name, automatic.candidates);
    std::vector<FitResult> members;
    std::size_t step = 0;
    double score = 0;
    do {
        for (FitResult& member : candidates.fit(step++)) {
            const double loss = quality_of(member.predictions).log_loss;
            score = members.empty() ? -loss : std::max(score, -loss);
            members.push_back(std::move(member));
        }
    } while (step < candidates.steps() &&
             !stopping.wanted({static_cast<double>(step) / static_cast<double>(candidates.steps()),
                               score, step}));
    AutomaticFit fit = choice_among(std::move(members), candidates);
    fit.partial = step < candidates.steps();
    fit.classifier = with_remark(fit.classifier, fit);
    return fit;
}

Classifier fit(const Dataset& data, std::string_view class_name, const Automatic& automatic) {
    return fit_automatic(data, class_name, automatic).classifier;
}

}  // namespace pgm::learners
