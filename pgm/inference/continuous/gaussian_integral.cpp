#include <pgm/inference/continuous/gaussian_integral.hpp>

#include <pgm/core/normal.hpp>

#include <Eigen/QR>

#include <cmath>
#include <limits>

namespace pgm {

GaussianIntegral::GaussianIntegral(const BayesianNetwork& network, const ContinuousComponent& component, std::span<const std::size_t> row_of)
    : is_hidden_(network.size(), 0) {
    const auto regression = [&](VariableId variable) {
        const auto& cpd = std::get<LinearGaussianCpd>(network.cpd(variable));
        return Regression{variable, &cpd, &cpd.row(row_of[variable.index()])};
    };
    const auto hidden = static_cast<Eigen::Index>(component.hidden.size());
    const auto measured = static_cast<Eigen::Index>(component.measured.size());
    std::vector<Eigen::Index> number(network.size(), 0);
    // Columns of `roots` are the rows of T, and later of A: how each variable depends on the independent noises.
    Eigen::MatrixXd roots = Eigen::MatrixXd::Zero(hidden, hidden);
    Eigen::MatrixXd transposed = Eigen::MatrixXd::Zero(hidden + measured, measured);
    const auto add_parents = [&](const Regression& r, auto&& column) {
        for (std::size_t i = 0; i < r.row->slopes.size(); ++i) {
            const VariableId parent = r.cpd->continuous_parents()[i];
            if (is_hidden_[parent.index()]) column += r.row->slopes[i] * roots.col(number[parent.index()]);
        }
    };
    for (Eigen::Index i = 0; i < hidden; ++i) {
        const VariableId variable = component.hidden[static_cast<std::size_t>(i)];
        hidden_.push_back(regression(variable));
        add_parents(hidden_.back(), roots.col(i));
        roots(i, i) += std::sqrt(hidden_.back().row->variance);
        is_hidden_[variable.index()] = 1;
        number[variable.index()] = i;
    }
    for (Eigen::Index k = 0; k < measured; ++k) {
        measured_.push_back(regression(component.measured[static_cast<std::size_t>(k)]));
        add_parents(measured_.back(), transposed.col(k).head(hidden));
        transposed(hidden + k, k) = std::sqrt(measured_.back().row->variance);
    }
    const Eigen::HouseholderQR<Eigen::MatrixXd> decomposition(transposed);
    factor_ = decomposition.matrixQR().topRows(measured).triangularView<Eigen::Upper>();
    log_scale_ = -static_cast<double>(measured) * log_sqrt_two_pi;
    for (Eigen::Index k = 0; k < measured; ++k) log_scale_ -= std::log(std::abs(factor_(k, k)));
}

double GaussianIntegral::mean(const Regression& regression, std::span<const double* const> values, std::size_t at,
                              std::span<const double> means) const {
    double mean = regression.row->intercept;
    for (std::size_t i = 0; i < regression.row->slopes.size(); ++i) {
        const std::size_t parent = regression.cpd->continuous_parents()[i].index();
        mean += regression.row->slopes[i] * (is_hidden_[parent] ? means[parent] : values[parent][at]);
    }
    return mean;
}

double GaussianIntegral::log_density(std::span<const double* const> values, std::size_t at, std::span<double> means) const {
    for (const Regression& regression : hidden_) means[regression.child.index()] = mean(regression, values, at, means);
    Eigen::VectorXd distance(static_cast<Eigen::Index>(measured_.size()));
    for (Eigen::Index k = 0; k < distance.size(); ++k) {
        const Regression& regression = measured_[static_cast<std::size_t>(k)];
        distance(k) = values[regression.child.index()][at] - mean(regression, values, at, means);
    }
    factor_.triangularView<Eigen::Upper>().transpose().solveInPlace(distance);
    const double log_density = log_scale_ - 0.5 * distance.squaredNorm();
    return std::isnan(log_density) ? -std::numeric_limits<double>::infinity() : log_density;
}

}  // namespace pgm
