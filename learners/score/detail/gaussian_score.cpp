#include <learners/score/detail/gaussian_score.hpp>

#include <learners/estimate/detail/column_resolution.hpp>
#include <learners/estimate/detail/least_squares.hpp>
#include <learners/estimate/detail/log_gamma.hpp>
#include <learners/families/detail/information_criteria.hpp>
#include <learners/score/detail/residual_scatter.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/parallel.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace pgm::learners::detail {
namespace {

constexpr double unscored = -infinity;
/// All pairs of columns are summed beforehand where that is about a second's work.
constexpr double most_products_beforehand = 2e9;

/// ln of the multivariate gamma function of dimension p, without its power of pi.
double log_multivariate_gamma(double p, double x) {
    double sum = 0;
    for (double i = 0; i < p; ++i) sum += log_gamma(x - i / 2);
    return sum;
}

double log_determinant(const Eigen::MatrixXd& matrix) {
    const Eigen::LLT<Eigen::MatrixXd> factor(matrix);
    if (factor.info() != Eigen::Success) return std::numeric_limits<double>::quiet_NaN();
    return 2 * factor.matrixLLT().diagonal().array().log().sum();
}

/// What a BGe score starts from in one group of rows.
struct BgePrior {
    double rows;       ///< n
    double mean_rows;  ///< alpha_mu
    double freedom;    ///< alpha_w
    double variables;  ///< of the whole network
    double precision;  ///< t
};

/// ln p(the rows of these variables), equation (4) of Kuipers, Moffa and Heckerman (2014), from
/// their scatter and what their means add to it by being other than those of the prior.
double log_marginal(const Eigen::MatrixXd& scatter, const BgePrior& prior) {
    const double l = static_cast<double>(scatter.rows());
    if (l == 0) return 0;
    const double before = prior.freedom - prior.variables + l, after = before + prior.rows;
    const Eigen::MatrixXd posterior =
        scatter + prior.precision * Eigen::MatrixXd::Identity(scatter.rows(), scatter.rows());
    return l / 2 * std::log(prior.mean_rows / (prior.rows + prior.mean_rows)) -
           l * prior.rows / 2 * std::log(std::numbers::pi) + log_multivariate_gamma(l, after / 2) -
           log_multivariate_gamma(l, before / 2) + before / 2 * l * std::log(prior.precision) -
           after / 2 * log_determinant(posterior);
}

/// The triangle as a symmetric matrix.
Eigen::MatrixXd matrix_of(std::span<const double> scatter, std::size_t size) {
    Eigen::MatrixXd matrix(size, size);
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                matrix(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) =
                    scatter[triangle(i, j)];
    return matrix;
}

/// By group, its means less those of all rows. Of one group they are exactly zero.
std::vector<Eigen::VectorXd> means_beyond_all(RowSet& rows, std::span<const ColumnId> columns) {
    double weight = 0;
    for (std::size_t group = 0; group < rows.groups(); ++group) weight += rows.weight(group);
    std::vector<Eigen::VectorXd> beyond(rows.groups(), Eigen::VectorXd(columns.size()));
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        const double first = rows.sums().mean(columns[i], 0);
        double all = 0;
        for (std::size_t group = 0; group < rows.groups(); ++group) {
            beyond[group][at] = rows.sums().mean(columns[i], group) - first;
            all += rows.weight(group) / weight * beyond[group][at];
        }
        for (Eigen::VectorXd& of_group : beyond) of_group[at] -= all;
    }
    return beyond;
}

/// The log-likelihood of rows with normal residuals whose squares have this sum.
double normal_log_likelihood(double rows, double variance, double residuals) {
    if (!(variance > 0)) return unscored;
    return -rows / 2 * std::log(2 * std::numbers::pi * variance) - residuals / (2 * variance);
}

double weight_of(const OrderedRows& rows) {
    double sum = rows.weights.empty() ? static_cast<double>(rows.rows.size()) : 0;
    for (const double weight : rows.weights) sum += weight;
    return sum;
}

}  // namespace

