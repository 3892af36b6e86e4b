#pragma once

#include <learners/families/model_structure.hpp>

#include <vector>

namespace pgm::learners {

/// Naive Bayes: the class is the one parent of every feature.
struct NaiveBayes {
    std::vector<ModelStructure> models(const Columns& columns) const {
        return {structure_of(columns, class_as_parent(columns))};
    }

    friend bool operator==(const NaiveBayes&, const NaiveBayes&) = default;
};

/// The complete graph over the class, the discrete features and the continuous ones, in this order
/// and by column within each kind: every variable depends on all before it. Of discrete columns it
/// is the full joint table; of continuous ones the multivariate Gaussian of each configuration. The
/// tables grow with the product of all cardinalities, so it is for a handful of features; fit()
/// refuses what passes the limits. Continuous features with kernel densities depend on the class
/// alone.
struct Joint {
    /// Throws TooLargeError for more than 3000 features.
    std::vector<ModelStructure> models(const Columns& columns) const;

    friend bool operator==(const Joint&, const Joint&) = default;
};

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

/// The kernel density of whole vectors (Parzen 1962): class -> a hidden variable `point` -> every
/// continuous feature, and class -> every discrete one; parzen_density.hpp in
/// learners/estimate/detail/density has the formula. The arcs among the columns are those of naive
/// Bayes: the hidden variable joins them when the distributions are estimated, for its states are
/// the rows.
struct Parzen {
    std::vector<ModelStructure> models(const Columns& columns) const {
        return {structure_of(columns, class_as_parent(columns))};
    }

    friend bool operator==(const Parzen&, const Parzen&) = default;
};

}  // namespace pgm::learners
