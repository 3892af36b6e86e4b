#pragma once

#include <learners/estimate/continuous_model.hpp>
#include <learners/estimate/detail/density/column_spread.hpp>
#include <learners/estimate/detail/density/parzen_points.hpp>
#include <pgm/model/cpd/cpd.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::learners::detail {

/// The distributions around the hidden variable of the structure `parzen`.
///
/// The kernel density of a whole vector of d features (Parzen 1962; Cacoullos 1966; as a classifier
/// Specht 1990, "Probabilistic neural networks"), with i the points of class k, w_i their weights,
/// W_k the sum of these, and j the features,
///
///     p(x | class k)  =  sum_i  w_i / W_k  product_j  K((x_j - x_ij) / h_kj) / h_kj ,
///
/// is a Bayesian network: class -> point -> every feature, where the hidden `point` says which
/// training row x lies near. Naive Bayes with kernel densities multiplies d sums instead, as if the
/// features were independent within a class. The engine sums the point out like any unobserved
/// variable, a missing value is one factor less, and P(point | x) tells which rows a decision rests
/// on.
///
/// The bandwidth is the number given (`kde:h=..`, the same for every feature), or
///
///     h_kj  =  (4 / (d + 2))^(1/(d + 4)) sigma_kj n_k^(-1/(d + 4)) ,
///
/// best where class k is a Gaussian with independent features (Silverman 1986, equation 4.14); for
/// d = 1 that is the bandwidth of a single density.
class ParzenDensity {
public:
    /// The rules by which bandwidths are chosen; `spreads` one per feature.
    struct Rules {
        KernelRule kernel;
        std::vector<ColumnSpread> spreads;
        std::vector<std::string> names;  ///< of the features, for messages
    };

    /// `points` as ParzenPoints::sorted() gives them. Throws ArgumentError for no points, for the
    /// rules `cv` and `sj`, and where all values of a class are equal and the variance rule leaves
    /// them no width.
    ParzenDensity(std::vector<ParzenPoint> points, std::size_t classes, const Rules& rules);

    /// The hidden variable: a state for each point, "1", "2", ... in the order of the points. Its
    /// name is "point", with as many primes as make it different from `taken`.
    Variable point_variable(std::span<const Variable> taken) const;

    /// P(point | class): the shares of the weights. A class without a point gets equal shares of
    /// all.
    TableCpd point_given_class(VariableId class_id, VariableId point_id) const;

    /// p(feature | point).
    Cpd value_given_point(std::size_t feature, VariableId child, VariableId point_id) const;

private:
    double bandwidth(std::uint32_t class_state, std::size_t feature, const Rules& rules) const;

    std::vector<ParzenPoint> points_;
    std::size_t classes_;
    KernelDensityCpd::Kernel kernel_;
    std::vector<double> bandwidths_;  ///< classes x features
};

}  // namespace pgm::learners::detail
