#pragma once

#include <learners/estimate/calibration.hpp>
#include <learners/estimate/class_prior.hpp>
#include <learners/estimate/continuous_model.hpp>
#include <learners/estimate/missing_cells.hpp>
#include <learners/estimate/smoothing.hpp>
#include <learners/structure/structure.hpp>
#include <pgm/classify/provenance.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/model/network.hpp>

#include <optional>

namespace pgm::learners {

/// One fit, a leaf of an Estimator: everything that can be chosen about a classifier. Plain data;
/// the defaults are those of `pgm fit --structure nb` (parse_learner() reads its words): naive
/// Bayes with add-one tables, numbers cut where the classes change. Where no structure is named,
/// default_learner() chooses.
struct Fit {
    /// Arcs: one of the types of learners/structure/structure.hpp, or the words for it: "nb",
    /// "tan", "kdb:2", "default -> occ -> age, edu".
    Structure structure;
    /// Estimator of tables from counts.
    Smoothing smoothing{};
    /// The model of continuous features; null is default_continuous_model().
    std::optional<ContinuousModel> continuous = std::nullopt;
    /// The noise of regressions (ThresholdCpd), which discrete variables have where a user-defined
    /// structure gives them continuous parents; null is logistic. With it, numbers are not cut by
    /// default.
    std::optional<Noise::Kind> continuous_parents = std::nullopt;
    /// The class prior.
    ClassPrior class_prior{};
    /// The row of a parent configuration that the data never show.
    EmptyRow empty_rows = EmptyRow::uniform;
    /// Calibration of the posteriors.
    Calibration calibration = Calibration::none;
    /// Meaning of missing values, in training and in predictions.
    MissingCells missing_cells = MissingCells::sum;
    /// Settings of expectation maximisation, where missing_cells is MissingCells::em.
    EmOptions em{};
    /// The network that PriorNetwork takes its pseudo-counts from. Its variables are
    /// matched by name, their states by name.
    std::optional<BayesianNetwork> prior = std::nullopt;
    /// True if the classifier keeps the sums it was fitted from, and the rows that concentrations
    /// of back-off and temperature were chosen by, so that update() can add rows to them. With them
    /// it is larger, and so is the memory of the fit: TAN keeps a table for every pair of features.
    bool keep_statistics = false;
    /// Threads that count (pgm/core/parallel.hpp).
    std::size_t threads = 1;
    /// Asked by all of these threads within every step that takes long: passes over the rows, rows
    /// that are left out, iterations, one table after the other. When it is true, fit() throws
    /// Stopped (pgm/core/stop_token.hpp) within a fraction of a second.
    StopToken stop{};
    /// Bounds on tables; beyond them TooLargeError names the family.
    Limits limits{};
    /// The memory that the sums of a fit, or the tables of its networks, may take together, in
    /// bytes, beside the table of data. Known from the cardinalities before anything is allocated;
    /// beyond it TooLargeError has the number of bytes.
    std::size_t max_fit_bytes = std::size_t{2} << 30;
};

/// True if the structure is one of densities: lda, qda and parzen.
bool needs_densities(const Structure& structure);

/// The model of continuous features where none is chosen: they are cut (mdlp), which predicts
/// better than densities in the mean of many tables (docs/evidence/accuracy.md); but they are
/// Gaussian in structures that need densities, and where expectation maximisation takes
/// numbers as they are.
ContinuousModel default_continuous_model(const Structure& structure,
                                         MissingCells missing_cells = MissingCells::sum);

/// The model of continuous features that was chosen, or the default.
ContinuousModel continuous_model_of(const Fit& options);

/// The choices of estimation as words, and read back: threads, limits, the prior network and the
/// noise of regressions, which change no words, are left as they are by default. Words of an older
/// version (Provenance::version) mean what they meant then. Throws ArgumentError for words that are
/// none.
FitWords format(const Fit& options);
Fit parse_fit_options(const Provenance& provenance);

}  // namespace pgm::learners
