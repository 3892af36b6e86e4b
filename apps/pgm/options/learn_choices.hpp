#pragma once

#include <apps/pgm/options/options.hpp>
#include <apps/pgm/shell/session.hpp>
#include <learners/counting/fit_options.hpp>
#include <learners/discretise/discretise.hpp>
#include <learners/independence/independence_test.hpp>
#include <learners/search/arc_confidence.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/learn_structure.hpp>
#include <learners/unobserved/learn_incomplete.hpp>
#include <pgm/data/dataset.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pgm::apps {

/// Everything that was asked for, read and checked before any row is counted.
struct LearnTask {
    learners::StructureLearning learning;
    learners::IncompleteLearning incomplete;
    /// Scores from which that of `learning` is chosen by held-out rows; empty: it is given.
    std::vector<learners::Score> score_candidates;
    /// Of columns of numbers, before anything is learned; none: they stay numbers.
    learners::CutChoice cuts;
    learners::Fit fit;
    learners::Bootstrap bootstrap;
    bool keeps_replicates = false;  ///< of the bootstrap, as networks
    bool averaged = false;
    std::optional<double> threshold;  ///< of the averaged network; null: chosen from the data

    /// True if nothing but counts of families is asked of the rows.
    bool needs_counts_only() const {
        return !std::holds_alternative<learners::Mmhc>(learning.algorithm) &&
               !std::holds_alternative<learners::Pc>(learning.algorithm) && !averaged &&
               bootstrap.replicates == 0 && score_candidates.empty();
    }

    /// The treatment of the missing values of these data.
    learners::MissingCellsInSearch treatment_of(const Dataset& data) const {
        return incomplete.missing_cells.value_or(
            learners::default_missing_cells(data, learning.algorithm));
    }
};

/// The options that say how a structure is learned.
struct LearnChoices {
    std::string algorithm = "boss";
    std::string score = "bic";
    std::string test;  ///< empty: the one that fits the columns
    std::string alpha;
    std::optional<std::size_t> max_conditions;
    std::string constraints;  ///< the file
    std::size_t max_parents = 0;
    std::size_t restarts = 0;
    std::size_t seed = 1;
    std::size_t bootstrap = 0;
    std::string average;
    std::string continuous;          ///< cut points; empty: none
    std::string continuous_parents;  ///< of states; empty: they have none
    std::string smoothing;
    std::string missing_cells;  ///< empty: by the algorithm and the columns
    std::size_t threads = 0;

    void add_to(Options& options);

    /// All but the constraints. Throws UsageError for words that are none.
    LearnTask read(const Session& session) const;

    /// The rules of the file and of --max-parents, for these columns. Throws ParseError and
    /// ArgumentError.
    learners::Constraints read_constraints(const Dataset& data) const;

    /// The table with its numbers cut, as --continuous says.
    Dataset cut(const Dataset& data, const LearnTask& task) const;

private:
    learners::SearchAlgorithm read_algorithm(const Session& session) const;
    /// The candidates of "auto"; none of other scores.
    std::vector<learners::Score> read_score_candidates(
        const learners::SearchAlgorithm& chosen) const;
    learners::Fit fit_options() const;
    std::optional<Noise::Kind> read_continuous_parents() const;
    learners::CutChoice read_cuts() const;
    /// The threshold of --average; "auto" and no option at all are nothing.
    std::optional<double> threshold() const;
    /// Null where --alpha was not given.
    std::optional<double> read_alpha() const;
    /// Refuses options of tests where no test is asked.
    void require_tests(const learners::SearchAlgorithm& chosen) const;
};

}  // namespace pgm::apps