GaussianScore::GaussianScore(const Dataset& data, const Score& score, std::size_t threads,
                             std::size_t max_kept_bytes)
    : data_(data),
      score_(score),
      resolutions_(data.columns().size()),
      sets_(std::make_unique<RowSets>(data, max_kept_bytes)) {
    rows_ = weight_of(sets_->rows());
    std::vector<ColumnId> complete, continuous;
    for (std::size_t i = 0; i < data.columns().size(); ++i) {
        const Column& column = data.columns()[i];
        has_missing_.push_back(column.missing_cells() > 0);
        if (column.is_discrete()) continue;
        continuous.emplace_back(i);
        if (!has_missing_.back()) complete.emplace_back(i);
    }
    continuous_ = continuous.size();
    if (continuous_ < data.columns().size())
        parallel_for(continuous_, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                resolutions_[continuous[i].index()] =
                    resolution_of(data.column(continuous[i]), sets_->rows().rows);
        });
    all_rows_ = sets_->find({});
    const auto pairs = static_cast<double>(triangle(complete.size(), 0));
    if (all_rows_->groups() > 0 && pairs * rows_ <= most_products_beforehand)
        all_rows_->sums().sum_all(complete, threads);
}

GaussianScore::FamilyMembers GaussianScore::members_of(ColumnId child,
                                                       std::span<const ColumnId> parents) const {
    FamilyMembers members;
    for (const ColumnId parent : parents) {
        const Column& column = data_.column(parent);
        if (!column.is_discrete()) {
            members.numbers.push_back(parent);
        } else {
            members.configurations *= static_cast<double>(column.variable.cardinality());
            members.has_discrete = true;
        }
        if (column.is_discrete() || has_missing_[parent.index()]) members.rows_by.push_back(parent);
    }
    members.numbers.push_back(child);
    if (has_missing_[child.index()])
        members.rows_by.insert(std::ranges::upper_bound(members.rows_by, child), child);
    return members;
}

std::shared_ptr<RowSet> GaussianScore::rows_of(const FamilyMembers& members) const {
    return members.rows_by.empty() ? all_rows_ : sets_->find(members.rows_by);
}

double GaussianScore::operator()(ColumnId child, std::span<const ColumnId> parents) const {
    const FamilyMembers members = members_of(child, parents);
    const double score =
        std::holds_alternative<BgeScore>(score_) ? bge(members) : regression_score(members);
    return std::isnan(score) ? unscored : score;
}

std::size_t GaussianScore::configurations_at_resolution(ColumnId child,
                                                        std::span<const ColumnId> parents) const {
    std::size_t count = 0;
    log_likelihood(members_of(child, parents), &count);
    return count;
}

GaussianScore::Residuals GaussianScore::residuals(RowSet& rows, std::size_t group,
                                                  const FamilyMembers& members,
                                                  std::span<double> scatter) const {
    const std::span<const ColumnId> numbers = members.numbers;
    const std::vector<double> anything(numbers.size(), 0);
    if (const auto found = residual_scatter(scatter, std::span(anything))) return *found;
    std::vector<DoubleDouble> precise = rows.precise_scatters(group, numbers);
    const std::vector<double> dependent = rows.dependent(group, numbers, precise);
    if (const auto found = residual_scatter(std::span(precise), std::span(dependent)))
        return static_cast<double>(*found);
    const SumsOfProducts exact = rows.exact_sums(group, numbers);
    const Regression regression = regression_chain({&exact, 1}, numbers.size()).back();
    if (regression.exact) return std::nullopt;
    return regression.variance * rows.weight(group);
}

/// In all rows that have it.
double GaussianScore::variance_of(ColumnId column) const {
    const FamilyMembers alone = members_of(column, {});
    const std::shared_ptr<RowSet> rows = rows_of(alone);
    return rows->sums().scatters(alone.numbers).front() / rows->weight(0);
}

