#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pgm {

/// The options that a classifier was fitted with, in the words of the command line. Each is the
/// canonical text of an option and can be parsed again (learners/plan/fit_options.hpp), which
/// learners::update() does.
struct FitWords {
    std::string structure;              ///< "nb", "tan", "kdb:2", "default -> occ -> age, edu"
    std::string smoothing;              ///< "laplace:1"
    std::string continuous;             ///< "gaussian", "kde:tophat", "mdlp"
    std::string class_prior;            ///< "smoothed", "yes=0.2,no=0.8"
    std::string empty_rows;             ///< "uniform"
    std::string calibration = "none";   ///< "temperature"
    std::string missing_cells = "sum";  ///< "fill"

    friend bool operator==(const FitWords&, const FitWords&) = default;
};

/// How a classifier was fitted: the options, and the rows they were applied to.
///
/// `remarks` are sentences for people, for example about a column without values, a variance that
/// was raised to the floor, or a covariance matrix without full rank. They depend on the data and
/// the options only, so two fits of the same rows have the same remarks.
struct Provenance {
    FitWords choices;
    std::uint64_t rows = 0;                ///< rows with a class
    std::uint64_t rows_without_class = 0;  ///< rows that were skipped for lack of a class
    /// The version of the rules of estimation, raised when the same options give another model. In
    /// version 1, Gaussians and kernels had no imagined rows unless they were asked for.
    std::uint32_t version = 2;

    std::vector<std::string> remarks;

    /// The strengths of back-off tables by level, given or chosen; none of other tables.
    std::vector<double> strengths = {};

    friend bool operator==(const Provenance&, const Provenance&) = default;
};

}  // namespace pgm
