#pragma once

#include <span>

namespace pgm {

/// Temperature scaling of a classifier's posteriors (Guo, Pleiss, Sun and Weinberger 2017, "On
/// calibration of modern neural networks"): the posterior p of a row becomes
///
///     p_j^(1/T) / sum_i p_i^(1/T)  for every class j.
///
/// T above 1 flattens posteriors, T below 1 sharpens them. Every row is raised to one power, so the
/// order of the classes never changes.
struct Temperature {
    double value = 1;  ///< T, positive; 1 changes nothing

    bool changes_nothing() const { return value == 1; }

    /// The formula for the logarithms of one row's posterior, one per class and not all of them
    /// minus infinity. They need not be normalised before, and are afterwards.
    void apply(std::span<double> log_posterior) const;

    friend bool operator==(const Temperature&, const Temperature&) = default;
};

}  // namespace pgm
