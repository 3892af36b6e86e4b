#include <pgm/inference/detail/contraction/contraction_builder.hpp>

#include <pgm/inference/detail/cost/cost_model.hpp>

#include <algorithm>
#include <ranges>

namespace pgm::detail {
namespace {

constexpr std::uint32_t largest_lane = 255;  // of a Tile

/// Walks the axes of a sorted scope from the last to the first and knows the stride of each. Like
/// everything that is done for each axis of each contraction it has no branches: whether the next
/// axis belongs to this table or that is anyone's guess, and wrong guesses would make up half of
/// compiling.
class StrideWalk {
public:
    explicit StrideWalk(PlanScope scope)
        : axes_(scope.empty() ? &no_axis : scope.data()), left_(scope.size()) {
        find_next();
    }

    /// The next axis and 1, or 0 when there is none.
    std::uint32_t next() const { return next_; }

    /// The stride of `axis` (and 1), 0 when the scope does not have it; axes must be asked for in
    /// descending order.
    std::uint32_t take(std::uint32_t axis, std::uint32_t cardinality) {
        const bool has = next_ == axis;
        const std::uint32_t result = only_if(has, stride_);
        stride_ += only_if(has, stride_ * (cardinality - 1));
        left_ -= has;
        find_next();
        return result;
    }

private:
    static std::uint32_t only_if(bool condition, std::uint32_t value) {
        return value & (0 - std::uint32_t{condition});
    }
    void find_next() { next_ = only_if(left_ > 0, axes_[left_ - (left_ > 0)] + 1); }

