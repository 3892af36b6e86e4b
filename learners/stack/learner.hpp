#pragma once

#include <learners/fit.hpp>
#include <learners/stack/automatic.hpp>
#include <learners/stack/stack.hpp>

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace pgm::learners {

/// Whatever makes a classifier from a table of data: the choices of one classifier, a stack of
/// several, or the best of many. It is what `pgm fit` fits and what validate() compares.
using Learner = std::variant<FitOptions, Stack, Automatic>;

/// fit() of what it holds.
Classifier fit(const Dataset& data, std::string_view class_name, const Learner& learner);

/// The choices of its one classifier, or of all members or candidates.
std::span<FitOptions> choices_of(Learner& learner);

/// The structure in words; "stack:nb,tan" of a stack, "auto".
std::string format_structure(const Learner& learner);

}  // namespace pgm::learners
