#include <learners/estimate/detail/least_squares.hpp>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <cstdint>

namespace pgm::learners::detail {
namespace {

using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float_100::backend_type,
                                           boost::multiprecision::et_off>;

/// (2^-51)^2: four half units in the last place of a double, squared.
constexpr double dependence_threshold = 0x1p-102;

Real value_of(WeightSum weight) {
    return Real(weight.whole()) + ldexp(Real(weight.fraction()), -64);
}

Real value_of(const ExactSum& sum) {
    if (sum.is_negative()) {
        ExactSum negated;
        negated -= sum;
        return -value_of(negated);
    }
    Real value = 0;
    const std::span<const std::uint64_t> limbs = sum.limbs();
    for (std::size_t i = limbs.size(); i-- > 0;) {
        if (limbs[i] != 0)
            value += ldexp(Real(limbs[i]), 64 * (sum.first_limb() + static_cast<int>(i)));
    }
    return value;
}

std::size_t triangle(std::size_t row, std::size_t column) {
    return row * (row + 1) / 2 + column;
}

class Chain {
public:
    Chain(std::span<const SumsOfProducts> groups, std::size_t variables)
        : size_(variables),
          scatter_(triangle(variables, 0)),
          raw_(variables),
          factor_(triangle(variables, 0)),
          pivots_(variables),
          total_(variables) {
        for (const SumsOfProducts& group : groups) add(group);
    }

    std::vector<Regression> regressions() {
        std::vector<Regression> all;
        for (std::size_t j = 0; j < size_; ++j) {
            factor_row(j);
            all.push_back(regression(j));
        }
        return all;
    }

private:
    /// The scatter about the group's own means, and the means themselves.
    void add(const SumsOfProducts& group) {
        std::vector<Real> means(size_);
        if (!group.weight.is_zero()) {
            const Real weight = value_of(group.weight);
            std::vector<Real> sums;
            for (const ExactSum& sum : group.sums) sums.push_back(value_of(sum));
            for (std::size_t i = 0; i < size_; ++i) {
                means[i] = sums[i] / weight;
                total_[i] += sums[i];
                for (std::size_t j = 0; j <= i; ++j) {
                    const Real product = value_of(group.products[triangle(i, j)]);
                    scatter_[triangle(i, j)] += product - sums[i] * means[j];
                    if (i == j) raw_[i] += product;
                }
            }
            weight_ += weight;
        }
        means_.push_back(std::move(means));
        has_rows_.push_back(!group.weight.is_zero());
    }

    /// Row j of L and the j-th pivot of L D L'.
    void factor_row(std::size_t j) {
        Real* const row = &factor_[triangle(j, 0)];
        Real pivot = scatter_[triangle(j, j)];
        std::vector<Real> scaled(j);  // L_jk D_k
        for (std::size_t k = 0; k < j; ++k) {
            if (pivots_[k] == 0) continue;
            Real rest = scatter_[triangle(j, k)];
            for (std::size_t m = 0; m < k; ++m) rest -= factor_[triangle(k, m)] * scaled[m];
            scaled[k] = rest;
            row[k] = rest / pivots_[k];
            pivot -= row[k] * rest;
        }
        pivots_[j] = pivot > raw_[j] * dependence_threshold ? pivot : Real(0);
    }

    Regression regression(std::size_t j) const {
        std::vector<Real> slopes(factor_.begin() + static_cast<std::ptrdiff_t>(triangle(j, 0)),
                                 factor_.begin() + static_cast<std::ptrdiff_t>(triangle(j, j)));
        for (std::size_t k = j; k-- > 0;) {
            for (std::size_t m = 0; m < k; ++m) slopes[m] -= factor_[triangle(k, m)] * slopes[k];
        }
        Regression result;
        const auto intercept = [&](const std::vector<Real>& mean) {
            Real rest = mean[j];
            for (std::size_t k = 0; k < j; ++k) rest -= slopes[k] * mean[k];
            return static_cast<double>(rest);
        };
        std::vector<Real> overall(total_);
        if (weight_ > 0) {
            for (Real& mean : overall) mean /= weight_;
        }
        result.common_intercept = intercept(overall);
        for (std::size_t g = 0; g < means_.size(); ++g)
            result.intercepts.push_back(has_rows_[g] ? intercept(means_[g])
                                                     : result.common_intercept);
        for (const Real& slope : slopes) result.slopes.push_back(static_cast<double>(slope));
        result.exact = pivots_[j] == 0;
        result.variance = result.exact ? 0 : static_cast<double>(Real(pivots_[j] / weight_));
        result.rank = static_cast<std::size_t>(
            std::count_if(pivots_.begin(), pivots_.begin() + static_cast<std::ptrdiff_t>(j),
                          [](const Real& p) { return p != 0; }));
        return result;
    }

    std::size_t size_;
    std::vector<Real> scatter_;  ///< lower triangle
    std::vector<Real> raw_;      ///< sum w x_j^2
    /// L below its diagonal of ones; columns of dependent variables are 0.
    std::vector<Real> factor_;
    std::vector<Real> pivots_;  ///< D
    std::vector<Real> total_;
    std::vector<std::vector<Real>> means_;
    std::vector<bool> has_rows_;
    Real weight_ = 0;
};

}  // namespace

std::vector<Regression> regression_chain(std::span<const SumsOfProducts> groups,
                                         std::size_t variables) {
    return Chain(groups, variables).regressions();
}

std::vector<double> regressor_weights(const SumsOfProducts& sums, std::size_t regressors) {
    std::vector<double> numbers(1 + regressors + triangle(regressors, 0), 0.0);
    if (sums.weight.is_zero()) return numbers;
    const Real weight = value_of(sums.weight);
    numbers[0] = sums.weight.value();
    for (std::size_t i = 0; i < regressors; ++i) {
        const Real mean = value_of(sums.sums[i]) / weight;
        numbers[1 + i] = static_cast<double>(mean);
        for (std::size_t j = 0; j <= i; ++j)
            numbers[1 + regressors + triangle(i, j)] = static_cast<double>(
                Real(value_of(sums.products[triangle(i, j)]) - value_of(sums.sums[j]) * mean));
    }
    return numbers;
}

}  // namespace pgm::learners::detail
