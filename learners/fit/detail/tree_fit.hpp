#pragma once

#include <learners/fit/estimator.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <string_view>

namespace pgm::learners::detail {

/// The classifier of a tree of estimators, in which no missing values are `auto`: its leaves are
/// fitted (leaf_fits.hpp), and pooled or chosen from, from the leaves to the root.
/// Provenance::candidates has the trials of the last choice that has any beside treatments of
/// missing values, whose losses are in a remark.
///
/// When it is stopped a choice is made among the candidates that have been fitted by then, within a
/// fraction of a second where SearchControl::stop or the time limit says so: both are asked within
/// the steps of a candidate, in the place of Fit::stop. With a time limit the candidates
/// come from the cheapest to the dearest, and one that will not fit into the time that is left,
/// judged by those before, is not begun. Where not even one was fitted, the classifier is naive
/// Bayes with add-one tables, or the structure that was written down, so that there always is one.
/// A pool that is stopped throws Stopped.
///
/// SearchProgress::score is the least log loss so far, negated. Unless it is stopped equal data
/// give equal results, whatever the order of the rows, the number of threads and the limit.
///
/// Throws what fit() throws.
Classifier fit_tree(const Dataset& data, std::string_view class_name, const Estimator& tree,
                    const SearchControl& control = {});

}  // namespace pgm::learners::detail
