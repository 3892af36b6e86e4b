#pragma once

#include <learners/estimate/detail/leave_one_out.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <functional>
#include <string_view>

namespace pgm::learners::detail {

/// P(class | row) of every row of a table by classifiers that were fitted without it, a tenth of
/// the rows left out at a time: for densities and whatever else rows cannot be taken out of.
/// LeaveOneOut does the same from the counts alone. Rows are dealt to the ten folds in turn. Throws
/// what `fit` throws.
LeftOutPredictions predict_by_folds(const std::function<Classifier(const Dataset&)>& fit,
                                    const Dataset& rows, std::string_view class_name,
                                    std::size_t threads);

}  // namespace pgm::learners::detail
