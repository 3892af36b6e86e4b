#pragma once

#include <pgm/data/discretisation.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace pgm::learners {

/// The cut points written out in words, "cut:age=30,40;income=5" (no words: none); nothing when the words ask for cut points to be learned from data (width, frequency, kmeans, mdlp).
///
/// Throws ArgumentError for a name that is no continuous column of `schema`, for text that is no number and for cuts that do not increase.
std::optional<Discretisation> given_cuts(std::string_view words, std::span<const Variable> schema);

}  // namespace pgm::learners