double GaussianScore::log_likelihood(const FamilyMembers& members,
                                     std::size_t* at_resolution) const {
    const std::shared_ptr<RowSet> rows = rows_of(members);
    if (rows->groups() == 0) return 0;
    const std::span<const ColumnId> numbers = members.numbers;
    const std::size_t size = triangle(numbers.size(), 0);
    std::vector<double> scatters = rows->sums().scatters(numbers);
    const bool grouped = members.has_discrete;
    const double least = grouped ? least_variance(resolution(numbers.back())) : 0;
    const double of_column = grouped ? variance_of(numbers.back()) : 0;
    const auto coefficients = static_cast<double>(numbers.size());
    double sum = 0;
    for (std::size_t group = 0; group < rows->groups(); ++group) {
        const double weight = rows->weight(group);
        const std::span<double> scatter = std::span(scatters).subspan(group * size, size);
        const bool is_small = grouped && weight <= coefficients;
        if (grouped && !is_small && scatter.back() < least * weight) {
            if (at_resolution != nullptr) ++*at_resolution;
            sum += normal_log_likelihood(weight, least, scatter.back());
            continue;
        }
        const Residuals left = is_small ? std::nullopt : residuals(*rows, group, members, scatter);
        if (left) {
            sum += normal_log_likelihood(weight, *left / weight, *left);
        } else if (is_small ||
                   (grouped && rows->different_rows(group, numbers) <= numbers.size())) {
            sum += normal_log_likelihood(weight, of_column, 0);
        } else {
            return unscored;
        }
    }
    return sum;
}

double GaussianScore::regression_score(const FamilyMembers& members) const {
    const double parameters =
        members.configurations * static_cast<double>(members.numbers.size() + 1);
    const double likelihood = log_likelihood(members);
    return std::visit(
        Overloaded{
            [&](const LogLikelihoodScore&) { return likelihood; },
            [&](const AicScore&) { return aic(likelihood, parameters); },
            [&](const BicScore& s) { return bic(likelihood, s.penalty * parameters, rows_); },
            [&](const ExtendedBicScore&) { return bic(likelihood, parameters, rows_); },
            [&](const auto&) { return unscored; }},
        score_);
}

/// The sum over the configurations of the discrete parents. The means of the prior are those of all
/// rows, in every configuration.
double GaussianScore::bge(const FamilyMembers& members) const {
    const BgeScore& score = std::get<BgeScore>(score_);
    const std::shared_ptr<RowSet> rows = rows_of(members);
    if (rows->groups() == 0) return 0;
    const std::size_t size = members.numbers.size();
    const std::vector<double> scatters = rows->sums().scatters(members.numbers);
    const double variables = static_cast<double>(continuous_);
    BgePrior prior{.rows = 0,
                   .mean_rows = score.mean_sample_size,
                   .freedom = variables + 1 + score.extra_degrees_of_freedom,
                   .variables = variables,
                   .precision = score.mean_sample_size * score.extra_degrees_of_freedom /
                                (score.mean_sample_size + 1)};
    const std::vector<Eigen::VectorXd> beyond = means_beyond_all(*rows, members.numbers);
    const Eigen::Index parents = static_cast<Eigen::Index>(size) - 1;
    double sum = 0;
    for (std::size_t group = 0; group < rows->groups(); ++group) {
        prior.rows = rows->weight(group);
        const double shared = prior.mean_rows * prior.rows / (prior.mean_rows + prior.rows);
        const Eigen::MatrixXd scatter =
            matrix_of(std::span(scatters).subspan(group * triangle(size, 0)), size) +
            shared * beyond[group] * beyond[group].transpose();
        sum += log_marginal(scatter, prior) -
               log_marginal(scatter.topLeftCorner(parents, parents), prior);
    }
    return sum;
}

}  // namespace pgm::learners::detail
