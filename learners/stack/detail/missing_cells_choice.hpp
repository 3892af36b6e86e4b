#pragma once

#include <learners/stack/learner.hpp>

#include <string_view>

namespace pgm::learners::detail {

/// A classifier whose missing cells are treated in the way that predicts left out rows best: what
/// fit() of a learner with MissingCells::automatic gives.
Classifier fit_by_best_treatment(const Dataset& data, std::string_view class_name,
                                 const Learner& learner);

}  // namespace pgm::learners::detail
