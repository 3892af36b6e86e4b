#pragma once

#include <learners/plan/fit_options.hpp>
#include <learners/stack/stack.hpp>

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::learners {

using AnyEstimator = std::variant<FitOptions, Stack, Automatic>;

/// Specification of a fit: the choices of one classifier, a stack of several, or the best of many.
/// It is what fit() takes, `pgm fit` fits and validate() compares.
///
/// Missing values may also be `em`, where it holds the choices of one classifier, and `auto`
/// (estimate/missing_cells.hpp): of the treatments the one is chosen whose out-of-fold predictions
/// have the least log loss; a stack leaves out rows itself, one classifier is judged in ten folds.
/// Of equally good ones the first is taken, and treatments that the other choices do not allow are
/// left out. A remark in the provenance lists the losses.
struct Estimator : AnyEstimator {
    template <class Kind>
    requires(std::same_as<Kind, FitOptions> || std::same_as<Kind, Stack> ||
             std::same_as<Kind, Automatic>) Estimator(Kind kind)
        : AnyEstimator(std::move(kind)) {}
};

/// The choices of its one classifier, or of all members or candidates.
std::span<FitOptions> choices_of(Estimator& estimator);
std::span<const FitOptions> choices_of(const Estimator& estimator);

/// True where the treatment of missing values is chosen by the data.
bool chooses_missing_cells(const Estimator& estimator);

/// The words of a learner, one for each option of the command line (`pgm help structures`, ...). An
/// empty word is the default: tables by add-one smoothing, or back-off in a stack; the model of
/// continuous features that default_continuous_model() gives, as they are under `em`; no
/// calibration, or a temperature in a stack.
struct LearnerWords {
    std::string smoothing{};      ///< "laplace:1"
    std::string continuous{};     ///< "mdlp"; "auto" is the best of several
    std::string calibration{};    ///< "temperature"
    std::string missing_cells{};  ///< "fill"
    std::string class_prior{};    ///< "smoothed"
    std::string empty_rows{};     ///< "uniform"

    friend bool operator==(const LearnerWords&, const LearnerWords&) = default;
};

/// The argument of fit(), from words: `structure` is one of the words for a Structure, "stack" or
/// "auto", which are default_stack() and default_automatic(), or these with structures of one's
/// choice, "stack:nb,tan". What has no word is that of `common`: threads, limits, a prior network,
/// EmOptions.
///
///     fit(data, "play", parse_learner("tan", {.smoothing = "backoff"}));
///
/// Throws ArgumentError that lists the words for one that is none, and ParseError for a structure
/// text that is none.
Estimator parse_learner(std::string_view structure, const LearnerWords& words = {},
                        FitOptions common = {});

/// The structure in words; "stack:nb,tan" of a stack, "auto" of a choice.
std::string format_structure(const Estimator& estimator);

/// The other words: parse_learner() of both and the `common` options of the first member is the
/// same estimator. No word is empty but for the model of continuous features, where it is the
/// default. Throws ArgumentError for a stack whose members are not each of its structures with each
/// of these models, which no words make.
LearnerWords format(const Estimator& estimator);

/// The words for a structure, a stack and a choice among several, with a line about each.
std::vector<WordHelp> learner_words();

/// True for the words of a stack and of a choice among several, "stack", "auto:nb,tan".
bool names_several(std::string_view structure);

/// The structures in one text: split at commas, but a structure text, or from "stack:" or "auto:"
/// on, is one, commas and all. Throws ParseError for an empty part between commas.
std::vector<std::string> split_structures(std::string_view text);

}  // namespace pgm::learners
