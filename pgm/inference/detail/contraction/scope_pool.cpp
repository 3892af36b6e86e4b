#include <pgm/inference/detail/contraction/scope_pool.hpp>

#include <algorithm>

namespace pgm::detail {

void ScopePool::add_block(std::size_t size) {
    constexpr std::size_t first_block = 256;
    size_ = std::max({size, first_block, 2 * size_});
    next_ = blocks_.emplace_back(size_).data();
    end_ = next_ + size_;
}

PlanScope ScopePool::copy(std::span<const std::uint32_t> positions) {
    return fill(positions.size(),
                [&](std::uint32_t* end) { return std::ranges::copy(positions, end).out; });
}

PlanScope ScopePool::unite(PlanScope a, PlanScope b) {
    return fill(a.size() + b.size(), [&](std::uint32_t* end) {
        walk_union(a, b, [&](std::uint32_t position, bool, bool) { *end++ = position; });
        return end;
    });
}

PlanScope ScopePool::intersect(PlanScope a, PlanScope b) {
    // One more, to be written to in vain.
    return fill(std::min(a.size(), b.size()) + 1, [&](std::uint32_t* end) {
        walk_union(a, b, [&](std::uint32_t position, bool in_a, bool in_b) {
            *end = position;
            end += in_a & in_b;
        });
        return end;
    });
}

}  // namespace pgm::detail
