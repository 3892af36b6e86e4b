#pragma once

#include <pgm/model/detail/linear_sum.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pgm::detail {

/// N(mean, variance), the mean linear in continuous parents.
struct NormalText {
    LinearSum mean;
    double variance = 0;
};

/// Cuts of a linear function of continuous parents with normal noise, ThresholdCpd.
struct ThresholdText {
    LinearSum sum;
    std::vector<double> cuts;
    double variance = 0;
};

/// What a row of a family was given: probabilities, a text that has not been read, or what it was
/// found to be.
using RowDistribution = std::variant<std::vector<double>, std::string, NormalText, ThresholdText>;

/// Reads the distribution of a row, which NetworkBuilder::parse() describes:
///
///     distribution = number { [ "," ] number }
///                  | "normal" "(" sum "," spread ")"
///                  | "threshold" "(" sum "," "at" number { number } [ "," spread ] ")"
///     spread       = ( "sd" | "var" ) number
///     number       = decimal | decimal "/" decimal
///
/// Throws ParseError with the column, which counts from the beginning of this text.
RowDistribution parse_row_text(std::string_view text, const KnownNames& names);

}  // namespace pgm::detail
