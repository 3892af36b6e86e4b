#pragma once

#include <learners/fit/fit.hpp>
#include <learners/stack/automatic.hpp>
#include <learners/stack/stack.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace pgm::learners {

/// Whatever makes a classifier from a table of data: the choices of one classifier, a stack of
/// several, or the best of many. It is what `pgm fit` fits and what validate() compares.
using Learner = std::variant<FitOptions, Stack, Automatic>;

/// fit() of what it holds; missing cells may also be `em`, where it holds the choices of one
/// classifier (fit_em()), and `auto` (estimate/missing_cells.hpp). Of the treatments of missing
/// cells `auto` chooses the one that predicts the training rows best which the classifier is fitted
/// without: those of a stack as it leaves out rows itself, of one classifier in ten folds of at
/// most 2^14 different rows. The first one is taken of those that are equally good; treatments that
/// the other choices do not allow are left out. A remark in the provenance tells how each did.
///
/// Throws what these throw.
Classifier fit(const Dataset& data, std::string_view class_name, const Learner& learner);

/// The choices of its one classifier, or of all members or candidates.
std::span<FitOptions> choices_of(Learner& learner);
std::span<const FitOptions> choices_of(const Learner& learner);

/// It with this token in all of its choices (FitOptions::stop).
Learner with_stop(Learner learner, const StopToken& stop);

/// Whether the treatment of missing cells is chosen by the data.
bool chooses_treatment(const Learner& learner);

/// The structure in words; "stack:nb,tan" of a stack, "auto".
std::string format_structure(const Learner& learner);

}  // namespace pgm::learners
