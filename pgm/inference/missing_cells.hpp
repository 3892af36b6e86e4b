#pragma once

#include <pgm/core/stop_token.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/inference/evidence_columns.hpp>

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace pgm {

/// P(X | known cells of the row) of one variable X, for the rows in which it is missing.
struct MissingMarginals {
    VariableId variable;
    std::vector<std::uint32_t> rows;  ///< those without X, ascending
    /// A line for each of these rows, of states or of numbers as X is discrete or continuous.
    std::variant<BatchPosterior, ContinuousBatchPosterior> posterior;
};

/// The posteriors of the missing values of a table of findings, one entry per column with a missing
/// cell, in the order of the columns. It differs from InferenceEngine::marginals() of rows, which
/// answers for one variable in all rows, in that every known cell is evidence, those of the columns
/// that are answered for among them.
///
/// Throws what marginals() and densities() of rows throw. Of the options, the true
/// values have no meaning here.
std::vector<MissingMarginals> missing_marginals(const InferenceEngine& engine,
                                                const EvidenceColumns& rows,
                                                const BatchOptions& options = {});

/// Switches of draws. Plain data.
struct MissingDrawOptions {
    /// The random numbers begin here. Those of a row depend on the seed, on its known cells and on
    /// how many rows before it have the same ones: rows in another order get the same draws, each
    /// its own.
    std::uint64_t seed = 0;
    /// Threads to compute on; 0 = one per core. Does not change a bit of the result.
    std::size_t threads = 1;
    StopToken stop{};
};

/// One value for each missing value of a variable.
struct DrawnCells {
    VariableId variable;
    std::vector<std::uint32_t> rows;  ///< those without the variable, ascending
    /// State numbers or numbers, one for each of these rows; missing_cell or NaN where the known
    /// cells of a row are impossible.
    std::variant<std::vector<std::uint32_t>, std::vector<double>> values;
};

/// The most probable state of each missing value by itself, or the mean of a number.
DrawnCells most_probable_cells(const MissingMarginals& missing);

/// Draws the missing values of every row together from P(missing values | known cells), in the
/// order of their columns: a table completed by them is an imputation of the table.
///
/// Method: column after column, each given the known cells and those that were drawn before, which
/// is the joint posterior by the chain rule. States come before numbers, for given all states the
/// posterior of a linear Gaussian number is one normal distribution; other numbers are drawn by the
/// inverse of their distribution function.
///
/// Throws what marginals() and densities() of rows throw, and Stopped.
std::vector<DrawnCells> draw_missing_cells(const InferenceEngine& engine,
                                           const EvidenceColumns& rows,
                                           const MissingDrawOptions& options = {});

/// One sweep of Gibbs sampling (Geman and Geman 1984): every missing value is drawn given all other
/// cells of its row, as `completed`, which has the same columns without a missing value, and the
/// draws of this sweep have them. Only the Markov blanket of a variable matters then, so networks
/// that are too dense for draw_missing_cells() are sampled; repeated sweeps, with another seed
/// each, come to the same distribution.
std::vector<DrawnCells> resample_missing_cells(const InferenceEngine& engine,
                                               const EvidenceColumns& rows,
                                               const EvidenceColumns& completed,
                                               const MissingDrawOptions& options = {});

}  // namespace pgm
