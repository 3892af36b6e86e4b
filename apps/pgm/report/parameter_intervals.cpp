#include <apps/pgm/report/parameter_intervals.hpp>

#include <Eigen/Dense>
#include <boost/math/special_functions/beta.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::apps {
namespace {

/// Doubles throughout; what leaves them is 0 or 1.
using QuantilePolicy = boost::math::policies::policy<
    boost::math::policies::promote_double<false>,
    boost::math::policies::underflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::overflow_error<boost::math::policies::ignore_error>>;

/// The upper quantile of Student's t distribution, from that of the beta distribution.
double t_quantile(double degrees_of_freedom, double upper_tail) {
    const double share =
        boost::math::ibeta_inv(degrees_of_freedom / 2, 0.5, 2 * upper_tail, QuantilePolicy());
    return std::sqrt(degrees_of_freedom * (1 - share) / share);
}

}  // namespace

CredibleInterval interval_of_probability(double p, double weight, double probability) {
    constexpr double least = 1e-300;  // of a parameter of the beta distribution
    const double yes = weight * p, no = weight * (1 - p), tail = (1 - probability) / 2;
    if (!(yes > least) || !(no > least)) return {0, p, p};
    return {std::sqrt(p * (1 - p) / (weight + 1)),
            boost::math::ibeta_inv(yes, no, tail, QuantilePolicy()),
            boost::math::ibetac_inv(yes, no, tail, QuantilePolicy())};
}

std::vector<std::optional<CredibleInterval>> intervals_of_regression(
    const LinearGaussianCpd::Row& row, std::span<const double> weights, double probability) {
    const auto parents = static_cast<Eigen::Index>(row.slopes.size());
    std::vector<std::optional<CredibleInterval>> intervals(row.slopes.size() + 1);
    const double rows = weights.front(),
                 degrees_of_freedom = rows - static_cast<double>(parents) - 1;
    if (!(degrees_of_freedom > 0)) return intervals;
    Eigen::MatrixXd scatter(parents, parents);
    Eigen::VectorXd means(parents);
    for (Eigen::Index i = 0, at = parents + 1; i < parents; ++i) {
        means[i] = weights[static_cast<std::size_t>(i + 1)];
        for (Eigen::Index j = 0; j <= i; ++j)
            scatter(i, j) = scatter(j, i) = weights[static_cast<std::size_t>(at++)];
    }
    Eigen::MatrixXd inverse = scatter;  // of no parents there is nothing to invert
    if (parents > 0) inverse = scatter.completeOrthogonalDecomposition().pseudoInverse();
    const double t = t_quantile(degrees_of_freedom, (1 - probability) / 2);
    const double spread = degrees_of_freedom > 2
                              ? std::sqrt(degrees_of_freedom / (degrees_of_freedom - 2))
                              : 0;  // the variance is infinite
    for (Eigen::Index i = 0; i <= parents; ++i) {
        const double centre = i == 0 ? row.intercept : row.slopes[static_cast<std::size_t>(i - 1)];
        const double share = i == 0 ? 1 / rows + means.dot(inverse * means) : inverse(i - 1, i - 1);
        const double scale = std::sqrt(row.variance * std::max(share, 0.0));
        intervals[static_cast<std::size_t>(i)] = {scale * spread, centre - t * scale,
                                                  centre + t * scale};
    }
    return intervals;
}

}  // namespace pgm::apps
