#include <pgm/inference/detail/continuous/regressed_piece.hpp>

#include <Eigen/QR>

namespace pgm::detail {

Regressed::Regressed(const ConditionalGaussians::Piece& piece) {
    const auto size = static_cast<Eigen::Index>(piece.targets.size());
    means.resize(size);
    covariance.resize(size, size);
    for (Eigen::Index i = 0; i < size; ++i) {
        const auto& a = piece.targets[static_cast<std::size_t>(i)];
        means(i) = a.mean;
        for (Eigen::Index j = 0; j < size; ++j)
            covariance(i, j) =
                a.deviations.dot(piece.targets[static_cast<std::size_t>(j)].deviations);
    }
    if (piece.box == nullptr) return;
    if (const DensityComponent* const part = piece.box->uniform_part())
        select_uniform(piece, *part);
    else
        select(piece);
}

/// The targets are the one hidden variable, and constants.
void Regressed::select_uniform(const ConditionalGaussians::Piece& piece,
                               const DensityComponent& part) {
    for (Eigen::Index i = 0; i < means.size(); ++i) {
        if (piece.targets[static_cast<std::size_t>(i)].deviations.isZero(0)) continue;
        means(i) = part.mean;
        covariance(i, i) = part.sd * part.sd;
    }
}

void Regressed::select(const ConditionalGaussians::Piece& piece) {
    const NormalBox& box = piece.box->box();
    const BoxMoments inside = moments(box);
    const auto count = static_cast<Eigen::Index>(box.size());
    Eigen::MatrixXd with_box(means.size(), count);
    for (Eigen::Index i = 0; i < means.size(); ++i)
        for (Eigen::Index k = 0; k < count; ++k)
            with_box(i, k) =
                piece.covariance(static_cast<std::size_t>(i), static_cast<std::size_t>(k));
    // Members of a box may be multiples of each other, so its covariance may be singular.
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> inverse(box.covariance);
    const Eigen::MatrixXd slopes = inverse.solve(with_box.transpose()).transpose();
    means += slopes * (inside.means - box.means);
    covariance += slopes * (inside.covariance - box.covariance) * slopes.transpose();
}

}  // namespace pgm::detail
