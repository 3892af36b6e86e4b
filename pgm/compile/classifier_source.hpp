#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/classify/decision.hpp>
#include <pgm/compile/c_source.hpp>

#include <optional>
#include <string>

namespace pgm {

/// Prints a classifier as a function of C of the same kind as those of c_source():
///
///     int NAME_classify(const double feature[NAME_FEATURES], double posterior[NAME_CLASSES]);
///
/// `feature` has a number for each of Classifier::features(), in their order: of a continuous one
/// itself, which is cut into the classifier's intervals where it has some; of a discrete one whose
/// states are numbers or intervals the number that means the state; of any other the number of the
/// state, counted from 0. NaN is a feature that is not known. The answer is what decide() gives for
/// predict(): the number of the most probable class, or with a loss matrix of the action of least
/// expected loss, and the posterior of every class. Features that are impossible, infinite or no
/// state are answered by -1.
///
/// Unknown numbers are integrated out, as predict() does. A mixture and an ensemble ask each of
/// their networks.
///
/// Throws ArgumentError for a `name` that is no name of C, and for a loss matrix whose columns are
/// not the classes; ModelError for distributions that have no finite form (functions, thresholds of
/// numbers, linear functions without noise) and for numbers that depend on more than 128
/// configurations of several discrete variables, with the variable; and what make_image() throws.
CSource classifier_source(const Classifier& classifier, const CSourceOptions& options = {},
                          const std::optional<LossMatrix>& loss = std::nullopt);

/// A program NAME_test.c for the function that classifier_source() prints with the same arguments,
/// as c_test_program() is for a network: it asks about a hundred rows of features, drawn from the
/// network of the classifier, of which more and more are known, and compares the posteriors and the
/// decisions with those of predict() and decide().
std::string classifier_test_program(const Classifier& classifier,
                                    const CSourceOptions& options = {},
                                    const std::optional<LossMatrix>& loss = std::nullopt);

}  // namespace pgm
