#include <pgm/inference/detail/continuous/gaussian_integral.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/numbers.hpp>

#include <cmath>

namespace pgm::detail {

void GaussianIntegral::prepare(const BayesianNetwork& network, const ContinuousComponent& component,
                               std::span<const std::size_t> row_of) {
    list_members(network, component, row_of);
    decompose();
}

void GaussianIntegral::list_members(const BayesianNetwork& network,
                                    const ContinuousComponent& component,
                                    std::span<const std::size_t> row_of) {
    const auto regression = [&](VariableId variable) {
        const Cpd& cpd = network.cpd(variable);
        return Regression{variable, continuous_parents(cpd),
                          pgm::regression(cpd, row_of[variable.index()])};
    };
    for (const Regression& last : hidden_) number_[last.child.index()] = not_hidden;
    number_.resize(network.size(), not_hidden);
    hidden_.clear();
    measured_.clear();
    for (const VariableId variable : component.hidden) {
        number_[variable.index()] = static_cast<Eigen::Index>(hidden_.size());
        hidden_.push_back(regression(variable));
    }
    for (const VariableId variable : component.measured) measured_.push_back(regression(variable));
}

/// Columns of `roots_` are the rows of T, and those of `transposed_` the rows of A: how each
/// variable depends on the independent noises.
void GaussianIntegral::decompose() {
    const auto hidden = static_cast<Eigen::Index>(hidden_.size());
    const auto measured = static_cast<Eigen::Index>(measured_.size());
    roots_.setZero(hidden, hidden);
    transposed_.setZero(hidden + measured, measured);
    const auto add_parents = [&](const Regression& r, auto&& column) {
        for (std::size_t i = 0; i < r.row->slopes.size(); ++i) {
            const Eigen::Index parent = number_[r.parents[i].index()];
            if (parent != not_hidden) column += r.row->slopes[i] * roots_.col(parent);
        }
    };
    for (Eigen::Index i = 0; i < hidden; ++i) {
        const Regression& regression = hidden_[static_cast<std::size_t>(i)];
        add_parents(regression, roots_.col(i));
        roots_(i, i) += std::sqrt(regression.row->variance);
    }
    for (Eigen::Index k = 0; k < measured; ++k) {
        const Regression& regression = measured_[static_cast<std::size_t>(k)];
        add_parents(regression, transposed_.col(k).head(hidden));
        transposed_(hidden + k, k) = std::sqrt(regression.row->variance);
    }
    decomposition_.compute(transposed_);
    factor_ = decomposition_.matrixQR().topRows(measured).triangularView<Eigen::Upper>();
    log_scale_ = -static_cast<double>(measured) * log_sqrt_two_pi;
    for (Eigen::Index k = 0; k < measured; ++k) log_scale_ -= std::log(std::abs(factor_(k, k)));
}

double GaussianIntegral::mean(const Regression& regression, std::span<const double* const> values,
                              std::size_t at) const {
    double mean = regression.row->intercept;
    for (std::size_t i = 0; i < regression.row->slopes.size(); ++i) {
        const std::size_t parent = regression.parents[i].index();
        const Eigen::Index hidden = number_[parent];
        mean += regression.row->slopes[i] *
                (hidden != not_hidden ? means_(hidden) : values[parent][at]);
    }
    return mean;
}

double GaussianIntegral::log_density(std::span<const double* const> values, std::size_t at) {
    means_.resize(static_cast<Eigen::Index>(hidden_.size()));
    for (Eigen::Index i = 0; i < means_.size(); ++i) {
        means_(i) = mean(hidden_[static_cast<std::size_t>(i)], values, at);
    }
    distance_.resize(static_cast<Eigen::Index>(measured_.size()));
    for (Eigen::Index k = 0; k < distance_.size(); ++k) {
        const Regression& regression = measured_[static_cast<std::size_t>(k)];
        distance_(k) = values[regression.child.index()][at] - mean(regression, values, at);
    }
    factor_.triangularView<Eigen::Upper>().transpose().solveInPlace(distance_);
    const double log_density = log_scale_ - 0.5 * distance_.squaredNorm();
    return std::isnan(log_density) ? -infinity : log_density;
}

}  // namespace pgm::detail
