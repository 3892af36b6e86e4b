#include <pgm/inference/scope_pool.hpp>

#include <algorithm>

namespace pgm {

std::span<std::uint32_t> ScopePool::allocate(std::size_t size) {
    constexpr std::size_t first_block = 512;
    if (size_ - used_ < size) {
        size_ = std::max({size, first_block, 2 * size_});
        used_ = 0;
        blocks_.emplace_back(size_);
    }
    const std::span<std::uint32_t> list(blocks_.empty() ? nullptr : blocks_.back().data() + used_, size);
    used_ += size;
    return list;
}

PlanScope ScopePool::copy(std::span<const std::uint32_t> positions) {
    const std::span<std::uint32_t> list = allocate(positions.size());
    std::ranges::copy(positions, list.begin());
    return list;
}

PlanScope ScopePool::unite(PlanScope a, PlanScope b) {
    const std::span<std::uint32_t> both = allocate(a.size() + b.size());
    std::uint32_t* end = both.data();
    walk_union(a, b, [&](std::uint32_t position, bool, bool) { *end++ = position; });
    give_back(static_cast<std::size_t>(both.data() + both.size() - end));
    return {both.data(), end};
}

PlanScope ScopePool::intersect(PlanScope a, PlanScope b) {
    const std::span<std::uint32_t> common = allocate(std::min(a.size(), b.size()) + 1);  // one to be written to in vain
    std::uint32_t* end = common.data();
    walk_union(a, b, [&](std::uint32_t position, bool in_a, bool in_b) {
        *end = position;
        end += in_a & in_b;
    });
    give_back(static_cast<std::size_t>(common.data() + common.size() - end));
    return {common.data(), end};
}

}  // namespace pgm
