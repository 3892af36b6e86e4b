#pragma once

#include <learners/fit/estimator.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <functional>
#include <string_view>

namespace pgm::learners::detail {

/// The classifier of an estimator whose missing values are MissingCells::automatic: of the
/// treatments the one is taken whose out-of-fold predictions have the least log loss, and the
/// estimator is fitted with it by `fit`. Only asked where a row with a class has a missing value;
/// else cells are summed out. What other choices do not allow is left out; `sum` is always allowed,
/// so what it throws is thrown.
Classifier fit_by_best_missing_cells(
    const Dataset& data, std::string_view class_name, const Estimator& estimator,
    const std::function<Classifier(const Dataset&, const Estimator&)>& fit);

}  // namespace pgm::learners::detail
