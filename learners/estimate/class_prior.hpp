#pragma once

#include <pgm/model/variable.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::learners {

/// What P(class) is. Only of a class that has no parents; a structure that gives the class parents
/// knows `smoothed` alone.
///
/// | word             | kind        | P(class = k) |
/// |------------------|-------------|---|
/// | `smoothed`       | smoothed    | by the same rule as every other table (Smoothing) |
/// | `proportions`    | proportions | n_k / n |
/// | `uniform`        | uniform     | 1/K |
/// | `yes=0.2,no=0.8` | given       | the numbers given, one per class |
///
/// Names are quoted as in evidence. Given numbers must sum to 1 within 0.001 and are divided by
/// their sum.
struct ClassPrior {
    enum class Kind { smoothed, proportions, uniform, given };

    Kind kind = Kind::smoothed;
    std::vector<std::pair<std::string, double>> given;

    friend bool operator==(const ClassPrior&, const ClassPrior&) = default;
};

/// Throws ArgumentError (no such word, a number out of [0, 1], a class named twice).
ClassPrior parse_class_prior(std::string_view text);

/// Text that parses back to the same prior.
std::string to_words(const ClassPrior& prior);

/// The given numbers in the order of the states of the class. Throws ArgumentError for a class that
/// is unknown or lacks its number, and for a wrong sum.
std::vector<double> given_probabilities(const ClassPrior& prior, const Variable& class_variable);

}  // namespace pgm::learners
