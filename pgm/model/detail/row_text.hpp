#pragma once

#include <pgm/model/detail/linear_sum.hpp>

#include <optional>
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

/// Cuts of a linear function of continuous parents with noise, ThresholdCpd.
struct ThresholdText {
    LinearSum sum;
    std::vector<double> cuts;
    double variance = 0;                     ///< of normal noise
    std::optional<double> logistic_scale{};  ///< of logistic noise, instead of that
};

/// What a row of a family was given: probabilities, a text that has not been read, or what it was
/// found to be.
using RowDistribution = std::variant<std::vector<double>, std::string, NormalText, ThresholdText>;

/// Reads the distribution of a row, which NetworkBuilder::parse() describes:
///
///     distribution = number { [ "," ] number }
///                  | "normal" "(" sum "," spread ")"
///                  | "threshold" "(" sum "," "at" number { number } [ "," noise ] ")"
///     noise        = spread | "logistic" number
///     spread       = ( "sd" | "var" ) number
///     number       = decimal | decimal "/" decimal
///
/// The number of "logistic" is the scale of such noise. Throws ParseError with the column, which
/// counts from the beginning of this text.
RowDistribution parse_row_text(std::string_view text, const KnownNames& names);
/// Reads a row of a utility: a number, several for all configurations of its parents, or a sum of
/// other utilities, `Pay - 0.5 Cost + 3`, which is a normal distribution without variance.
RowDistribution parse_utility_text(std::string_view text, const KnownNames& names);

}  // namespace pgm::detail
