#include <learners/em/detail/pattern_solver.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/table/table.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace pgm::learners::detail {
namespace {

using Axis = PatternFamily::Axis;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Calls body(offset) for every cell of the joint table over these axes, in its order, with where a
/// table with the strides `stride_of` has the cell.
template <class Body>
void for_each_cell(std::span<const Axis> axes, std::size_t Axis::*stride, std::size_t offset,
                   Body& body) {
    if (axes.empty()) return body(offset);
    for (std::uint32_t s = 0; s < axes.front().states; ++s)
        for_each_cell(axes.subspan(1), stride, offset + s * (axes.front().*stride), body);
}

double log_density(double residual, double variance) {
    return -0.5 * (residual * residual / variance + std::log(2 * std::numbers::pi * variance));
}

}  // namespace

FactorParameters::FactorParameters(const BayesianNetwork& network, std::span<const Family> factors)
    : log_tables(network.size()), regressions(network.size()) {
    for (std::size_t f = 0; f < factors.size(); ++f) {
        const std::size_t column = factors[f].child.index();
        variable_of.resize(std::max(variable_of.size(), column + 1));
        variable_of[column] = VariableId(f);
    }
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Cpd& cpd = network.cpd(VariableId(v));
        if (const TableCpd* const table = as_table(cpd))
            for (const double p : table->table().values()) log_tables[v].push_back(std::log(p));
        if (!is_continuous(cpd) || !is_linear_gaussian(cpd)) continue;  // EM learns no other kinds
        for (std::size_t row = 0; row < discrete_scope(cpd).cells(); ++row)
            regressions[v].push_back(regression(cpd, row));
    }
}

double PatternSolver::solve(const HiddenPattern& pattern, std::size_t number,
                            ExpectedSums& expected) {
    layout_ = &pattern.layout;
    hidden_ = pattern.members.hidden_continuous.size();
    const Case given{pattern.codes_of(number), pattern.values_of(number),
                     pattern.weights[number].value()};
    if (pattern.asks_engine) return ask(pattern, given, expected);
    joint_.assign(static_cast<std::size_t>(layout_->joint_cells), 0.0);
    fill_tables(given);
    fill_densities(given);
    const double log_sum = normalise_logs(joint_);
    if (log_sum == -infinity) return log_sum;
    for (const PatternFamily& family : layout_->sums) {
        if (family.continuous.empty())
            add_counts(family, given, expected);
        else if (family.has_hidden_continuous)
            add_hidden_moments(family, given, expected);
        else
            add_known_moments(family, given, expected);
    }
    return log_sum;
}

/// All that the row knows is the evidence, and what its known families contribute to P(e) is
/// counted elsewhere.
double PatternSolver::ask(const HiddenPattern& pattern, const Case& given, ExpectedSums& expected) {
    Evidence evidence;
    for (std::size_t i = 0; i < pattern.members.known_discrete.size(); ++i)
        evidence.observe(parameters_.variable_of[pattern.members.known_discrete[i].index()],
                         StateId(std::size_t{given.codes[i]}));
    for (std::size_t i = 0; i < pattern.members.known_continuous.size(); ++i)
        evidence.observe(parameters_.variable_of[pattern.members.known_continuous[i].index()],
                         given.values[i]);
    double log_evidence = -infinity;
    if (std::ranges::any_of(layout_->sums, &PatternFamily::is_factor))
        log_evidence = add_factors(evidence, given, expected);
    for (const PatternFamily& family : layout_->sums)
        if (!family.is_factor)
            log_evidence = add_joint(pattern.members, family, evidence, given, expected);
    if (log_evidence == -infinity) return log_evidence;
    states_.assign(layout_->states.size(), 0);
    double known = 0;
    for (const PatternFamily& factor : layout_->factors)
        known += factor.continuous.empty()
                     ? parameters_.log_tables[factor.family][factor.first_cell(given.codes)]
                     : known_density(factor, given);
    return log_evidence - known;
}

