#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pgm::learners::detail {

/// f(n) = n log2 n for whole numbers n up to a largest one, in fixed point. Integers add exactly in
/// any order, so sums of many of them may be kept up to date term by term without drifting.
class EntropyTable {
public:
    /// Numbers beyond this have no table: it would no longer fit into a near memory.
    static constexpr double largest_number = 1 << 24;

    /// A table up to the weight of all rows, or an empty one where that is beyond largest_number.
    explicit EntropyTable(double weight);

    std::size_t largest() const { return terms_.size() - 1; }
    /// n log2 n as a multiple of unit(), with an error below error().
    std::int64_t operator[](std::size_t n) const { return terms_[n]; }
    double unit() const { return unit_; }
    /// The error of one entry, in units.
    double error() const { return error_; }

private:
    std::vector<std::int64_t> terms_;
    double unit_;
    double error_;
};

}  // namespace pgm::learners::detail
