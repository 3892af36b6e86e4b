#include <learners/discretise/detail/entropy_table.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgm::learners::detail {

EntropyTable::EntropyTable(double weight)
    : terms_(weight <= largest_number ? static_cast<std::size_t>(weight) + 1 : 1) {
    const auto n_log_n = [](std::size_t n) {
        const auto number = static_cast<double>(n);
        return n < 2 ? 0 : number * std::log2(number);
    };
    // Two sums of terms, none larger than the largest, stay below 2^62.
    const double most = std::max(n_log_n(largest()), 1.0);
    unit_ = std::exp2(std::ceil(std::log2(most)) - 60);
    // A logarithm and a product round, and the term is rounded to a unit.
    error_ = most * 4 * std::numeric_limits<double>::epsilon() / unit_ + 1;
    for (std::size_t n = 0; n < terms_.size(); ++n) terms_[n] = std::llround(n_log_n(n) / unit_);
}

}  // namespace pgm::learners::detail
