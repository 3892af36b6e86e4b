#pragma once

#include <learners/families/model_structure.hpp>

#include <vector>

namespace pgm::learners {

/// Discriminant analysis (Fisher 1936; Hastie, Tibshirani and Friedman 2009, section 4.3): given
/// the class the continuous features are one multivariate Gaussian. With a covariance of its own
/// per class it is quadratic, `qda`; with one shared by all classes (`tied`) linear, `lda`.
/// Discrete features, if there are any, depend on the class alone.
///
/// The Gaussian is written as a chain of regressions X_j | class, X_1, ..., X_{j-1}, which is the
/// same density: with S the covariance, slopes = S_{<j,<j}^{-1} S_{<j,j} and variance = S_jj -
/// S_{j,<j} slopes.
struct Discriminant {
    bool tied = false;

    /// Throws TooLargeError for more than 3000 continuous features, ArgumentError where these have
    /// kernel densities.
    std::vector<ModelStructure> models(const Columns& columns) const;

    friend bool operator==(const Discriminant&, const Discriminant&) = default;
};

}  // namespace pgm::learners