/// The families of the network, by one question. Like the next function it returns log P(e).
double PatternSolver::add_factors(const Evidence& evidence, const Case& given,
                                  ExpectedSums& expected) {
    const FamilyPosteriors& posteriors = engine_->families(evidence, workspace_);
    for (const PatternFamily& family : layout_->sums) {
        if (!family.is_factor) continue;
        for (const auto& [cell, probability] :
             posteriors.of(parameters_.variable_of[family.child.index()]))
            expected.add(family.family, cell, given.weight * probability);
    }
    return posteriors.log_evidence;
}

/// A family that the network has not: a question about its hidden members together.
double PatternSolver::add_joint(const PatternMembers& members, const PatternFamily& family,
                                const Evidence& evidence, const Case& given,
                                ExpectedSums& expected) {
    std::vector<VariableId> targets;
    for (std::size_t a = 0; a < family.axes.size(); ++a)
        if (family.axes[a].stride > 0)
            targets.push_back(parameters_.variable_of[members.hidden_discrete[a].index()]);
    const JointPosterior joint = engine_->joint(targets, evidence, workspace_);
    local_.assign(joint.table.values().begin(), joint.table.values().end());
    add_local(family, given, expected);
    return joint.log_evidence;
}

void PatternSolver::fill_tables(const Case& given) {
    for (const PatternFamily& factor : layout_->factors) {
        if (!factor.continuous.empty()) continue;
        const double* const logs =
            parameters_.log_tables[factor.family].data() + factor.first_cell(given.codes);
        double* cell = joint_.data();
        auto add = [&](std::size_t offset) { *cell++ += logs[offset]; };
        for_each_cell(factor.axes, &Axis::stride, 0, add);
    }
}

const LinearGaussianCpd::Row& PatternSolver::row_of(const PatternFamily& factor,
                                                    const Case& given) const {
    std::size_t row = factor.first_cell(given.codes);
    for (std::size_t axis = 0; axis < states_.size(); ++axis)
        row += states_[axis] * factor.axes[axis].stride;
    return *parameters_.regressions[factor.family][row];
}

double PatternSolver::mean_of(const PatternFamily& factor, const LinearGaussianCpd::Row& row,
                              const Case& given, std::span<const double> hidden) {
    double mean = row.intercept;
    for (std::size_t i = 0; i < row.slopes.size(); ++i)
        mean += row.slopes[i] * value_of(factor.continuous[i], given, hidden);
    return mean;
}

/// The density of a factor without hidden members.
double PatternSolver::known_density(const PatternFamily& factor, const Case& given) const {
    const LinearGaussianCpd::Row& row = row_of(factor, given);
    const double value = value_of(factor.continuous.back(), given, {});
    return log_density(value - mean_of(factor, row, given, {}), row.variance);
}

void PatternSolver::fill_densities(const Case& given) {
    if (std::ranges::all_of(layout_->factors,
                            [](const PatternFamily& factor) { return factor.continuous.empty(); }))
        return;
    means_.resize(joint_.size() * hidden_);
    covariances_.resize(joint_.size() * hidden_ * hidden_);
    states_.assign(layout_->states.size(), 0);
    std::size_t cell = 0;
    do {
        joint_[cell] += integrated_density(
            given, std::span(means_).subspan(cell * hidden_, hidden_),
            std::span(covariances_).subspan(cell * hidden_ * hidden_, hidden_ * hidden_));
        ++cell;
    } while (next_cell(states_, layout_->states) > 0);
}

