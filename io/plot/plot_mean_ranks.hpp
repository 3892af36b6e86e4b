#pragma once

#include <pgm/classify/measure/mean_ranks.hpp>

#include <span>
#include <string>

namespace pgm::io {

/// A critical-difference diagram as SVG (Demsar 2006, figure 1): the classifiers on the line of
/// their mean ranks, the best at the left, and a bar over every largest group in which no two are
/// the critical difference apart. `labels` are those of the ranks. Throws ArgumentError for labels
/// that are not as many.
std::string mean_ranks_svg(const std::string& title, std::span<const std::string> labels,
                           const MeanRanks& ranks);

}  // namespace pgm::io
