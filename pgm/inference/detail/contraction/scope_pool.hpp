#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace pgm::detail {

/// The axes of a table that is still a symbol: variables by their *position* in the elimination
/// order, ascending, so that the one eliminated first is at the front. (pgm::Scope is the scope of
/// a table with numbers: variables by id, in any order.)
using PlanScope = std::span<const std::uint32_t>;

/// Calls visit(position, in_a, in_b) for all positions of two scopes, ascending. Which of them has
/// the next one no one can guess, least of all the processor: there is no branch on it here, and
/// should be none in `visit`.
template <class Visit>
void walk_union(PlanScope a, PlanScope b, Visit visit) {
    const std::uint32_t *next_a = a.data(), *next_b = b.data();
    const std::uint32_t *const end_a = next_a + a.size(), *const end_b = next_b + b.size();
    while (next_a != end_a && next_b != end_b) {
        const std::uint32_t from_a = *next_a, from_b = *next_b;
        const bool in_a = from_a <= from_b, in_b = from_b <= from_a;
        visit(in_a ? from_a : from_b, in_a, in_b);
        next_a += in_a;
        next_b += in_b;
    }
    for (; next_a != end_a; ++next_a) visit(*next_a, true, false);
    for (; next_b != end_b; ++next_b) visit(*next_b, false, true);
}

/// Memory for the scopes of one plan in the making. They are many, short and needed until the plan
/// is done, hence they are laid one after the other, never move, and are freed with the pool; a
/// vector for each would make allocation the largest part of compiling a small network.
class ScopePool {
public:
    explicit ScopePool(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : blocks_(memory) {}

    PlanScope copy(std::span<const std::uint32_t> positions);
    PlanScope unite(PlanScope a, PlanScope b);
    PlanScope intersect(PlanScope a, PlanScope b);

private:
    /// A list of at most `size` positions, which `write` fills in: it is told where to begin and
    /// returns where it ended.
    template <class Write>
    PlanScope fill(std::size_t size, Write write) {
        if (static_cast<std::size_t>(end_ - next_) < size) add_block(size);
        std::uint32_t* const first = next_;
        next_ = write(first);
        return {first, next_};
    }
    void add_block(std::size_t size);

    std::pmr::vector<std::pmr::vector<std::uint32_t>> blocks_;
    std::size_t size_ = 0;                            ///< of the last block
    std::uint32_t *next_ = nullptr, *end_ = nullptr;  ///< what is free of it
};

}  // namespace pgm::detail
