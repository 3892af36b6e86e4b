#pragma once

#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/fit_choices.hpp>
#include <apps/pgm/options/learned_columns.hpp>
#include <apps/pgm/options/target_input.hpp>
#include <learners/validate/cross_validation.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::apps {

/// A loss matrix, and which action wins ties of least expected loss.
struct CostRule {
    LossMatrix matrix;
    TieRule ties;
};

/// The arguments of `pgm evaluate`.
struct EvaluationPlan {
    std::string first;   ///< DATA, or MODEL when there is a second
    std::string second;  ///< DATA
    std::string class_name;
    TargetChoices target;
    FitChoices choices;
    std::size_t folds = 10;
    std::size_t repeats = 1;
    std::size_t seed = 1;
    std::string holdout;
    std::string test;
    std::string predictions;
    std::string plots;
    std::string plot_features;
    std::string plot_format = "svg";
    std::string tie;
    std::string loss;
    DataChoices table;
    LearnedColumns columns;
    TimeLimit limit;

    void add_to(Options& options);

    /// Throws UsageError for options that do not go together.
    void check() const;

    learners::Folds make_folds(const Column& column) const;
    /// Folds over the rows that have a number in the target's column.
    learners::Folds make_folds_of_numbers(const Column& column) const;
    TieRule tie_rule(const Variable& variable) const;
    /// The costs of decisions, where --loss was given; reads the file.
    std::optional<CostRule> cost_rule(const std::vector<std::string>& classes) const;
    /// The two names of --plot-features.
    std::optional<std::pair<std::string, std::string>> chosen_features() const;

    /// The columns that are asked for by name: the class or the target, those of structures and
    /// those to plot.
    std::vector<std::string> named_columns(std::span<const NamedChoice> structures) const;

    /// 1 for hold-out.
    std::size_t fold_count() const { return holdout.empty() ? folds : 1; }
    std::size_t rows_with_class(const learners::Validation& validation) const;
    /// "iris.csv: 150 rows, class species; 10-fold cross-validation, seed 1"
    std::string heading(const learners::Validation& validation) const;
    /// "10-fold cross-validation, seed 1"
    std::string validation_text() const;
    /// "13 of 20 folds were done"
    std::string progress_text(const learners::Validation& validation) const;
};

}  // namespace pgm::apps
