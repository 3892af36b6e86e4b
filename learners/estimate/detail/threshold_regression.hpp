#pragma once

#include <learners/estimate/detail/threshold_rows.hpp>
#include <learners/estimate/smoothing.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/model/cpd/threshold_cpd.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The estimate of a threshold from rows: the parameters of the largest likelihood, or with
/// `prior_rows` a > 0 of the largest posterior. The prior is that of rows in which one thing at a
/// time is known (Greenland and Mansournia 2015, "Penalization, bias reduction, and default priors
/// in logistic and related categorical and survival regressions"): a rows with all numbers at their
/// means, a/k of each of the k states, and for each number a/2 rows on either side of a cut, two
/// standard deviations from it. It is concave, so that there is one maximum, finite even where the
/// numbers separate the states.
struct ThresholdRules {
    Noise::Kind noise = Noise::Kind::logistic;
    double prior_rows = 1;
    EmptyRow empty_rows = EmptyRow::uniform;  ///< of a configuration without rows and prior
    StopToken stop = {};
};

/// The columns of a regression in units of their own: the means of the regressors and twice their
/// standard deviations, 1 of a constant; and the regressors that have a slope, ascending.
struct ThresholdDesign {
    std::vector<double> centres, units;
    std::vector<std::size_t> kept;

    double in_units(std::span<const double> row, std::size_t regressor) const {
        return (row[regressor] - centres[regressor]) / units[regressor];
    }
};

/// The design of all regressors in the scale of these rows.
ThresholdDesign design_of(const ThresholdGroup& rows);

/// For each regressor those before it of which it is a linear function, with a constant, in these
/// rows: one that is the same in all rows is a function of none. Null where it is no such function.
using Dependences = std::vector<std::optional<std::vector<std::size_t>>>;
Dependences dependences_of(const ThresholdGroup& rows, const ThresholdDesign& design);

/// An estimate, with logistic noise of scale 1 or normal noise of variance 1.
struct ThresholdFit {
    ThresholdCpd::Row row;
    /// The weight of the rows and the root of the Fisher information
    /// (BayesianNetwork::row_weights()).
    std::vector<double> weights;
    double log_likelihood = 0;  ///< of the rows, without the prior
    /// A regressor whose slope, with others or alone, has no finite estimate: what it adds up to is
    /// beyond a cut in one state and before it in another. The log-likelihood is then its limit.
    std::optional<std::size_t> separating = std::nullopt;
};

/// Fits by Fisher scoring (McCullagh 1980): each step solves the weighted least squares of the
/// expected information by a QR decomposition, and is halved until the likelihood rises. Regressors
/// that the design does not keep have the slope 0. Without prior rows every state must occur, and
/// the regressors must not depend on each other; it then finds where numbers separate the states.
ThresholdFit fit_threshold(const ThresholdGroup& rows, const ThresholdDesign& design,
                           const ThresholdRules& rules);

}  // namespace pgm::learners::detail
