#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pgm {

/// The choices that a classifier was fitted with, as the words of the command line: each is the one
/// canonical text of its choice and parses back to it (learners/fit_options.hpp), which is how
/// learners::update() fits again.
struct FitWords {
    std::string structure;    ///< "nb", "tan", "kdb:2", "default -> occ -> age, edu"
    std::string smoothing;    ///< "laplace:1"
    std::string continuous;   ///< "gaussian", "kde:tophat", "mdlp"
    std::string class_prior;  ///< "smoothed", "yes=0.2,no=0.8"
    std::string empty_rows;   ///< "uniform"

    friend bool operator==(const FitWords&, const FitWords&) = default;
};

/// Where a classifier comes from: the choices it was fitted with, and what they were applied to.
///
/// `remarks` are sentences for people about what fitting noticed: a column without a value, a
/// variance that was raised to the floor, a covariance that is not of full rank. They depend on the
/// data and the choices only, so two fits of the same rows carry the same remarks.
struct Provenance {
    FitWords choices;
    std::uint64_t rows = 0;  ///< rows with a class
    std::uint64_t rows_without_class =
        0;  ///< rows that were skipped because their class is missing
    std::uint32_t version =
        1;  ///< of the rules of estimation; raised when the same choices would give another model

    std::vector<std::string> remarks;

    friend bool operator==(const Provenance&, const Provenance&) = default;
};

}  // namespace pgm
