#pragma once

#include <learners/counting/fit_options.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::learners {

struct Estimator;

/// Several classifiers that predict together (stacking; Wolpert 1992, "Stacked generalization";
/// Smyth and Wolpert 1999, "Linearly combining density estimators via stacking"):
///
///     P(class = k | x) = sum_m w_m P_m(class = k | x)
///
/// The members differ in structure, in the cut points of continuous columns, or in whatever else
/// Fit has. Those that make different mistakes are worth more together than the best of them
/// is alone; aode, the average of networks of one kind with equal weights, is a structure of its
/// own.
///
/// The weights maximise sum_i log sum_m w_m P_m(class of row i | row i), each P_m being that of the
/// classifier without the row (Judge), and a prior sample size of two for every member: expectation
/// maximisation from equal weights, which finds the one maximum there is. Members that come to be
/// the same, as those that differ in the cuts of columns that are not there, are fitted once. A
/// member with a weight below 0.001 is dropped, and where the tables of all have more cells than
/// fit into a megabyte, and than eight times the cells of the data, those of least weight per cell.
///
/// Densities leave missing values unobserved where the members are to have a state for them.
///
/// If all members are calibrated in the same way, so is the sum, from the same rows.
///
/// Members with the same cuts share their passes over the rows. They keep no statistics, so
/// update() refuses a pool. Members that are densities and do not fit the data are left out with a
/// remark, unless all are. Fitting throws ArgumentError also for a pool without members, or with
/// members that leave out columns that others have.
struct Pool {
    std::vector<Estimator> members;
};

/// How the rows are left out by whose classes estimators are weighed and chosen. All of a tree
/// leave out the same rows, and no order of the rows changes anything.
enum class Judge : std::uint8_t {
    /// Rows are taken out of tables one by one, from the counts alone; densities, and tables of
    /// Floor and PriorNetwork, predict a tenth of the rows at a time, fitted to the others.
    left_out_rows,
    /// Everybody predicts a tenth of the rows at a time, fitted to the others, cut points included:
    /// rows that are taken out of counts favour cut points that were learned from them (mdlp),
    /// which is not corrected. Equal rows are left out together, since the twin of a row gives it
    /// away to a density.
    folds,
    /// As by `folds`, but as if each were fitted by itself, replacements of missing values
    /// included. Equal rows lie in different folds.
    folds_of_rows
};

/// The best of several, by the log loss of the training rows, each left out of what it is predicted
/// from. Of many candidates the result of the best is optimistically biased; a pool of them, which
/// gives each the weight it deserves, is not. Hence a pool among the candidates is taken unless one
/// alone does better and five nested folds, in which both are found again from the training rows,
/// confirm it by more than two standard errors.
///
/// It has a classifier also when it is stopped: then the choice is among those that have been
/// fitted. The losses of all are in Provenance::candidates. By folds, candidates that cannot be
/// fitted to the data are left out with a remark, unless none can.
struct BestOf {
    std::vector<Estimator> candidates;
    Judge judge = Judge::left_out_rows;
};

using AnyEstimator = std::variant<Fit, Pool, BestOf>;

/// Specification of a fit, a tree of values: the choices of one classifier, a pool, or the best of
/// several. It is what fit() takes, `pgm fit` fits and validate() compares.
///
/// Missing values may also be `auto` (estimate/missing_cells.hpp) in all leaves. That is short for
/// the best of the same tree with each treatment; of one classifier, which `em` may treat as well,
/// by folds of rows. Where no row with a class has a missing value, it is `sum`.
struct Estimator : AnyEstimator {
    template <class Kind>
        requires(std::same_as<Kind, Fit> || std::same_as<Kind, Pool> || std::same_as<Kind, BestOf>)
    Estimator(Kind kind) : AnyEstimator(std::move(kind)) {}
};

/// The leaves of the tree, from left to right.
std::vector<Fit*> leaves_of(Estimator& estimator);
std::vector<const Fit*> leaves_of(const Estimator& estimator);

/// True where the treatment of missing values is chosen by the data.
bool chooses_missing_cells(const Estimator& estimator);

/// The words of a learner, one for each option of the command line (`pgm help structures`, ...). An
/// empty word is the default: tables by add-one smoothing, or back-off in a stack; the model of
/// continuous features that default_continuous_model() gives, as they are under `em`; no
/// calibration, or a temperature in a stack.
struct LearnerWords {
    std::string smoothing{};           ///< "laplace:1"
    std::string continuous{};          ///< "mdlp"; "auto" is the best of several
    std::string calibration{};         ///< "temperature"
    std::string missing_cells{};       ///< "fill"
    std::string class_prior{};         ///< "smoothed"
    std::string empty_rows{};          ///< "uniform"
    std::string continuous_parents{};  ///< "logistic", of a structure that is written out

    friend bool operator==(const LearnerWords&, const LearnerWords&) = default;
};

/// The argument of fit(), from words. What has no word is that of `common`: threads, limits, a
/// prior network, EmOptions.
///
///     fit(data, "play", parse_learner("tan", {.smoothing = "backoff"}));
///
/// | structure                     | estimator                                                    |
/// |-------------------------------|--------------------------------------------------------------|
/// | a word for a Structure        | one classifier                                               |
/// | the same, `continuous` `auto` | the best model of numbers by folds: mdlp, frequency:5,       |
/// |                               | frequency:10, proportional, proportional:1/3, gaussian, kde, |
/// |                               | kde:sj, mixture; only cuts where features are selected, only |
/// |                               | the density of lda, qda and parzen                           |
/// | `stack`                       | the pool of nb, tan, skdb, aode and aode+select with mdlp,   |
/// |                               | proportional:1/3 and frequency:10 each, and of lda and qda   |
/// | `stack:nb,tan`                | the pool of these; densities beside cuts for nb alone        |
/// | `auto`, `auto:nb,tan`         | the best of the members of such a stack and of the stack     |
///
/// Throws ArgumentError that lists the words for one that is none, and ParseError for a structure
/// text that is none.
Estimator parse_learner(std::string_view structure, const LearnerWords& words = {},
                        Fit common = {});

/// The structure in words; "stack:nb,tan" of a pool, "auto" of a choice.
std::string format_structure(const Estimator& estimator);

/// The other words: parse_learner() of both and the `common` options of the first member is the
/// same estimator. No word is empty but for the model of continuous features, where it is the
/// default. Throws ArgumentError for an estimator that no words make.
LearnerWords format(const Estimator& estimator);

/// The words for a structure, a stack and a choice among several, with a line about each.
std::vector<WordHelp> learner_words();

/// True for the words of a stack and of a choice among several, "stack", "auto:nb,tan".
bool names_several(std::string_view structure);

/// The structures in one text: split at commas, but a structure text, or from "stack:" or "auto:"
/// on, is one, commas and all. Throws ParseError for an empty part between commas.
std::vector<std::string> split_structures(std::string_view text);

}  // namespace pgm::learners
