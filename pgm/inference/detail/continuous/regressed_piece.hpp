#pragma once

#include <pgm/inference/detail/continuous/conditional_gaussians.hpp>

#include <Eigen/Core>

namespace pgm::detail {

/// Means and covariances of the targets of a piece: as they are, or by their regression on the
/// members of its box, of which the moments inside the box are known.
struct Regressed {
    Eigen::VectorXd means;
    Eigen::MatrixXd covariance;

    explicit Regressed(const ConditionalGaussians::Piece& piece);

private:
    void select(const ConditionalGaussians::Piece& piece);
    void select_uniform(const ConditionalGaussians::Piece& piece, const DensityComponent& part);
};

}  // namespace pgm::detail
