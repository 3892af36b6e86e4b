#include <pgm/inference/detail/continuous/gaussian_integral.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/numbers.hpp>

#include <limits>
#include <numbers>

namespace pgm::detail {

void GaussianIntegral::prepare(const BayesianNetwork& network, const ContinuousComponent& component,
                               std::span<const std::size_t> row_of,
                               std::span<const DensityComponent> kernel_of) {
    const bool is_same = list_members(network, component, row_of, kernel_of);
    if (is_same && is_decomposed_) return;
    is_decomposed_ = false;
    number_hidden(network.size());
    decompose();
    is_decomposed_ = true;
}

std::size_t GaussianIntegral::kept_cells(std::size_t cells, std::size_t members,
                                         std::size_t& kept_numbers) {
    constexpr std::size_t most_numbers = std::size_t{1} << 18, at_least = 64;
    const std::size_t numbers = members * members + at_least;
    if (cells > (most_numbers - kept_numbers) / numbers) return 1;
    kept_numbers += cells * numbers;
    return cells;
}

/// True if they are those that were listed before.
bool GaussianIntegral::list_members(const BayesianNetwork& network,
                                    const ContinuousComponent& component,
                                    std::span<const std::size_t> row_of,
                                    std::span<const DensityComponent> kernel_of) {
    const auto regression = [&](VariableId variable) -> SplitRegression {
        const Cpd& cpd = network.cpd(variable);
        if (const LinearGaussianCpd::Row* const row =
                pgm::regression(cpd, row_of[variable.index()]))
            return {variable, continuous_parents(cpd), row->intercept, row->slopes,
                    std::sqrt(row->variance)};
        const DensityComponent& kernel = kernel_of[variable.index()];
        return {variable, {}, kernel.mean, {}, kernel.sd};
    };
    const auto list = [&](const std::vector<VariableId>& variables,
                          std::vector<SplitRegression>& listed) {
        bool is_same = listed.size() == variables.size();
        listed.resize(variables.size());
        for (std::size_t i = 0; i < variables.size(); ++i) {
            const SplitRegression next = regression(variables[i]);
            is_same = is_same && listed[i].is_same(next);
            listed[i] = next;
        }
        return is_same;
    };
    const bool has_same_hidden = list(component.hidden, hidden_);
    return list(component.observed, observed_) && has_same_hidden;
}

void GaussianIntegral::number_hidden(std::size_t variables) {
    for (const VariableId last : numbered_) number_[last.index()] = not_hidden;
    number_.resize(variables, not_hidden);
    numbered_.clear();
    for (const SplitRegression& regression : hidden_) {
        number_[regression.child.index()] = static_cast<Eigen::Index>(numbered_.size());
        numbered_.push_back(regression.child);
    }
}

/// Columns of `roots_` are the rows of T, and those of `transposed_` the rows of A: how each
/// variable depends on the independent noises.
void GaussianIntegral::decompose() {
    const auto hidden = static_cast<Eigen::Index>(hidden_.size());
    const auto observed = static_cast<Eigen::Index>(observed_.size());
    roots_.setZero(hidden, hidden);
    transposed_.setZero(hidden + observed, observed);
    const auto add_parents = [&](const SplitRegression& r, auto&& column) {
        for (std::size_t i = 0; i < r.slopes.size(); ++i) {
            const Eigen::Index parent = number_[r.parents[i].index()];
            if (parent != not_hidden) column += r.slopes[i] * roots_.col(parent);
        }
    };
    for (Eigen::Index i = 0; i < hidden; ++i) {
        const SplitRegression& regression = hidden_[static_cast<std::size_t>(i)];
        add_parents(regression, roots_.col(i));
        roots_(i, i) += regression.sd;
    }
    bool has_point_mass = false;
    for (Eigen::Index k = 0; k < observed; ++k) {
        const SplitRegression& regression = observed_[static_cast<std::size_t>(k)];
        add_parents(regression, transposed_.col(k).head(hidden));
        transposed_(hidden + k, k) = regression.sd;
        has_point_mass = has_point_mass || regression.sd == 0;
    }
    choose_units(has_point_mass);
    pivoted_.reset();
    if (has_point_mass) return decompose_with_pivots();
    factor_.resize(observed, observed);
    log_scale_ = -static_cast<double>(observed) * log_sqrt_two_pi;
    for (const int exponent : exponents_) log_scale_ -= exponent * std::numbers::ln2;
    if (observed == 0) return;
    decomposition_.compute(transposed_);
    factor_ = decomposition_.matrixQR().topRows(observed).triangularView<Eigen::Upper>();
    for (Eigen::Index k = 0; k < observed; ++k) log_scale_ -= std::log(std::abs(factor_(k, k)));
}

/// An observed variable whose squared deviations would leave the doubles gets a power of two as
/// unit: the decomposition then has the same digits. All get the same one where a subspace depends
/// on their sizes.
void GaussianIntegral::choose_units(bool is_common) {
    constexpr int far = 400;
    const Eigen::Index observed = transposed_.cols();
    exponents_.assign(static_cast<std::size_t>(observed), 0);
    const auto exponent_of = [](double size) {
        const int exponent = size > 0 && std::isfinite(size) ? std::ilogb(size) : 0;
        return std::abs(exponent) > far ? exponent : 0;
    };
    const double largest = observed > 0 ? transposed_.cwiseAbs().maxCoeff() : 0;
    for (Eigen::Index k = 0; k < observed; ++k) {
        const auto column = transposed_.col(k);
        int& exponent = exponents_[static_cast<std::size_t>(k)];
        exponent = exponent_of(is_common ? largest : column.cwiseAbs().maxCoeff());
        if (exponent == 0) continue;
        for (Eigen::Index i = 0; i < transposed_.rows(); ++i)
            transposed_(i, k) = in_unit(transposed_(i, k), k);
    }
}

double GaussianIntegral::in_unit(double x, Eigen::Index observed) const {
    return std::scalbn(x, -exponents_[static_cast<std::size_t>(observed)]);
}

/// The density in the subspace is that of equal small noises in all observed variables as they
/// vanish, for which |r_ii| of the rows that are left are those of a second decomposition, of R's
/// upper part transposed.
void GaussianIntegral::decompose_with_pivots() {
    pivoted_.emplace(transposed_);
    pivoted_->setThreshold(1e-12);
    const Eigen::Index rank = pivoted_->rank();
    factor_ = pivoted_->matrixQR().topRows(rank).triangularView<Eigen::Upper>();
    log_scale_ = -static_cast<double>(rank) * log_sqrt_two_pi;
    if (rank == 0) return;
    log_scale_ -= static_cast<double>(rank) * exponents_.front() * std::numbers::ln2;
    const Eigen::HouseholderQR<Eigen::MatrixXd> square(factor_.transpose());
    for (Eigen::Index k = 0; k < rank; ++k)
        log_scale_ -= std::log(std::abs(square.matrixQR()(k, k)));
}

double GaussianIntegral::mean(const SplitRegression& regression,
                              std::span<const double* const> values, std::size_t at) const {
    double mean = regression.intercept;
    for (std::size_t i = 0; i < regression.slopes.size(); ++i) {
        const std::size_t parent = regression.parents[i].index();
        const Eigen::Index hidden = number_[parent];
        mean += regression.slopes[i] * (hidden != not_hidden ? means_(hidden) : values[parent][at]);
    }
    return mean;
}

double GaussianIntegral::log_density(std::span<const double* const> values, std::size_t at) {
    means_.resize(static_cast<Eigen::Index>(hidden_.size()));
    for (Eigen::Index i = 0; i < means_.size(); ++i)
        means_(i) = mean(hidden_[static_cast<std::size_t>(i)], values, at);
    distance_.resize(static_cast<Eigen::Index>(observed_.size()));
    sizes_.resize(distance_.size());
    for (Eigen::Index k = 0; k < distance_.size(); ++k) {
        const SplitRegression& regression = observed_[static_cast<std::size_t>(k)];
        const double value = values[regression.child.index()][at];
        const double expected = mean(regression, values, at);
        distance_(k) = in_unit(value - expected, k);
        sizes_(k) = in_unit(std::abs(value) + std::abs(expected), k);
    }
    if (!pivoted_) {
        factor_.triangularView<Eigen::Upper>().transpose().solveInPlace(distance_);
    } else if (!solve_in_subspace()) {
        return -infinity;
    }
    const double log_density = log_scale_ - 0.5 * distance_.squaredNorm();
    return std::isnan(log_density) ? -infinity : log_density;
}

/// False if the observed values are not in the subspace.
bool GaussianIntegral::solve_in_subspace() {
    const Eigen::Index rank = factor_.rows(), observed = factor_.cols();
    const auto& order = pivoted_->colsPermutation().indices();
    Eigen::VectorXd solved(rank);
    for (Eigen::Index k = 0; k < rank; ++k) solved(k) = distance_(order(k));
    factor_.leftCols(rank).triangularView<Eigen::Upper>().transpose().solveInPlace(solved);
    for (Eigen::Index k = rank; k < observed; ++k) {
        const auto column = factor_.col(k);
        const double size = sizes_(order(k)) + column.cwiseAbs().dot(solved.cwiseAbs());
        if (!(std::abs(distance_(order(k)) - column.dot(solved)) <= point_mass_tolerance * size))
            return false;
    }
    distance_ = std::move(solved);
    return true;
}

/// t [Q_1, Q_2] in place of t. What is only rounding of a variable that the observed ones determine
/// becomes 0.
void GaussianIntegral::rotate(Eigen::VectorXd& row) const {
    const Eigen::Index known = factor_.rows();
    const double norm = row.stableNorm();
    if (known > 0) {
        if (pivoted_)
            row.applyOnTheLeft(pivoted_->householderQ().setLength(known).adjoint());
        else
            row.applyOnTheLeft(decomposition_.householderQ().adjoint());
    }
    constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
    auto rest = row.tail(row.size() - known);
    if (rest.stableNorm() <= rounding * static_cast<double>(row.size()) * norm) rest.setZero();
}

/// Conditions noises and a mean on the observed values.
void GaussianIntegral::condition_on_observed(Conditional& conditional) const {
    Eigen::VectorXd& row = conditional.deviations;
    const Eigen::Index known = factor_.rows();
    rotate(row);
    conditional.mean += row.head(known).dot(distance_.head(known));
    row.head(known).setZero();
}

void GaussianIntegral::condition(VariableId hidden, Conditional& conditional) const {
    const Eigen::Index number = number_[hidden.index()];
    conditional.deviations.setZero(noises());
    conditional.deviations.head(roots_.rows()) = roots_.col(number);
    conditional.mean = means_(number);
    condition_on_observed(conditional);
}

void GaussianIntegral::condition(std::span<const VariableId> variables,
                                 std::span<const double> slopes,
                                 std::span<const double* const> values, std::size_t at,
                                 Conditional& conditional) const {
    conditional.deviations.setZero(noises());
    conditional.mean = 0;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::size_t variable = variables[i].index();
        const Eigen::Index number = variable < number_.size() ? number_[variable] : not_hidden;
        conditional.mean +=
            slopes[i] * (number == not_hidden ? values[variable][at] : means_(number));
        if (number != not_hidden)
            conditional.deviations.head(roots_.rows()) += slopes[i] * roots_.col(number);
    }
    condition_on_observed(conditional);
}

