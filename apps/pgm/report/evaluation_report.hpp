#pragma once

#include <apps/pgm/render/report.hpp>
#include <learners/validate/cross_validation.hpp>
#include <pgm/classify/measure/scored_predictions.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {

/// The costs of the actions of a loss matrix.
struct CostOfActions {
    std::vector<std::string> actions;
    Cost cost;
};

/// The report of `evaluate` on one structure, or of one fitted model.
struct EvaluationReport {
    std::string structure;
    std::string reason{};   ///< NamedChoice::reason
    std::size_t rows = 0;   ///< rows with a class, each once
    std::size_t folds = 1;  ///< 1: a single test set
    std::size_t repeats = 1;
    std::optional<std::uint64_t> seed;
    std::size_t test_sets_done = 1;
    std::size_t test_sets = 1;                           ///< folds x repeats
    std::optional<learners::ValidationSummary> summary;  ///< null where no fold was reached
    /// This structure minus the first one of the run.
    std::optional<PairedComparison> against_first;
    std::optional<SignedRanks> ranks_against_first;
    /// Mean rank by accuracy over the folds, if there are several structures.
    std::optional<double> mean_rank;
    std::optional<CostOfActions> cost;  ///< where --loss was given
    /// Files that were written, where --plots was given.
    std::optional<std::vector<std::string>> plots;
    std::optional<std::string> plots_page;  ///< in the first report, that which shows all of them

    bool partial() const { return test_sets_done < test_sets; }
};

/// The facts of one structure: an object, or a line in the table of structures. Where no fold was
/// reached, the measures are null. The classes are looked at while it is rendered, hence `report`
/// has to outlive it.
Report evaluation_report(const EvaluationReport& report);

/// How well each class is told apart, for people; `report` has to outlive it.
Report classes_report(const EvaluationReport& report);

/// For people: a line per structure, then how they compare, then how each treats each class, then
/// the files of the plots. `ranks` are those of the reports, where they are compared on folds.
Report evaluation_text(const std::vector<EvaluationReport>& reports,
                       const std::optional<MeanRanks>& ranks = {});

}  // namespace pgm::apps
