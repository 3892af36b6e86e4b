#pragma once

#include <learners/score/detail/product_sums.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// How small a part of a column's scatter regression on the columns before it may leave, so that
/// what is left has digits enough: of doubles thirteen, of numbers of 106 bits fifteen.
constexpr double least_part(double) {
    return 1e-3;
}
constexpr double least_part(DoubleDouble) {
    return 1e-16;
}

/// The residual scatter of the last column after regression on the others, with an intercept: the
/// sum of the squared residuals. `scatter` is the lower triangle of the scatters about the means;
/// it is overwritten by its factors L D L', of which this is the last of D.
///
/// A column without any scatter is constant and changes nothing. Null where a column leaves less
/// than least_part() of its scatter, or no more than `dependent[i]`, which then needs more digits.
template <class Number>
std::optional<Number> residual_scatter(std::span<Number> scatter,
                                       std::span<const double> dependent) {
    const std::size_t size = dependent.size();
    std::vector<Number> scaled(size);  // L_jk D_k
    for (std::size_t j = 0; j < size; ++j) {
        Number* const row = scatter.data() + triangle(j, 0);
        const Number all = row[j];
        Number pivot = all;
        for (std::size_t k = 0; k < j; ++k) {
            const Number* const above = scatter.data() + triangle(k, 0);
            Number rest = row[k];
            for (std::size_t m = 0; m < k; ++m) rest -= above[m] * scaled[m];
            const bool is_constant = !(above[k] > Number(0));
            scaled[k] = is_constant ? Number(0) : rest;
            row[k] = is_constant ? Number(0) : rest / above[k];
            pivot -= row[k] * scaled[k];
        }
        row[j] = pivot;
        if (all == Number(0)) continue;  // constant
        const bool has_digits =
            pivot > Number(least_part(Number())) * all && pivot > Number(dependent[j]);
        if (!has_digits) return std::nullopt;
    }
    return scatter.back();
}

}  // namespace pgm::learners::detail
