#pragma once

#include <learners/families/model_structure.hpp>

#include <vector>

namespace pgm::learners {

/// Averaged one-dependence estimators (Webb, Boughton and Wang 2005): for every discrete feature
/// one network in which the class and that feature, the super-parent, are the parents of all other
/// features. The classifier is their uniform mixture; for the rule that lets a member keep silent
/// see SuperParent.
///
/// Each member's P(class, super-parent) is estimated as one joint distribution, so with laplace:1
/// it is (n_ck + 1) / (n + |C| |X|), and then split into P(class) and P(super-parent | class).
///
/// It differs from A2de in the number of super-parents, from Waode in the equal weights.
///
/// Continuous features depend on the class and the super-parent like all others, but are no
/// super-parents. Columns that identify rows are neither.
struct Aode {
    /// Throws ArgumentError when there is no discrete feature, TooLargeError for more than 3000
    /// features.
    std::vector<ModelStructure> models(const Columns& columns) const;

    friend bool operator==(const Aode&, const Aode&) = default;
};

/// Averaged two-dependence estimators, AnDE with n = 2 (Webb, Boughton, Zheng, Ting and Salem 2012,
/// "Learning by extrapolation from marginal to full-multivariate probability distributions:
/// decreasingly naive Bayesian classification"): for every pair {a, b} of discrete features one
/// network in which the class and the pair, its super-parents, are the parents of all other
/// features,
///
///     P(k, x) = sum over pairs  P(k, x_a, x_b) prod_j P(x_j | k, x_a, x_b) / number of pairs,
///
/// over the pairs whose two values occurred together in training (SuperParent). P(k, x_a, x_b) is
/// estimated as one joint distribution, as in AODE (aode.cpp); under back-off it is P(k) P(x_a | k)
/// P(x_b | k, x_a).
///
/// If no pair of values has occurred, all members take part. Webb et al. go down to AODE then, and
/// back-off tables do so on their own, each where it has no rows: P(x_j | k, x_a, x_b) shrinks to
/// P(x_j | k, x_a). With one discrete feature it is AODE.
///
/// It needs the counts of all triples of features given the class, each of which serves three
/// tables: time and memory grow with the cube of the number of features, AODE's with the square.
struct A2de {
    /// Throws ArgumentError when there is no discrete feature, TooLargeError for more than 150
    /// features.
    std::vector<ModelStructure> models(const Columns& columns) const;

    friend bool operator==(const A2de&, const A2de&) = default;
};

}  // namespace pgm::learners
