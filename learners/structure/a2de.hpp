#pragma once

#include <learners/families/model_structure.hpp>

#include <vector>

namespace pgm::learners {

/// Averaged two-dependence estimators, AnDE with n = 2 (Webb, Boughton, Zheng, Ting and Salem 2012,
/// "Learning by extrapolation from marginal to full-multivariate probability distributions:
/// decreasingly naive Bayesian classification"): for every pair {a, b} of discrete features one
/// network in which the class and the pair, its super-parents, are the parents of all other
/// features,
///
///     P(k, x) = sum over pairs  P(k, x_a, x_b) prod_j P(x_j | k, x_a, x_b) / number of pairs,
///
/// over the pairs whose two values occurred together in training (SuperParent). P(k, x_a, x_b) is
/// estimated as one joint distribution, as in AODE (aode.hpp); under back-off it is P(k) P(x_a | k)
/// P(x_b | k, x_a).
///
/// Where no pair of values has occurred, all members take part. Webb et al. go down to AODE then,
/// and back-off tables do so on their own, each where it has no rows: P(x_j | k, x_a, x_b) shrinks
/// to P(x_j | k, x_a). With one discrete feature it is AODE.
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
