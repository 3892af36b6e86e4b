#include <pgm/inference/contraction_builder.hpp>

#include <algorithm>
#include <ranges>

namespace pgm {
namespace {

constexpr double most_terms = 4096;
constexpr std::uint32_t short_inner_loop = 4;
constexpr double few_terms = 64;
constexpr std::uint32_t largest_term_offset = 65535;

/// Walks the axes of a sorted scope from the last to the first and knows the stride of each.
struct StrideWalk {
    PlanScope scope;
    std::size_t left;
    std::uint32_t stride = 1;

    explicit StrideWalk(PlanScope s) : scope(s), left(s.size()) {}

    /// The stride of `axis`, 0 when the scope does not have it; axes must be asked for in descending order.
    std::uint32_t take(std::uint32_t axis, std::uint32_t cardinality) {
        if (left == 0 || scope[left - 1] != axis) return 0;
        --left;
        const std::uint32_t result = stride;
        stride *= cardinality;
        return result;
    }
};

bool runs_on(const Loop& outer, const Loop& inner) {
    const auto continues = [&](std::uint32_t o, std::uint32_t i) { return i == 0 ? o == 0 : o == i * inner.extent; };
    return continues(outer.out, inner.out) && continues(outer.a, inner.a) && continues(outer.b, inner.b);
}

/// From the first `count` offsets to those with one more loop outside: each step of it repeats the step before, moved on. Returns their number.
std::size_t repeat(Term* offsets, std::size_t count, const Loop& loop) {
    const std::size_t end = count * loop.extent;
    for (std::size_t i = count; i < end; ++i) {
        const Term before = offsets[i - count];
        offsets[i] = {static_cast<std::uint16_t>(before.a + loop.a), static_cast<std::uint16_t>(before.b + loop.b)};
    }
    return end;
}

Kernel kernel_for(const Loop& inner) {
    if (inner.out) return inner.a && inner.b ? Kernel::products : inner.a ? Kernel::scaled_a : Kernel::scaled_b;
    return inner.a && inner.b ? Kernel::dots : inner.a ? Kernel::sums_of_a : Kernel::sums_of_b;
}

}  // namespace

void ContractionBuilder::find_loops(PlanScope out, PlanScope a, PlanScope b) {
    current_.clear();
    StrideWalk out_walk(out), a_walk(a), b_walk(b);
    while (a_walk.left > 0 || b_walk.left > 0) {
        const std::uint32_t axis = std::max(a_walk.left ? a[a_walk.left - 1] : 0, b_walk.left ? b[b_walk.left - 1] : 0);
        const std::uint32_t k = cardinalities_[axis];
        const Loop loop{k, out_walk.take(axis, k), a_walk.take(axis, k), b_walk.take(axis, k)};
        if (!current_.empty() && runs_on(loop, current_.back())) {
            current_.back().extent *= k;
        } else {
            current_.push_back(loop);
        }
    }
    std::ranges::reverse(current_);
}

Contraction ContractionBuilder::build(PlanScope out, PlanScope a, PlanScope b, bool maximise) {
    find_loops(out, a, b);
    Contraction c{};
    c.maximise = maximise;
    c.out_cells = 1;
    double total = 1;
    std::uint64_t last_a = 0, last_b = 0;
    for (const Loop& loop : current_) {
        total *= loop.extent;
        if (loop.out) c.out_cells *= loop.extent;
        last_a += std::uint64_t{loop.extent - 1} * loop.a;
        last_b += std::uint64_t{loop.extent - 1} * loop.b;
    }
    const bool short_inner = current_.empty() || current_.back().extent < short_inner_loop;
    const bool reachable = std::max(last_a, last_b) <= largest_term_offset;
    c.first_loop = static_cast<std::uint32_t>(loops_.size());
    c.first_term = static_cast<std::uint32_t>(terms_.size());
    if (reachable && (total <= few_terms || (short_inner && total <= most_terms))) {
        list_terms(c, static_cast<std::size_t>(total));
    } else {
        order_loops(c);
    }
    return c;
}

void ContractionBuilder::list_terms(Contraction& c, std::size_t count) {
    c.kernel = Kernel::terms;
    // The loops stay, unordered, for runs in wide numbers.
    c.loops = static_cast<std::uint16_t>(current_.size());
    loops_.insert(loops_.end(), current_.begin(), current_.end());

    // From the inside out: the reductions of one output cell, then those of all output cells.
    terms_.resize(c.first_term + count);
    Term* const terms = terms_.data() + c.first_term;
    std::size_t listed = 1;
    for (const Loop& loop : std::views::reverse(current_)) listed = loop.out ? listed : repeat(terms, listed, loop);
    c.reductions = static_cast<std::uint32_t>(listed);
    for (const Loop& loop : std::views::reverse(current_)) listed = loop.out ? repeat(terms, listed, loop) : listed;
}

void ContractionBuilder::order_loops(Contraction& c) {
    const Loop inner = current_.back();
    current_.pop_back();
    Loop second{1, 0, 0, 0};
    if (inner.out) {
        const auto longest = std::ranges::max_element(current_, {}, [](const Loop& l) { return l.out ? 0u : l.extent; });
        if (longest != current_.end() && !longest->out) {
            second = *longest;
            current_.erase(longest);
        } else if (!current_.empty()) {
            second = current_.back();
            current_.pop_back();
        }
    } else {
        const auto last_output = std::find_if(current_.rbegin(), current_.rend(), [](const Loop& l) { return l.out != 0; });
        if (last_output != current_.rend()) {
            second = *last_output;
            current_.erase(std::next(last_output).base());
        }
    }
    std::ranges::stable_partition(current_, [](const Loop& l) { return l.out != 0; });
    c.accumulate = std::ranges::any_of(current_, [](const Loop& l) { return l.out == 0; });
    c.kernel = kernel_for(inner);
    current_.push_back(second);
    current_.push_back(inner);
    c.loops = static_cast<std::uint16_t>(current_.size());
    loops_.insert(loops_.end(), current_.begin(), current_.end());
}

}  // namespace pgm
