#pragma once

#include <learners/counting/fit_options.hpp>
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

/// The steps of a fit, counted from its size: how often each is done.
struct FitTerms {
    double tables = 0;        ///< families that are counted
    double counted = 0;       ///< a row in one of them
    double cells = 0;         ///< of the tables of the networks
    double estimates = 0;     ///< a class at a level of a table, without a row
    double products = 0;      ///< of such an estimate into a posterior
    double left_out = 0;      ///< a row taken out of a count
    double logarithms = 0;    ///< of the posteriors of a prefix of the features
    double moments = 0;       ///< a row in the products of two numbers
    double eliminations = 0;  ///< of an element of a matrix of covariances
};

/// The terms of one classifier whose densities are fitted so many times, once for each fold.
FitTerms fit_terms(const Fit& options, const FitSize& size, double fits = 1);

/// Seconds that these take on one core, about. It asks no clock, so equal tables have equal costs.
double predicted_seconds(const FitTerms& terms);

/// How long a step will take, judged by those that were done: what takes longer than the time that
/// is left need not be begun, as it would be thrown away.
class FitForecast {
public:
    /// So much work took so long. Only the ratio of two numbers of work means anything.
    void add(double work, double seconds);

    /// In proportion to all that was done; null where nothing was.
    std::optional<double> seconds(double work) const;

    /// True if it will be done before the deadline of the token: yes where there is none, where
    /// nothing is known yet, and where it fits.
    bool fits(double work, const StopToken& stop) const;

private:
    double work_ = 0, seconds_ = 0;
};

}  // namespace pgm::learners::detail
