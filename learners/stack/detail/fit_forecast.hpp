#pragma once

#include <learners/plan/fit_options.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/model/variable.hpp>

#include <cstddef>
#include <optional>
#include <span>

namespace pgm::learners::detail {

/// The size of a task as far as it decides what a fit costs.
struct FitSize {
    double rows = 0;
    double features = 0;
    double classes = 0;
    double numbers = 0;  ///< continuous columns that are not cut
    /// Sums over the discrete features of their states, and of the squares and cubes of these.
    double states = 0, squares = 0, cubes = 0;
};

/// `schema` has the class first. A continuous column has as many states as the rule of `model`
/// makes intervals, or about as many; without a rule it is a number.
FitSize size_of(std::span<const Variable> schema, std::size_t rows, const ContinuousModel& model);

/// Cells of the tables that such a fit makes, and parameters of its densities, about; 8 bytes each
/// in a model file.
double predicted_cells(const FitOptions& options, const FitSize& size);

/// Seconds that so many fits take on one core, about: what is counted, what is chosen by leaving out
/// rows again and again, and the tables in the end. The constants are those of a processor of 2020.
/// It asks no clock, so equal tables have equal costs.
double predicted_seconds(const FitOptions& options, const FitSize& size, std::size_t fits = 1);

/// How long a step will take, judged by those that were done: what takes longer than the time that
/// is left need not be begun, as it would be thrown away.
class FitForecast {
public:
    /// So much work took so long. Only the ratio of two numbers of work means anything.
    void add(double work, double seconds);

    /// In proportion to all that was done; null where nothing was.
    std::optional<double> seconds(double work) const;

    /// Whether it will be done before the deadline of the token: yes where there is none, where
    /// nothing is known yet, and where it fits.
    bool fits(double work, const StopToken& stop) const;

private:
    double work_ = 0, seconds_ = 0;
};

}  // namespace pgm::learners::detail
