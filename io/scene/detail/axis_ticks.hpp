#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pgm::io::detail {

// The numbers at the axes of plots and of the curves on cards. An axis goes from a finite number to
// a larger one.

/// The ticks of an axis: at most `most` multiples of 1, 2 or 5 times a power of ten within [low,
/// high].
std::vector<double> tick_positions(double low, double high, std::size_t most = 8);

/// The labels of these ticks, with enough digits to distinguish neighbours: 99.9, 100, 100.1. Whole
/// numbers have no exponent where doubles hold all their digits, 1234567800.
std::vector<std::string> tick_labels(const std::vector<double>& ticks);

/// At most `most` ticks, so few that their labels have room beside each other on an axis that is
/// `length` points long: where one multiple alone would be left, every second of finer ones.
std::vector<double> ticks_with_room(double low, double high, std::size_t most, double length,
                                    double font_size);

}  // namespace pgm::io::detail
