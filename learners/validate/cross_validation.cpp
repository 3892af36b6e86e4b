#include <learners/validate/cross_validation.hpp>

#include <pgm/classify/measure/scored_predictions.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>

namespace pgm::learners {
namespace {

ScoredPredictions score_fold(const Dataset& data, std::string_view class_name, Learner choice,
                             const Fold& fold, const TieRule& ties) {
    for (FitOptions& options : choices_of(choice)) {
        options.keep_statistics = false;
        options.threads = 1;
    }
    const Predictor predictor(fit(data.select_rows(fold.training), class_name, choice));
    const Dataset test = data.select_rows(fold.test);
    return score_predictions(predictor.predict(test), predictor.classifier().class_variable(), test,
                             ties);
}

/// Counts what is done and tells it, one thread at a time; remembers that it was told to stop.
class Progress {
public:
    Progress(const ValidationOptions& options, std::size_t all) : options_(options), all_(all) {}

    bool stopped() const { return stopped_; }

    bool goes_on() {
        if (!stopped_ && options_.stop && options_.stop()) stopped_ = true;
        return !stopped_;
    }

    void one_more() {
        const std::lock_guard lock(mutex_);
        ++done_;
        if (options_.progress) options_.progress(done_, all_);
    }

private:
    const ValidationOptions& options_;
    std::atomic<bool> stopped_{false};
    std::mutex mutex_;
    std::size_t done_ = 0;
    std::size_t all_;
};

}  // namespace

std::size_t ValidatedStructure::reached() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(folds, [](const auto& scored) { return scored.has_value(); }));
}

ScoredPredictions ValidatedStructure::scored_predictions() const {
    std::vector<ScoredPredictions> reached;
    for (const std::optional<ScoredPredictions>& fold : folds)
        if (fold) reached.push_back(*fold);
    return concatenated(reached);
}

bool Validation::complete() const {
    return std::ranges::all_of(structures, [this](const ValidatedStructure& structure) {
        return structure.reached() == folds.size();
    });
}

Validation validate(const Dataset& data, std::string_view class_name,
                    std::span<const Learner> choices, Folds folds,
                    const ValidationOptions& options) {
    constexpr std::size_t block = 4096;  // folds between two meetings of the threads
    const Dataset table = data.with_column(as_discrete(data.column(class_name)));
    Validation result{.folds = std::move(folds), .structures = {}};
    for (const Learner& choice : choices)
        result.structures.push_back({format_structure(choice), {}});
    Progress progress(options, choices.size() * result.folds.size());
    for (std::size_t first = 0; first < result.folds.size() && !progress.stopped();
         first += block) {
        const std::size_t count = std::min(block, result.folds.size() - first);
        for (ValidatedStructure& structure : result.structures)
            structure.folds.resize(first + count);
        // All structures of one fold before the next fold: a partial result compares them on the
        // same folds.
        parallel_for(
            choices.size() * count, options.threads, [&](std::size_t begin, std::size_t end) {
                for (std::size_t task = begin; task < end && progress.goes_on(); ++task) {
                    const std::size_t fold = first + task / choices.size(),
                                      choice = task % choices.size();
                    result.structures[choice].folds[fold] = score_fold(
                        table, class_name, choices[choice], result.folds[fold], options.ties);
                    progress.one_more();
                }
            });
    }
    return result;
}

namespace {

bool tests_single_rows(const ValidatedStructure& structure) {
    return std::ranges::all_of(structure.folds, [](const std::optional<ScoredPredictions>& fold) {
        return !fold || fold->rows() <= 1;
    });
}

}  // namespace

ValidationSummary summary_of(const ValidatedStructure& structure) {
    ValidationSummary summary;
    for (const std::optional<ScoredPredictions>& fold : structure.folds)
        if (fold && total_weight(*fold) > 0) summary.fold_accuracies.push_back(accuracy(*fold));
    if (structure.reached() == 0)
        throw ArgumentError("no fold of '" + printable(structure.structure) + "' was reached");
    if (summary.fold_accuracies.empty())
        throw ArgumentError("the rows that were tested all weigh 0");
    const ScoredPredictions all = structure.scored_predictions();
    summary.evaluation = evaluate(all);
    if (summary.fold_accuracies.size() == 1) {
        summary.accuracy_sd =
            binomial_standard_deviation(summary.evaluation.accuracy, total_weight(all));
    } else if (!tests_single_rows(structure)) {
        summary.accuracy_sd = standard_deviation(summary.fold_accuracies);
    }
    return summary;
}

std::optional<PairedComparison> compare(const Validation& validation, std::size_t first,
                                        std::size_t second) {
    std::vector<double> of_first, of_second;
    std::size_t test = 0, training = 0;
    const auto &of_a = validation.structures[first].folds,
               &of_b = validation.structures[second].folds;
    for (std::size_t i = 0; i < std::min(of_a.size(), of_b.size()); ++i) {
        if (!of_a[i] || !of_b[i] || !(total_weight(*of_a[i]) > 0)) continue;
        of_first.push_back(accuracy(*of_a[i]));
        of_second.push_back(accuracy(*of_b[i]));
        const Fold fold = validation.folds[i];
        test += fold.test.size();
        training += fold.training.size();
    }
    if (of_first.size() < 2 || test == 0 || training == 0) return std::nullopt;
    return pgm::compare(of_first, of_second,
                        static_cast<double>(test) / static_cast<double>(training));
}

}  // namespace pgm::learners
