#pragma once

#include <learners/plan/fit_options.hpp>
#include <learners/stack/automatic.hpp>
#include <learners/stack/stack.hpp>

#include <concepts>
#include <span>
#include <utility>
#include <variant>

namespace pgm::learners {

using AnyEstimator = std::variant<FitOptions, Stack, Automatic>;

/// How a classifier is made from data: the choices of one classifier, a stack of several, or the
/// best of many. It is what fit() takes, `pgm fit` fits and validate() compares.
///
/// Missing cells may also be `em`, where it holds the choices of one classifier, and `auto`
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

/// True where the treatment of missing cells is chosen by the data.
bool chooses_missing_cells(const Estimator& estimator);

}  // namespace pgm::learners
