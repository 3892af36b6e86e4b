#pragma once

#include <pgm/inference/conflict.hpp>
#include <pgm/query/query.hpp>

#include <functional>

namespace pgm {

/// Why what is given is impossible: the same as minimal_conflict() of evidence, for what stands on
/// the right of `|`. The parts are conditions (a conjunction counts as several), observed values,
/// likelihoods and interventions; they may contradict each other whatever the network, as A=a and
/// A=b do. Empty where the given is possible.
///
///     format_parts(network, minimal_conflict(engine, query.given));    // {"either=no", "tub=yes"}
///
/// Throws ArgumentError for a given that does not fit the network, TooLargeError when it is too
/// hard.
Given minimal_conflict(const InferenceEngine& engine, const Given& given);

/// Likewise by a predicate that can say what is impossible.
Given minimal_conflict(const Given& given, const std::function<bool(const Given&)>& is_impossible);

}  // namespace pgm
