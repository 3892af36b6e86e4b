#include <learners/cross_validation.hpp>

#include <learners/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <mutex>

namespace pgm::learners {
namespace {

Outcomes outcomes_of_split(const Dataset& data, std::string_view class_name, FitOptions choice, const Split& split, const TieRule& ties) {
    choice.keep_statistics = false;
    choice.threads = 1;
    const Predictor predictor(fit(data.rows(split.training), class_name, choice));
    const Dataset test = data.rows(split.test);
    return outcomes_of(predictor.predict(test), predictor.classifier().class_variable(), test, ties);
}

/// Counts what is done and tells it, one thread at a time.
class Progress {
public:
    Progress(const ValidationOptions& options, std::size_t all) : options_(options), all_(all) {}

    void one_more() {
        const std::lock_guard lock(mutex_);
        ++done_;
        if (options_.progress) options_.progress(done_, all_);
    }

private:
    const ValidationOptions& options_;
    std::mutex mutex_;
    std::size_t done_ = 0;
    std::size_t all_;
};

}  // namespace

bool ValidatedStructure::complete() const {
    return reached() == splits.size();
}

std::size_t ValidatedStructure::reached() const {
    return static_cast<std::size_t>(std::ranges::count_if(splits, [](const auto& outcomes) { return outcomes.has_value(); }));
}

Outcomes ValidatedStructure::outcomes() const {
    std::vector<Outcomes> reached;
    for (const std::optional<Outcomes>& split : splits)
        if (split) reached.push_back(*split);
    return concatenated(reached);
}

bool Validation::complete() const {
    return std::ranges::all_of(structures, &ValidatedStructure::complete);
}

Validation validate(const Dataset& data, std::string_view class_name, std::span<const FitOptions> choices, std::vector<Split> splits,
                    const ValidationOptions& options) {
    const Dataset table = data.with_column(as_discrete(data.column(class_name)));
    Validation result{.splits = std::move(splits)};
    for (const FitOptions& choice : choices)
        result.structures.push_back({choice.structure, std::vector<std::optional<Outcomes>>(result.splits.size())});
    const std::size_t tasks = choices.size() * result.splits.size();
    Progress progress(options, tasks);
    // All structures of one split before the next split: a partial result compares them on the same folds.
    parallel_for(tasks, options.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t task = begin; task < end; ++task) {
            if (options.stop && options.stop()) return;
            const std::size_t split = task / choices.size(), choice = task % choices.size();
            result.structures[choice].splits[split] = outcomes_of_split(table, class_name, choices[choice], result.splits[split], options.ties);
            progress.one_more();
        }
    });
    return result;
}

ValidationSummary summary_of(const ValidatedStructure& structure) {
    ValidationSummary summary;
    for (const std::optional<Outcomes>& split : structure.splits)
        if (split) summary.split_accuracies.push_back(accuracy(confusion_matrix(*split)));
    if (summary.split_accuracies.empty()) throw ArgumentError("no fold of '" + structure.structure + "' was reached");
    const Outcomes all = structure.outcomes();
    summary.evaluation = evaluate(all);
    summary.accuracy_sd = summary.split_accuracies.size() > 1 ? standard_deviation(summary.split_accuracies)
                                                              : binomial_standard_deviation(summary.evaluation.accuracy, total_weight(all));
    return summary;
}

std::optional<PairedComparison> compare(const Validation& validation, std::size_t first, std::size_t second) {
    std::vector<double> of_first, of_second;
    std::size_t test = 0, training = 0;
    for (std::size_t i = 0; i < validation.splits.size(); ++i) {
        const std::optional<Outcomes>&a = validation.structures[first].splits[i], &b = validation.structures[second].splits[i];
        if (!a || !b) continue;
        of_first.push_back(accuracy(confusion_matrix(*a)));
        of_second.push_back(accuracy(confusion_matrix(*b)));
        test += validation.splits[i].test.size();
        training += validation.splits[i].training.size();
    }
    if (of_first.size() < 2 || test == 0 || training == 0) return std::nullopt;
    return pgm::compare(of_first, of_second, static_cast<double>(test) / static_cast<double>(training));
}

}  // namespace pgm::learners