/// The log density of the continuous values in one cell of the joint table, the hidden ones
/// integrated out, and the mean and covariance of these.
double PatternSolver::integrated_density(const Case& given, std::span<double> means,
                                         std::span<double> covariance) {
    for (const std::uint32_t f : layout_->hidden_children) {
        const PatternFamily& factor = layout_->factors[f];
        means[factor.continuous.back().slot] = mean_of(factor, row_of(factor, given), given, means);
    }
    const auto n = static_cast<Eigen::Index>(hidden_);
    Matrix precision = Matrix::Zero(n, n);
    Eigen::VectorXd linear = Eigen::VectorXd::Zero(n), direction(n);
    double log = 0;
    for (const PatternFamily& factor : layout_->factors) {
        if (factor.continuous.empty()) continue;
        const LinearGaussianCpd::Row& row = row_of(factor, given);
        const double residual =
            value_of(factor.continuous.back(), given, means) - mean_of(factor, row, given, means);
        log += log_density(residual, row.variance);
        if (!factor.has_hidden_continuous) continue;
        direction.setZero();
        for (std::size_t i = 0; i < factor.continuous.size(); ++i) {
            const double coefficient = i < row.slopes.size() ? -row.slopes[i] : 1.0;
            if (factor.continuous[i].hidden) direction[factor.continuous[i].slot] += coefficient;
        }
        precision.noalias() += direction * direction.transpose() / row.variance;
        linear -= direction * (residual / row.variance);
    }
    if (n == 0) return log;
    const Eigen::LLT<Matrix> factors(precision);
    const Eigen::VectorXd shift = factors.solve(linear);
    Eigen::Map<Matrix>(covariance.data(), n, n) = factors.solve(Matrix::Identity(n, n));
    for (Eigen::Index i = 0; i < n; ++i) means[static_cast<std::size_t>(i)] += shift[i];
    const Matrix lower = factors.matrixL();
    return log + 0.5 * linear.dot(shift) - lower.diagonal().array().log().sum() +
           0.5 * static_cast<double>(n) * std::log(2 * std::numbers::pi);
}

/// The posterior of a family's hidden discrete members.
void PatternSolver::marginalise(const PatternFamily& family) {
    local_.assign(family.local_cells, 0.0);
    const double* cell = joint_.data();
    auto add = [&](std::size_t offset) { local_[offset] += *cell++; };
    for_each_cell(family.axes, &Axis::local, 0, add);
}

/// Calls body(cell, probability) for the cells of a family's table that agree with the case.
template <class Body>
void for_each_local(const PatternFamily& family, std::size_t first, std::span<const double> local,
                    Body&& body) {
    for (std::size_t i = 0; i < local.size(); ++i) {
        std::size_t cell = first, rest = i;
        for (std::size_t a = family.axes.size(); a-- > 0;) {
            const Axis& axis = family.axes[a];
            if (axis.stride == 0) continue;
            cell += rest % axis.states * axis.stride;
            rest /= axis.states;
        }
        if (local[i] > 0) body(cell, local[i]);
    }
}

void PatternSolver::add_local(const PatternFamily& family, const Case& given,
                              ExpectedSums& expected) const {
    for_each_local(family, family.first_cell(given.codes), local_,
                   [&](std::size_t cell, double probability) {
                       expected.add(family.family, cell, given.weight * probability);
                   });
}

void PatternSolver::add_counts(const PatternFamily& family, const Case& given,
                               ExpectedSums& expected) {
    marginalise(family);
    add_local(family, given, expected);
}

void PatternSolver::add_known_moments(const PatternFamily& family, const Case& given,
                                      ExpectedSums& expected) {
    numbers_.clear();
    for (const PatternFamily::Continuous& member : family.continuous)
        numbers_.push_back(given.values[member.slot]);
    marginalise(family);
    for_each_local(family, family.first_cell(given.codes), local_,
                   [&](std::size_t configuration, double probability) {
                       expected.add(family.family, configuration, given.weight * probability,
                                    numbers_, {});
                   });
}

void PatternSolver::add_hidden_moments(const PatternFamily& family, const Case& given,
                                       ExpectedSums& expected) {
    const std::size_t size = family.continuous.size();
    numbers_.resize(size);
    covariance_.assign(size * size, 0.0);
    std::size_t cell = 0;
    auto add = [&](std::size_t configuration) {
        const std::span<const double> means = std::span(means_).subspan(cell * hidden_, hidden_);
        const double* const between = covariances_.data() + cell * hidden_ * hidden_;
        for (std::size_t i = 0; i < size; ++i) {
            const PatternFamily::Continuous& a = family.continuous[i];
            numbers_[i] = value_of(a, given, means);
            for (std::size_t j = 0; j <= i; ++j) {
                const PatternFamily::Continuous& b = family.continuous[j];
                if (a.hidden && b.hidden)
                    covariance_[i * size + j] = between[a.slot * hidden_ + b.slot];
            }
        }
        const double weight = given.weight * joint_[cell++];
        if (weight > 0) expected.add(family.family, configuration, weight, numbers_, covariance_);
    };
    for_each_cell(family.axes, &Axis::stride, family.first_cell(given.codes), add);
}

}  // namespace pgm::learners::detail
