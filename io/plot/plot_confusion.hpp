#pragma once

#include <pgm/classify/measure/confusion.hpp>

#include <string>

namespace pgm::io {

/// A confusion matrix as SVG. Rows are true classes, columns predictions. Each cell has its count
/// and is tinted by its share of the row, blue on the diagonal and orange elsewhere; the recall is
/// beside each row. There is a column "undecided" if some row is undecided. Throws ArgumentError
/// for more than 60 classes.
std::string confusion_svg(const std::string& title, const ConfusionMatrix& matrix);

}  // namespace pgm::io
