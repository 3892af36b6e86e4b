#pragma once

#include <optional>
#include <string>

namespace pgm::apps {

// Numbers as papers print them.

/// A number with so many decimals, "-" for one that is not finite. A number too large or too small
/// for them has four digits.
std::string decimals_text(double number, int decimals);

/// "0.012", "<0.001", and "-" where there is none.
std::string p_text(const std::optional<double>& p);

/// The part of the whole in hundredths, "38.3"; "-" of nothing.
std::string percent_text(double part, double whole);

/// The decimals with which a number has two digits that matter, given its standard deviation.
int decimals_for(double sd);

}  // namespace pgm::apps