    static constexpr std::uint32_t no_axis = 0;
    const std::uint32_t* axes_;
    std::size_t left_;
    std::uint32_t stride_ = 1, next_ = 0;
};

/// Strides of 0 run on in strides of 0.
bool runs_on(const Loop& outer, const Loop& inner) {
    return (outer.out == inner.out * inner.extent) & (outer.a == inner.a * inner.extent) &
           (outer.b == inner.b * inner.extent);
}

/// The largest part of `extent` that divides it and is at most `most`.
std::uint32_t largest_divisor(std::uint32_t extent, std::uint32_t most) {
    for (std::uint32_t part = std::min(extent, most); part > 1; --part) {
        if (extent % part == 0) return part;
    }
    return 1;
}

/// True if a loop around tiles goes along the output but not along both operands: what tiles read
/// of the other is then fetched once for several iterations.
bool can_be_fused(const Loop& loop) {
    return loop.out > 0 && (loop.a == 0 || loop.b == 0) && loop.extent >= fused_iterations;
}

/// True if it should be left around the tiles for that: what an iteration makes must fill its
/// tiles, nearly.
bool is_worth_fusing(const Loop& loop) {
    constexpr std::uint32_t tile = 8;
    return can_be_fused(loop) &&
           (loop.out >= cost_model::several_tile_cells || loop.out % tile == 0);
}

ContractionKernel kernel_for(const Loop& inner) {
    if (inner.out)
        return inner.a && inner.b ? ContractionKernel::products
               : inner.a          ? ContractionKernel::scaled_a
                                  : ContractionKernel::scaled_b;
    return inner.a && inner.b ? ContractionKernel::dots
           : inner.a          ? ContractionKernel::sums_of_a
                              : ContractionKernel::sums_of_b;
}

}  // namespace

std::span<const Loop> ContractionBuilder::find_loops(const PlanScope& out, const PlanScope& a,
                                                     const PlanScope& b) {
    if (found_.size() <= a.size() + b.size()) found_.resize(2 * (a.size() + b.size()) + 1);
    Loop* loop =
        &found_
             // The outermost so far: they are filled in from the innermost, behind which stands one
             // that nothing runs on to.
             .back();
    StrideWalk out_walk(out), a_walk(a), b_walk(b);
    while (const std::uint32_t axis = std::max(a_walk.next(), b_walk.next())) {
        const std::uint32_t k = cardinalities_[axis - 1];
        const Loop next{k, out_walk.take(axis, k), a_walk.take(axis, k), b_walk.take(axis, k)};
        const bool merges = runs_on(next, *loop);
        const Loop inner = *loop;
        loop -= !merges;
        *loop = {merges ? inner.extent * k : k, merges ? inner.out : next.out,
                 merges ? inner.a : next.a, merges ? inner.b : next.b};
    }
    return {loop, &found_.back()};
}

const Contraction& ContractionBuilder::build(const PlanScope& out, const PlanScope& a,
                                             const PlanScope& b, bool maximise) {
    const std::span<const Loop> loops = find_loops(out, a, b);
    current_.assign(loops.begin(), loops.end());
    contraction_ = {.maximise = maximise};
    cut(contraction_);
    return contraction_;
}

/// Chooses the kernel and its loops for the axes in current_.
void ContractionBuilder::cut(Contraction& c) {
    c.out_cells = 1;
    for (const Loop& loop : current_) {
        if (loop.out) c.out_cells *= loop.extent;
    }
    c.first_loop = static_cast<std::uint32_t>(parts_.loops.size());
    is_tiled() ? cut_into_tiles(c) : order_loops(c);
    file_loops(c);
}

bool ContractionBuilder::is_tiled() const {
    if (current_.empty() || current_.back().extent < cost_model::long_inner_loop) return true;
    double products = 1;
    for (const Loop& loop : current_) products *= loop.extent;
    return products <= cost_model::few_products;
}

void ContractionBuilder::cut_into_tiles(Contraction& c) {
    choose_tile_loops(c);
    list_tiles(c);
    list_steps(c);
    order_outer_loops(c, c.tile_cells);
    c.fused = c.kernel == ContractionKernel::tiles && !c.maximise && !current_.empty() &&
              can_be_fused(current_.back());
    current_.insert(current_.end(), inside_.begin(), inside_.end());
}

/// Orders the loops around a kernel, which covers `chunk` cells of the output in an iteration. The
/// axes that the larger operand is without come last, so that it is read once; reductions before
/// them, or behind, should their part of the output leave the cache meanwhile.
void ContractionBuilder::order_outer_loops(Contraction& c, double chunk) {
    if (current_.empty()) return;
    double a_cells = 1, b_cells = 1;
    for (const Loop& loop : current_) {
        if (loop.a) a_cells *= loop.extent;
        if (loop.b) b_cells *= loop.extent;
    }
    const auto stride = a_cells >= b_cells ? &Loop::a : &Loop::b;
    const auto constant = std::ranges::stable_partition(
        current_, [&](const Loop& l) { return l.out == 0 || l.*stride != 0; });
    for (const Loop& loop : constant) chunk *= loop.extent;
    const auto end = chunk <= cost_model::cached_cells ? constant.begin() : current_.end();
    std::stable_partition(current_.begin(), end, [](const Loop& l) { return l.out != 0; });
    c.accumulate = std::ranges::any_of(current_, [](const Loop& l) { return l.out == 0; });
    c.outer_loops = static_cast<std::uint16_t>(current_.size());
}

/// True if no loop need be left outside, as with most contractions of small networks.
bool ContractionBuilder::fits_one_iteration(const Contraction& c) const {
    std::uint64_t steps = 1;
    for (const Loop& loop : current_) {
        if (loop.out) continue;
        steps *= loop.extent;
        if (steps > cost_model::most_steps || std::max(loop.a, loop.b) >= cost_model::long_stride)
            return false;
    }
    if (c.out_cells > cost_model::most_tile_cells) return false;
    return steps < cost_model::some_terms || steps * c.out_cells < cost_model::many_products ||
           std::ranges::none_of(current_, is_worth_fusing);
}

/// Moves loops from current_ to inside_, from the innermost on. The output's must follow on each
/// other, so that a tile's cells are neighbours.
void ContractionBuilder::choose_tile_loops(Contraction& c) {
    c.tile_cells = c.out_cells;
    c.steps = 1;
    if (fits_one_iteration(c)) {
        inside_.swap(current_);
        current_.clear();
        for (const Loop& loop : inside_) c.steps *= loop.out ? 1 : loop.extent;
        return;
    }
    inside_.clear();
    c.tile_cells = 1;
    double terms = 1;
    for (const Loop& loop : current_) terms *= loop.out ? 1 : loop.extent;
    std::uint32_t far_steps = 1;
    bool output_goes_on = true;
    for (std::size_t i = current_.size(); i-- > 0;) {
        Loop& loop = current_[i];
        if (terms >= cost_model::some_terms && is_worth_fusing(loop)) output_goes_on = false;
        if (loop.out && !output_goes_on) continue;
        const bool far = !loop.out && std::max(loop.a, loop.b) >= cost_model::long_stride;
        std::uint32_t& covered = loop.out ? c.tile_cells : c.steps;
        Loop part = loop;
        part.extent = largest_divisor(loop.extent, loop.out ? cost_model::most_tile_cells / covered
                                                   : far    ? cost_model::most_far_steps / far_steps
                                                            : cost_model::most_steps / covered);
        if (loop.out && part.extent < loop.extent) output_goes_on = false;
        if (part.extent == 1) continue;
        covered *= part.extent;
        if (far) far_steps *= part.extent;
        inside_.insert(inside_.begin(), part);
        loop = {loop.extent / part.extent, loop.out * part.extent, loop.a * part.extent,
                loop.b * part.extent};
    }
    std::erase_if(current_, [](const Loop& loop) { return loop.extent == 1; });
}

void ContractionBuilder::list_tiles(Contraction& c) {
    places_.start(inside_, c.tile_cells);
    c.kernel = ContractionKernel::tiles;
    c.first_tile = static_cast<std::uint32_t>(parts_.tiles.size());
    const bool whole_a = is_whole(&Loop::a), whole_b = is_whole(&Loop::b);
    if (whole_a && whole_b) {
        c.a_access = c.b_access = AccessPattern::resident;
        return places_.append_whole_tiles(parts_.tiles);
    }
    constexpr std::uint32_t narrow = 15;
    const TilePlaces::Spread any{largest_lane, largest_lane},
        close{whole_a ? largest_lane : narrow, whole_b ? largest_lane : narrow};
    TilePlaces::Spread spread;
    if (innermost_sum() >= cost_model::row_of_sums) {
        spread = places_.append_tiles(any, parts_.tiles);
        // Of few outputs a tile uses few lanes, and its sum is one long chain; a row uses all
        // lanes.
        const bool few = 2 * c.tile_cells <= innermost_sum();
        const bool far_a = spread.a > close.a, far_b = spread.b > close.b;
        // What is gathered once for several iterations is cheaper than rows.
        const bool shared = std::ranges::any_of(
            current_, [&](const Loop& l) { return is_worth_fusing(l) && !(l.a ? far_a : far_b); });
        if (few || ((far_a || far_b) && !shared)) {
            c.kernel = ContractionKernel::row_tiles;
            c.steps /= innermost_sum();
            return;
        }
    } else {
        // Shorter tiles need not be gathered, where there are not many more of them.
        spread = places_.append_tiles(close, parts_.tiles);
        if (parts_.tiles.size() - c.first_tile > 3 * ((c.tile_cells + 7) / 8)) {
            parts_.tiles.resize(c.first_tile);
            spread = places_.append_tiles(any, parts_.tiles);
        }
    }
    const auto access_of = [](bool whole, std::uint32_t distance) {
        return whole                ? AccessPattern::resident
               : distance == 0      ? AccessPattern::broadcast
               : distance < 8       ? AccessPattern::permuted
               : distance <= narrow ? AccessPattern::permuted_pair
                                    : AccessPattern::gathered;
    };
    c.a_access = access_of(whole_a, spread.a);
    c.b_access = access_of(whole_b, spread.b);
}

/// True if all that tiles and steps read of an operand lies within two vectors.
bool ContractionBuilder::is_whole(std::uint32_t Loop::*stride) const {
    std::uint64_t last = 0;
    for (const Loop& loop : inside_) last += std::uint64_t{loop.extent - 1} * loop.*stride;
    return last < 16;
}

/// The length of the innermost loop where it is a reduction.
std::uint32_t ContractionBuilder::innermost_sum() const {
    return !inside_.empty() && inside_.back().out == 0 ? inside_.back().extent : 0;
}

/// Lists the offsets of the terms of a tile; for tiles of rows those of the rows' first cells.
void ContractionBuilder::list_steps(Contraction& c) {
    c.first_step = static_cast<std::uint32_t>(parts_.steps.size());
    parts_.steps.resize(c.first_step + std::size_t{c.steps});
    Step* const steps = parts_.steps.data() + c.first_step;
    steps[0] = {0, 0};
    std::size_t listed = 1;
    for (std::size_t i = inside_.size() - (c.kernel == ContractionKernel::row_tiles ? 1 : 0);
         i-- > 0;) {
        const Loop& loop = inside_[i];
        if (loop.out) continue;
        const std::size_t end = listed * loop.extent;
        for (std::size_t s = listed; s < end; ++s)
            steps[s] = {steps[s - listed].a + loop.a, steps[s - listed].b + loop.b};
        listed = end;
    }
}

void ContractionBuilder::order_loops(Contraction& c) {
    const Loop inner = current_.back();
    current_.pop_back();
    Loop second{1, 0, 0, 0};
    if (inner.out) {
        const auto longest = std::ranges::max_element(
            current_, {}, [](const Loop& l) { return l.out ? 0u : l.extent; });
        if (longest != current_.end() && !longest->out) {
            second = *longest;
            current_.erase(longest);
        } else if (!current_.empty()) {
            second = current_.back();
            current_.pop_back();
        }
    } else {
        const auto last_output = std::find_if(current_.rbegin(), current_.rend(),
                                              [](const Loop& l) { return l.out != 0; });
        if (last_output != current_.rend()) {
            second = *last_output;
            current_.erase(std::next(last_output).base());
        }
    }
    c.kernel = kernel_for(inner);
    order_outer_loops(c, (inner.out ? inner.extent : 1.0) * (second.out ? second.extent : 1.0));
    current_.push_back(second);
    current_.push_back(inner);
}

/// The loops of tiles are listed, too: runs in numbers of extended range go by loops alone.
void ContractionBuilder::file_loops(Contraction& c) {
    c.loops = static_cast<std::uint16_t>(current_.size());
    parts_.loops.insert(parts_.loops.end(), current_.begin(), current_.end());
}

}  // namespace pgm::detail
