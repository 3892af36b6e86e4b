#pragma once

#include <learners/words/word_table.hpp>
#include <pgm/model/variable.hpp>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::learners {

/// Class prior by the rule of every other table (Smoothing).
struct SmoothedPrior {
    friend bool operator==(const SmoothedPrior&, const SmoothedPrior&) = default;
};

/// n_k / n.
struct ClassProportions {
    friend bool operator==(const ClassProportions&, const ClassProportions&) = default;
};

/// 1/K.
struct UniformPrior {
    friend bool operator==(const UniformPrior&, const UniformPrior&) = default;
};

/// Numbers written out, one per class. They must sum to 1 within 0.001 and are divided by their
/// sum.
struct GivenPrior {
    std::vector<std::pair<std::string, double>> probabilities;
    friend bool operator==(const GivenPrior&, const GivenPrior&) = default;
};

/// The class prior P(class). Only of a class that has no parents; a structure that gives the class
/// parents supports `smoothed` alone.
///
/// | words            | type             |
/// |------------------|------------------|
/// | `smoothed`       | SmoothedPrior    |
/// | `proportions`    | ClassProportions |
/// | `uniform`        | UniformPrior     |
/// | `yes=0.2,no=0.8` | GivenPrior       |
///
/// Names are quoted as in evidence.
using ClassPrior = std::variant<SmoothedPrior, ClassProportions, UniformPrior, GivenPrior>;

/// The words of the table above.
const WordTable<ClassPrior>& class_prior_words();

/// Throws ArgumentError (no such word, a number out of [0, 1], a class named twice).
ClassPrior parse_class_prior(std::string_view text);

/// Text that parses back to the same prior.
std::string format(const ClassPrior& prior);

/// The given numbers in the order of the states of the class. Throws ArgumentError for a class that
/// is unknown or is without its number, and for a wrong sum.
std::vector<double> given_probabilities(const GivenPrior& prior, const Variable& class_variable);

}  // namespace pgm::learners
