#pragma once

#include <learners/search/search_control.hpp>
#include <learners/stack/stack.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <string_view>

namespace pgm::learners::detail {

/// The classifier that an Automatic chooses; Provenance::candidates has the trials.
///
/// When it is stopped it chooses among the candidates that have been fitted by then, within a
/// fraction of a second where SearchControl::stop or the time limit says so: both are asked within
/// the steps of a candidate, in the place of FitOptions::stop. With a time limit the candidates
/// come from the cheapest to the dearest, and one that will not fit into the time that is left,
/// judged by those before, is not begun. Where not even one was fitted, the classifier is naive
/// Bayes with add-one tables, or the structure that was written down, so that there always is one.
///
/// SearchProgress::score is the least log loss so far, negated. Unless it is stopped equal data
/// give equal results, whatever the order of the rows, the number of threads and the limit.
///
/// Throws what fit() of a stack throws.
Classifier fit_automatic(const Dataset& data, std::string_view class_name,
                         const Automatic& automatic, const SearchControl& control = {});

}  // namespace pgm::learners::detail
