#include <learners/validate/cross_validation.hpp>

#include <learners/fit/detail/fit_forecast.hpp>
#include <learners/fit/estimator.hpp>
#include <learners/judge/detail/out_of_fold.hpp>
#include <pgm/classify/measure/scored_predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <numeric>

namespace pgm::learners {
namespace {

ScoredPredictions score_fold(const Dataset& data, std::string_view class_name, Estimator choice,
                             const Fold& fold, const ValidationOptions& validation) {
    for (Fit* const leaf : leaves_of(choice)) {
        leaf->keep_statistics = false;
        leaf->threads = 1;
    }
    const auto fit_fold = [&](const Dataset& training) {
        return fit(training, class_name, choice, {.stop = validation.stop});
    };
    detail::PredictedFold predicted =
        detail::predict_fold(data, fold, fit_fold, {.stop = validation.stop});
    return score_predictions(std::move(predicted.predictions), data.column(class_name).variable,
                             predicted.rows, validation.ties);
}

/// Counts what is done and tells it, one thread at a time, and foresees how long the next fold of a
/// structure takes.
class Progress {
public:
    Progress(const ValidationOptions& options, std::size_t structures, std::size_t folds)
        : options_(options), forecasts_(structures), all_(structures * folds) {}

    bool may_begin(std::size_t structure) {
        const std::lock_guard lock(mutex_);
        return forecasts_[structure].fits(1, options_.stop);
    }

    void one_more(std::size_t structure, std::chrono::duration<double> time) {
        const std::lock_guard lock(mutex_);
        forecasts_[structure].add(1, time.count());
        ++done_;
        if (options_.progress) options_.progress(done_, all_);
    }

private:
    const ValidationOptions& options_;
    std::mutex mutex_;
    std::vector<detail::FitForecast> forecasts_;
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
                    std::span<const Estimator> choices, Folds folds,
                    const ValidationOptions& options) {
    constexpr std::size_t block = 4096;  // folds between two meetings of the threads
    const Dataset table = data.with_column(as_discrete(data.column(class_name)));
    Validation result{.folds = std::move(folds), .structures = {}};
    for (const Estimator& choice : choices)
        result.structures.push_back({format_structure(choice), {}});
    Progress progress(options, choices.size(), result.folds.size());
    const auto do_fold = [&](std::size_t choice, std::size_t fold) {
        if ((fold * choices.size() + choice) % options.shares != options.share) return;
        if (!progress.may_begin(choice)) return;
        const auto start = StopToken::Clock::now();
        result.structures[choice].folds[fold] =
            score_fold(table, class_name, choices[choice], result.folds[fold], options);
        progress.one_more(choice, StopToken::Clock::now() - start);
    };
    for (std::size_t first = 0; first < result.folds.size() && !options.stop.requested();
         first += block) {
        const std::size_t count = std::min(block, result.folds.size() - first);
        for (ValidatedStructure& structure : result.structures)
            structure.folds.resize(first + count);
        // All structures of one fold before the next fold: a partial result compares them on the
        // same folds.
        try {
            parallel_for(choices.size() * count, options.threads,
                         [&](std::size_t begin, std::size_t end) {
                             for (std::size_t task = begin; task < end; ++task) {
                                 options.stop.check();
                                 do_fold(task % choices.size(), first + task / choices.size());
                             }
                         });
        } catch (const Stopped&) {
            if (!options.stop.requested()) throw;
        }
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

namespace {

/// The folds that some structures have all reached and whose test rows weigh anything.
struct SharedFolds {
    std::vector<std::vector<double>> accuracies;  ///< by structure
    std::size_t test = 0, training = 0;           ///< rows of all folds together

    std::size_t size() const { return accuracies.front().size(); }
};

SharedFolds shared_folds(const Validation& validation, std::span<const std::size_t> structures) {
    SharedFolds shared{.accuracies = std::vector<std::vector<double>>(structures.size())};
    for (std::size_t i = 0; i < validation.folds.size(); ++i) {
        const auto fold_of = [&](std::size_t structure) -> const ScoredPredictions* {
            const auto& folds = validation.structures[structure].folds;
            return i < folds.size() && folds[i] && total_weight(*folds[i]) > 0 ? &*folds[i]
                                                                               : nullptr;
        };
        if (!std::ranges::all_of(structures, fold_of)) continue;
        for (std::size_t s = 0; s < structures.size(); ++s)
            shared.accuracies[s].push_back(accuracy(*fold_of(structures[s])));
        const Fold fold = validation.folds[i];
        shared.test += fold.test.size();
        shared.training += fold.training.size();
    }
    return shared;
}

}  // namespace

std::optional<PairedComparison> compare(const Validation& validation, std::size_t first,
                                        std::size_t second) {
    const SharedFolds shared = shared_folds(validation, std::array{first, second});
    if (shared.size() < 2 || shared.test == 0 || shared.training == 0) return std::nullopt;
    return pgm::compare(shared.accuracies[0], shared.accuracies[1],
                        static_cast<double>(shared.test) / static_cast<double>(shared.training));
}

std::optional<SignedRanks> signed_ranks(const Validation& validation, std::size_t first,
                                        std::size_t second) {
    const SharedFolds shared = shared_folds(validation, std::array{first, second});
    if (shared.size() < 2) return std::nullopt;
    return pgm::signed_ranks(shared.accuracies[0], shared.accuracies[1]);
}

std::optional<MeanRanks> mean_ranks(const Validation& validation) {
    if (validation.structures.size() < 2) return std::nullopt;
    std::vector<std::size_t> all(validation.structures.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const SharedFolds shared = shared_folds(validation, all);
    if (shared.size() < 2) return std::nullopt;
    return pgm::mean_ranks(shared.accuracies);
}

}  // namespace pgm::learners
