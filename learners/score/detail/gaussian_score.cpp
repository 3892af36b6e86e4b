#include <learners/score/detail/gaussian_score.hpp>

#include <learners/estimate/detail/least_squares.hpp>
#include <learners/estimate/detail/log_gamma.hpp>
#include <learners/families/detail/information_criteria.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/data/statistics.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace pgm::learners::detail {
namespace {

constexpr double unscored = -infinity;
/// The moments of so many columns take about 10 MB.
constexpr std::size_t most_columns_in_pairs = 256;

std::size_t product_at(std::size_t i, std::size_t j) {
    return i < j ? j * (j + 1) / 2 + i : i * (i + 1) / 2 + j;
}

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

/// The variables of a BGe score, their scatter matrix last variable last.
struct BgePrior {
    double rows;       ///< n
    double mean_rows;  ///< alpha_mu
    double freedom;    ///< alpha_w
    double variables;  ///< of the whole network
    double precision;  ///< t
};

/// ln p(the rows of these variables), equation (4) of Kuipers, Moffa and Heckerman (2014), with the
/// prior mean at the mean of the data.
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

/// n times the covariances of the only configuration.
Eigen::MatrixXd scatter_matrix(const FamilyMoments& moments) {
    const std::size_t size = moments.dimension();
    Eigen::MatrixXd scatter(size, size);
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            const double sum = moments.weight(0).value() * moments.covariance(0, i, j);
            scatter(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = sum;
            scatter(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = sum;
        }
    }
    return scatter;
}

/// Of rows with normal residuals whose mean square is `variance`, that of maximum likelihood.
double log_likelihood_of(double rows, double variance) {
    if (!(variance > 0)) return unscored;
    return -rows / 2 * (std::log(2 * std::numbers::pi * variance) + 1);
}

bool has_missing_cells(const Dataset& data) {
    return std::ranges::any_of(data.columns(), [](const Column& column) {
        return !column.is_discrete() && column.missing_cells() > 0;
    });
}

}  // namespace

GaussianScore::GaussianScore(const Dataset& data, const Score& score, double rows,
                             const Limits& limits, std::size_t threads)
    : data_(data), score_(score), rows_(rows), limits_(limits), schema_(data.schema()) {
    for (const Variable& variable : schema_) {
        position_.push_back(continuous_);
        continuous_ += variable.is_discrete() ? 0 : 1;
    }
    if (continuous_ > 0 && continuous_ <= most_columns_in_pairs && !has_missing_cells(data))
        sum_all_pairs(threads);
}

void GaussianScore::sum_all_pairs(std::size_t threads) {
    Family all;
    for (std::size_t i = 0; i < schema_.size(); ++i)
        if (!schema_[i].is_discrete()) all.parents.push_back(ColumnId(i));
    all.child = all.parents.back();
    all.parents.pop_back();
    Statistics statistics(schema_, {all}, limits_);
    statistics.add(data_, threads);
    all_scatter_ = scatter_matrix(statistics.moments(all));
    all_pairs_ = FamilySums(statistics).gaussian(all);
}

GaussianSums GaussianScore::part_of_all(const Family& family) const {
    GaussianSums part{.continuous = family.parents, .groups = std::vector<SumsOfProducts>(1)};
    part.continuous.push_back(family.child);
    const SumsOfProducts& all = all_pairs_->groups.front();
    SumsOfProducts& sums = part.groups.front();
    sums.weight = all.weight;
    for (const ColumnId a : part.continuous) {
        const std::size_t i = position_[a.index()];
        sums.sums.push_back(all.sums[i]);
        for (const ColumnId b : part.continuous) {
            sums.products.push_back(all.products[product_at(i, position_[b.index()])]);
            if (a == b) break;
        }
    }
    return part;
}

bool GaussianScore::is_in_all_pairs(const Family& family) const {
    return all_pairs_ && std::ranges::none_of(family.parents, [&](ColumnId id) {
               return schema_[id.index()].is_discrete();
           });
}

GaussianSums GaussianScore::sums_of(const Family& family) const {
    if (is_in_all_pairs(family)) return part_of_all(family);
    Statistics statistics(schema_, {family}, limits_);
    statistics.add(data_);
    return FamilySums(statistics).gaussian(family);
}

