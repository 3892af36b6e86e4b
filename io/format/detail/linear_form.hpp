#pragma once

#include <pgm/model/draft/written.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// A sum of a number, multiples of variables and independent normal noise, whose mean is 0. It is
/// what files write as the distribution of a continuous variable that is a linear Gaussian.
struct NamedLinearForm {
    double constant = 0;
    std::map<std::string, double> slopes;  ///< by the names of variables
    double variance = 0;                   ///< of the noise

    bool is_constant() const { return slopes.empty() && variance == 0; }
};

/// The form of an expression of numbers, names, + - * / and parentheses, in which Normal(m, s) is a
/// normal distribution with the standard deviation s, a number, and the mean m:
///
///     2 + 3*A - B/4 + Normal(0, 1.5)
///     Normal(2 + 3*A, 1.5)
///
/// Null for an expression that has no such form, such as a product of variables, or is no
/// expression. A name is any other text between the marks and blanks.
std::optional<NamedLinearForm> parse_linear_form(std::string_view text);

/// Gives a row the constant and the slopes of a form, all at the place of the row.
void set_mean(WrittenGaussian::Row& row, const NamedLinearForm& form);

}  // namespace pgm::io::detail
