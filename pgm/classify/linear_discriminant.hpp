#pragma once

#include <pgm/model/network.hpp>

#include <Eigen/Core>

#include <string>
#include <vector>

namespace pgm {

/// The logistic form of a classifier whose features are normal with one covariance matrix S for
/// both of two classes:
///
///     P(first | x, first or second) = 1 / (1 + exp(-(w . x + w0)))
///     w  = S^-1 (mu_1 - mu_2)
///     w0 = -1/2 mu_1' S^-1 mu_1 + 1/2 mu_2' S^-1 mu_2 + log(P(first) / P(second))
///
/// (Bishop 2006, equations 4.65 to 4.67). The boundary w . x + w0 = 0 is a hyperplane.
struct LinearDiscriminant {
    std::vector<std::string> features;  ///< in the order of the network
    Eigen::VectorXd weights;            ///< w, one per feature
    double bias = 0;                    ///< w0, the log prior ratio included
    double log_prior_ratio = 0;         ///< log(P(first) / P(second))
};

/// Computes the discriminant from the parameters of the network, without forming S. Every feature
/// is linear in its continuous parents, X_i = b_ki + slopes . parents + e_i with var e_i = v_i. Let
/// L be the matrix with ones on the diagonal and minus the slopes elsewhere. Then S^-1 = L'
/// diag(1/v) L and L mu_k = b_k, hence
///
///     w  = L' diag(1/v) (b_1 - b_2)
///     w0 = -1/2 sum_i (b_1i - b_2i) (b_1i + b_2i) / v_i + log prior ratio
///
/// Throws ArgumentError unless the class is a discrete variable without parents, the two states are
/// different, every other variable is continuous with a linear Gaussian whose only discrete parent,
/// if any, is the class, and slopes and variances are the same for the two classes (within a
/// relative 1e-9: tied as `lda` ties them).
LinearDiscriminant linear_discriminant(const BayesianNetwork& network, VariableId class_variable,
                                       StateId first, StateId second);

}  // namespace pgm