Eigen::MatrixXd GaussianScore::part_of_scatter(const Family& family) const {
    std::vector<std::size_t> positions;
    for (const ColumnId id : family.parents) positions.push_back(position_[id.index()]);
    positions.push_back(position_[family.child.index()]);
    return (*all_scatter_)(positions, positions);
}

/// By a Cholesky factor in doubles. The squares of its diagonal are what is left of the columns'
/// scatters after regression on the columns before; where enough is left of each, little was
/// cancelled.
std::optional<double> GaussianScore::variance_in_doubles(const Family& family) const {
    constexpr double enough = 1e-3;
    const Eigen::MatrixXd scatter = part_of_scatter(family);
    const Eigen::LLT<Eigen::MatrixXd> factor(scatter);
    if (factor.info() != Eigen::Success) return std::nullopt;
    const Eigen::ArrayXd left = factor.matrixLLT().diagonal().array().square();
    const bool is_accurate = (left > enough * scatter.diagonal().array()).all();
    return is_accurate ? std::optional(left(left.size() - 1) / rows_) : std::nullopt;
}

Eigen::MatrixXd GaussianScore::scatter_of(const Family& family, double& rows) const {
    if (all_scatter_) {
        rows = rows_;
        return part_of_scatter(family);
    }
    Statistics statistics(schema_, {family}, limits_);
    statistics.add(data_);
    const FamilyMoments& moments = statistics.moments(family);
    rows = moments.weight(0).value();
    return rows > 0 ? scatter_matrix(moments) : Eigen::MatrixXd();
}

double GaussianScore::operator()(ColumnId child, std::span<const ColumnId> parents) const {
    const Family family{.child = child, .parents = {parents.begin(), parents.end()}};
    const double score =
        std::holds_alternative<BgeScore>(score_) ? bge(family) : regression_score(family);
    return std::isnan(score) ? unscored : score;
}

double GaussianScore::log_likelihood(const GaussianSums& sums) const {
    double sum = 0;
    for (const SumsOfProducts& group : sums.groups) {
        if (group.weight.is_zero()) continue;
        const Regression regression =
            regression_chain(std::span(&group, 1), sums.continuous.size()).back();
        if (regression.exact) return unscored;
        sum += log_likelihood_of(group.weight.value(), regression.variance);
    }
    return sum;
}

double GaussianScore::regression_score(const Family& family) const {
    double configurations = 1, coefficients = 1;
    for (const ColumnId parent : family.parents) {
        const Variable& variable = schema_[parent.index()];
        if (variable.is_discrete()) {
            configurations *= static_cast<double>(variable.cardinality());
        } else {
            ++coefficients;
        }
    }
    const double parameters = configurations * (coefficients + 1);
    const std::optional<double> variance =
        is_in_all_pairs(family) ? variance_in_doubles(family) : std::nullopt;
    const double likelihood =
        variance ? log_likelihood_of(rows_, *variance) : log_likelihood(sums_of(family));
    return std::visit(
        Overloaded{[&](const LogLikelihoodScore&) { return likelihood; },
                   [&](const AicScore&) { return aic(likelihood, parameters); },
                   [&](const BicScore&) { return bic(likelihood, parameters, rows_); },
                   [&](const auto&) { return unscored; }},
        score_);
}

double GaussianScore::bge(const Family& family) const {
    const BgeScore& score = std::get<BgeScore>(score_);
    double rows = 0;
    const Eigen::MatrixXd scatter = scatter_of(family, rows);
    if (rows == 0) return 0;
    const double variables = static_cast<double>(continuous_);
    const BgePrior prior{.rows = rows,
                         .mean_rows = score.mean_sample_size,
                         .freedom = variables + 1 + score.extra_degrees_of_freedom,
                         .variables = variables,
                         .precision = score.mean_sample_size * score.extra_degrees_of_freedom /
                                      (score.mean_sample_size + 1)};
    const Eigen::Index parents = scatter.rows() - 1;
    return log_marginal(scatter, prior) -
           log_marginal(scatter.topLeftCorner(parents, parents), prior);
}

}  // namespace pgm::learners::detail
