#pragma once

#include <learners/families/model_structure.hpp>

namespace pgm::learners {

/// Structures that look at no data.
///
/// Naive Bayes: the class is the one parent of every feature.
ModelStructure naive_structure(const Columns& columns);

/// The complete graph over the class, the discrete features and the continuous ones, in this order
/// and by column within each kind: every variable depends on all before it. Of discrete columns it
/// is the full joint table; of continuous ones the multivariate Gaussian of each class. The tables
/// grow with the product of all cardinalities, so it is for a handful of features; fit() refuses
/// what passes the limits. Throws TooLargeError for more than 3000 features. Continuous features
/// with kernel densities depend on the class alone.
ModelStructure complete_structure(const Columns& columns);

/// Discriminant analysis (Fisher 1936; Hastie, Tibshirani and Friedman 2009, section 4.3): given
/// the class the continuous features are one multivariate Gaussian. With a covariance of its own
/// per class it is quadratic, with one shared by all classes (`tied`) linear. Discrete features, if
/// there are any, depend on the class alone.
///
/// Throws TooLargeError for more than 3000 continuous features.
///
/// The Gaussian is written as a chain of regressions X_j | class, X_1, ..., X_{j-1}, which is the
/// same density: with S the covariance, slopes = S_{<j,<j}^{-1} S_{<j,j} and variance = S_jj -
/// S_{j,<j} slopes.
ModelStructure discriminant_structure(const Columns& columns, bool tied);

}  // namespace pgm::learners
