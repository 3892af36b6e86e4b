#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The subsets of a size of the numbers 0 ... count-1, in lexicographic order.
class Subsets {
public:
    Subsets(std::size_t count, std::size_t size)
        : count_(count), members_(size), at_end_(size > count) {
        std::iota(members_.begin(), members_.end(), std::size_t{0});
    }

    bool at_end() const { return at_end_; }
    std::span<const std::size_t> members() const { return members_; }

    void next() {
        const std::size_t size = members_.size();
        std::size_t i = size;  // members_[i - 1] is the last one that can grow
        while (i > 0 && members_[i - 1] == count_ - size + i - 1) --i;
        at_end_ = i == 0;
        if (at_end_) return;
        ++members_[i - 1];
        for (; i < size; ++i) members_[i] = members_[i - 1] + 1;
    }

    /// How many there are.
    static double number(std::size_t count, std::size_t size) {
        double result = 1;
        for (std::size_t i = 0; i < size; ++i)
            result *= (static_cast<double>(count) - static_cast<double>(i)) /
                      static_cast<double>(i + 1);
        return result;
    }

private:
    std::size_t count_;
    std::vector<std::size_t> members_;
    bool at_end_;
};

}  // namespace pgm::learners::detail
