#include <apps/pgm/options/evaluation_plan.hpp>

#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/file/suffix.hpp>
#include <io/loss_matrix_file.hpp>
#include <io/scene/scene_file.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>

namespace pgm::apps {

void EvaluationPlan::add_to(Options& options) {
    options.argument(
        "MODEL-OR-DATA", first,
        "Table of data (.csv, .tsv, .txt, .arff, also with .gz or .zst) to cross-validate on, "
        "or a fitted model to be tested on DATA");
    options.optional_argument("DATA", second, "Table of test data");
    options.group("What to fit");
    options.text("-c,--class", class_name, "COLUMN", "The column to be predicted");
    target.add_to(options);
    choices.add_to(options);
    options.group("How to judge");
    options.count("--folds", folds, 2, "Folds of the stratified cross-validation; default: 10");
    options.text("--holdout", holdout, "SHARE",
                 "Instead of folds: test on this share of the rows, fit on the rest");
    options.text("--test", test, "FILE", "Instead of folds: fit on DATA, test on this table");
    options.text("--loss", loss, "FILE",
                 "Loss matrix (CSV: a header of classes, a line per action): report the cost of "
                 "the actions of least expected loss");
    options.text("--predictions", predictions, "FILE",
                 "Write the out-of-fold predictions, a line per row, choice and repeat (CSV)");
    options.text("--plots", plots, "DIR",
                 "Write ROC, calibration, confusion, decision regions and mean ranks as pictures, "
                 "and index.html, which shows them all");
    options.rare();
    options.count("--cv-repeats", repeats, 1,
                  "Repeats of the validation, each with other folds; default: 1");
    options.seed(seed,
                 "Seed of the folds, the same for all structures, and of random initialisations");
    options.text("--tie", tie, "CLASS",
                 "The class that is predicted in ties; with --loss, the action of this name; "
                 "default: the first in order");
    options.text("--plot-features", plot_features, "X,Y",
                 "The two continuous features of the decision regions");
    options.text("--plot-format", plot_format, "SUFFIX",
                 "Pictures as svg, pdf, tex or tikz; default: svg");
    columns.add_to(options);
    table.add_to(options);
    limit.add_to(options.group("The run"),
                 "Give up the folds in work after this time, and report the completed ones; "
                 "default: no limit");
}

void EvaluationPlan::check() const {
    const bool model = !second.empty();
    target.interval();
    target.refuse_with("--class", !class_name.empty());
    target.refuse_with("--loss", !loss.empty());
    target.refuse_with("--tie", !tie.empty());
    target.refuse_with("--predictions", !predictions.empty());
    target.refuse_with("--plots", !plots.empty());
    if (model && (choices.given() || !holdout.empty() || !test.empty()))
        throw UsageError("a fitted model is tested as it is",
                         "leave out the options of fitting and of folds");
    const io::Suffix* const suffix = io::suffix_of(first);
    if (!model && suffix != nullptr && suffix->kind == io::FileKind::model)
        throw UsageError("the test data are missing", "pgm evaluate MODEL DATA");
    if (!model && class_name.empty() && !target.given())
        throw UsageError("--class is missing",
                         "which column is to be predicted? --target names one of numbers");
    if (!holdout.empty() && !test.empty())
        throw UsageError("--holdout and --test exclude each other");
    if (!predictions.empty() && (model || !test.empty()))
        throw UsageError("--predictions writes those of folds",
                         "'pgm predict' writes those of a fitted model");
    if (!predictions.empty()) require_table_name(predictions, "predictions");
    if (!plot_features.empty() && plots.empty())
        throw UsageError("--plot-features needs --plots DIR");
    if (!io::scene_format_of("." + plot_format))
        throw UsageError("--plot-format takes svg, pdf, tex or tikz, not '" + plot_format + "'");
    chosen_features();
}

learners::Folds EvaluationPlan::make_folds(const Column& column) const {
    if (holdout.empty()) return learners::stratified_folds(column, folds, repeats, seed);
    const double share = parse_number_option("--holdout", holdout, "a share between 0 and 1");
    return learners::stratified_holdouts(column, share, repeats, seed);
}

/// Folds keep the shares of classes: here all rows with a number are of one.
learners::Folds EvaluationPlan::make_folds_of_numbers(const Column& column) const {
    Codes8 codes(column.rows());
    for (std::size_t row = 0; row < codes.size(); ++row)
        if (column.is_missing(row)) codes[row] = missing_code<std::uint8_t>;
    return make_folds({Variable(column.name(), {"known"}), std::move(codes)});
}

TieRule EvaluationPlan::tie_rule(const Variable& variable) const {
    TieRule rule;
    if (tie.empty()) return rule;
    const std::optional<StateId> state = variable.find_state(tie);
    if (!state)
        throw ArgumentError("the class has no state " + quoted_name(tie) + " for ties to go to",
                            did_you_mean(tie, variable.states()));
    rule.preferred = state->index();
    return rule;
}

std::optional<CostRule> EvaluationPlan::cost_rule(const std::vector<std::string>& classes) const {
    if (loss.empty()) return std::nullopt;
    CostRule rule{.matrix =
                      io::read_loss_matrix(loss, classes, {}, table.reader_options().encoding)};
    const auto preferred = std::ranges::find(rule.matrix.actions, tie);
    if (preferred != rule.matrix.actions.end())
        rule.ties.preferred = static_cast<std::size_t>(preferred - rule.matrix.actions.begin());
    return rule;
}

std::vector<std::string> EvaluationPlan::named_columns(
    std::span<const NamedChoice> structures) const {
    std::vector<std::string> named =
        apps::named_columns(structures, target.given() ? target.name : class_name);
    if (const auto plotted = chosen_features()) {
        named.push_back(plotted->first);
        named.push_back(plotted->second);
    }
    return named;
}

std::optional<std::pair<std::string, std::string>> EvaluationPlan::chosen_features() const {
    if (plot_features.empty()) return std::nullopt;
    const std::vector<std::string> names = split_names(plot_features, "--plot-features");
    if (names.size() != 2)
        throw UsageError("--plot-features takes two names, not " + std::to_string(names.size()));
    return std::pair(names[0], names[1]);
}

std::size_t EvaluationPlan::rows_with_class(const learners::Validation& validation) const {
    const learners::Fold fold = validation.folds[0];
    return fold.training.size() + fold.test.size();
}

std::string EvaluationPlan::heading(const learners::Validation& validation) const {
    std::string text = source_text(first) + ": " + counted(rows_with_class(validation), "row") +
                       ", class " + class_name;
    if (!table.weights.empty()) text += ", weighted by " + table.weights;
    return text + "; " + validation_text();
}

std::string EvaluationPlan::validation_text() const {
    std::string text = holdout.empty() ? std::to_string(folds) + "-fold cross-validation"
                                       : "a share of " + holdout + " held out";
    if (repeats > 1) text += ", " + std::to_string(repeats) + " times";
    return text + ", seed " + std::to_string(seed);
}

std::string EvaluationPlan::progress_text(const learners::Validation& validation) const {
    std::size_t done = 0;
    for (const learners::ValidatedStructure& structure : validation.structures)
        done += structure.reached();
    return std::to_string(done) + " of " +
           std::to_string(validation.structures.size() * validation.folds.size()) +
           " folds were done";
}

}  // namespace pgm::apps
