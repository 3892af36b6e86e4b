#pragma once

#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/engine_options.hpp>

#include <cstddef>
#include <span>
#include <utility>

namespace pgm::detail {

/// Writes what a batch says of each row's density. May be used by several threads, each for other
/// rows.
class DensityRowWriter {
public:
    /// Throws ArgumentError for an interval that is none and for another number of true values. The
    /// options must live as long.
    DensityRowWriter(const BatchOptions& options, std::size_t rows);

    /// A mixture of normal distributions with positive weights that sum to 1. One that no double
    /// can hold counts as that of impossible evidence.
    void write(std::size_t row, std::span<const DensityComponent> normals);
    void write(std::size_t row, const ContinuousPosterior& posterior);
    void write_impossible(std::size_t row);

    ContinuousBatchPosterior take() { return std::move(result_); }

private:
    void write_normal(std::size_t row, const DensityComponent& normal);
    bool is_scored(std::size_t row) const;

    const BatchOptions& options_;
    double quantile_;  ///< of a standard normal variable, where the interval ends
    ContinuousBatchPosterior result_;
};

}  // namespace pgm::detail
