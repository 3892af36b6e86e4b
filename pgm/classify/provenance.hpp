#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pgm {

/// The options that a classifier was fitted with, in the words of the command line. Each is the
/// canonical text of an option and can be parsed again (learners/counting/fit_options.hpp), which
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

/// Trace of expectation maximisation, of the initialisation whose result was kept.
struct EmReport {
    /// Networks that were evaluated; the last one is the result.
    std::size_t iterations = 0;
    /// log P(known cells) of every network evaluated, natural logarithm, rows weighted; with tables
    /// smoothed by a prior (laplace, bdeu, prior) what is maximised then, which has the logarithm
    /// of the prior's density added, without its constant. It never decreases.
    std::vector<double> log_likelihood;
    /// The log-likelihood of the result without any prior.
    double data_log_likelihood = 0;
    bool converged = false;
    /// True if it was stopped, or the time was over, before every initialisation had converged.
    bool partial = false;
    /// Initialisations that were made.
    std::size_t initialisations = 0;

    friend bool operator==(const EmReport&, const EmReport&) = default;
};

/// A candidate of a choice and its out-of-fold losses.
struct Trial {
    std::string name;     ///< "tan, mdlp", "the stack of 15", "fill" of missing values
    double log_loss = 0;  ///< mean of -log P(class | row) in nats
    double error = 0;     ///< the share of rows whose class is not the most probable

    friend bool operator==(const Trial&, const Trial&) = default;
};

/// The candidates that a classifier was chosen from.
struct Candidates {
    std::vector<Trial> trials;  ///< in the order of the candidates
    std::size_t chosen = 0;     ///< one of the trials
    bool has_stack = false;     ///< the last trial is the stack of the others
    bool partial = false;       ///< it was stopped before every candidate was fitted

    friend bool operator==(const Candidates&, const Candidates&) = default;
};

/// Origin of a classifier: the options of its fit, and the rows they were applied to.
///
/// `remarks` are sentences for people, for example about a column without values, a variance that
/// was raised to the floor, or a covariance matrix without full rank. They depend on the data and
/// the options only, so two fits of the same rows have the same remarks.
struct Provenance {
    FitWords choices;
    std::uint64_t rows = 0;                ///< rows with a class
    std::uint64_t rows_without_class = 0;  ///< rows that were skipped, as they have no class
    /// The version of the rules of estimation, raised when the same options give another model. In
    /// version 1, Gaussians and kernels had no pseudo-counts unless they were asked for.
    std::uint32_t version = 2;

    std::vector<std::string> remarks;

    /// The concentrations of back-off tables by level, given or chosen; none of other tables.
    std::vector<double> concentrations = {};

    /// Present if it was chosen from several.
    std::optional<Candidates> candidates = std::nullopt;
    /// Present if it was fitted by expectation maximisation.
    std::optional<EmReport> em = std::nullopt;

    friend bool operator==(const Provenance&, const Provenance&) = default;
};

}  // namespace pgm