void GaussianIntegral::gain(std::span<const Term> terms, Gain& gain) const {
    Eigen::VectorXd row = Eigen::VectorXd::Zero(noises());
    for (const auto& [hidden, slope] : terms)
        row.head(roots_.rows()) += slope * roots_.col(number_[hidden.index()]);
    rotate(row);
    gain.on_distances = row.head(factor_.rows());
    gain.sd = row.tail(row.size() - factor_.rows()).stableNorm();
}

/// The weights of the observed distances are R^-1 Q_1^T t. A distance and the mean of a hidden
/// variable are sums over the parents, which get what their child weighs times its slope, from the
/// last child to the first.
void GaussianIntegral::add_predictor(std::span<const Term> terms,
                                     LinearPredictor& predictor) const {
    const Eigen::Index known = factor_.rows();
    Gain gain;
    this->gain(terms, gain);
    predictor.sd = std::hypot(predictor.sd, gain.sd);
    Eigen::VectorXd of_hidden = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(hidden_.size()));
    const auto add_mean = [&](const SplitRegression& regression, double weight) {
        predictor.intercept += weight * regression.intercept;
        for (std::size_t i = 0; i < regression.slopes.size(); ++i) {
            const std::size_t parent = regression.parents[i].index();
            double& slope = number_[parent] != not_hidden ? of_hidden(number_[parent])
                                                          : predictor.slopes[parent];
            slope += weight * regression.slopes[i];
        }
    };
    Eigen::VectorXd& weights = gain.on_distances;
    factor_.leftCols(known).triangularView<Eigen::Upper>().solveInPlace(weights);
    for (Eigen::Index k = 0; k < known; ++k) {
        const Eigen::Index place = pivoted_ ? pivoted_->colsPermutation().indices()(k) : k;
        const SplitRegression& regression = observed_[static_cast<std::size_t>(place)];
        const double weight = in_unit(weights(k), place);
        predictor.slopes[regression.child.index()] += weight;
        add_mean(regression, -weight);
    }
    for (const auto& [hidden, slope] : terms) of_hidden(number_[hidden.index()]) += slope;
    for (Eigen::Index i = of_hidden.size(); i-- > 0;)
        add_mean(hidden_[static_cast<std::size_t>(i)], of_hidden(i));
}

}  // namespace pgm::detail
