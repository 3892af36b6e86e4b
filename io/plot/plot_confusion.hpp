#pragma once

#include <pgm/classify/measure/confusion.hpp>

#include <string>

namespace pgm::io {

/// A confusion matrix as SVG: rows truth, columns prediction, each cell with its count, tinted by
/// its share of the row; the diagonal blue, errors orange. Beside each row its recall. A column
/// "undecided" is there when a row was left undecided. Throws ArgumentError for more than 60
/// classes, which nobody could read.
std::string confusion_svg(const std::string& title, const ConfusionMatrix& matrix);

}  // namespace pgm::io
