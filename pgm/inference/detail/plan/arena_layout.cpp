#include <pgm/inference/detail/plan/arena_layout.hpp>

#include <algorithm>
#include <utility>

namespace pgm::detail {

std::uint32_t ArenaLayout::add(double cells, std::uint32_t born) {
    // A size beyond any memory is cut off here; the total keeps it and the caller refuses.
    const std::int64_t padded =
        (static_cast<std::int64_t>(std::min(cells, 1e18)) + granule_ - 1) & -std::int64_t{granule_};
    blocks_.emplace_back(static_cast<std::uint64_t>(padded), born, born, 0u);
    total_ += static_cast<double>(padded);
    return static_cast<std::uint32_t>(blocks_.size() - 1);
}

void ArenaLayout::use(std::uint32_t block, std::uint32_t reader) {
    blocks_[block].last_use = std::max(blocks_[block].last_use, reader);
}

std::uint64_t ArenaLayout::place() {
    if (total_ > worth_reuse_) {
        place_reusing();
    } else {
        for (ArenaBlock& block : blocks_) block.cell = allocate(block.cells);
    }
    return end_;
}

void ArenaLayout::place_reusing() {
    // The blocks that instruction i is the last to read, as chains: first_read_last_by[i], then
    // next[block] and so on.
    const std::uint32_t instructions = blocks_.empty() ? 0 : blocks_.back().born;
    std::pmr::vector<std::uint32_t> first_read_last_by(instructions, forever,
                                                       blocks_.get_allocator()),
        next(blocks_.size(), forever, blocks_.get_allocator());
    for (auto i = static_cast<std::uint32_t>(blocks_.size()); i-- > 0;) {
        if (blocks_[i].last_use >= instructions) continue;
        next[i] = std::exchange(first_read_last_by[blocks_[i].last_use], i);
    }
    std::uint32_t done = 0;
    for (ArenaBlock& block : blocks_) {
        for (; done < block.born; ++done) {
            for (std::uint32_t dead = first_read_last_by[done]; dead != forever; dead = next[dead])
                release(blocks_[dead]);
        }
        block.cell = allocate(block.cells);
    }
}

std::uint64_t ArenaLayout::allocate(std::uint64_t cells) {
    const auto fits = [&](const Gap& gap) { return gap.cells >= cells; };
    // Best fit: the smallest gap that is large enough.
    auto best = gaps_.end();
    for (auto gap = gaps_.begin(); gap != gaps_.end(); ++gap) {
        if (fits(*gap) && (best == gaps_.end() || gap->cells < best->cells)) best = gap;
    }
    if (best != gaps_.end()) {
        const std::uint64_t cell = best->cell;
        best->cell += cells;
        best->cells -= cells;
        if (best->cells == 0) gaps_.erase(best);
        return cell;
    }
    const std::uint64_t cell = end_;
    end_ += cells;
    return cell;
}

void ArenaLayout::release(const ArenaBlock& block) {
    if (block.cells <= granule_) return;  // scalars and the like are not worth a gap
    const auto after = std::ranges::lower_bound(gaps_, block.cell, {}, &Gap::cell);
    const bool joins_after = after != gaps_.end() && block.cell + block.cells == after->cell;
    const bool joins_before =
        after != gaps_.begin() && std::prev(after)->cell + std::prev(after)->cells == block.cell;
    if (joins_before && joins_after) {
        std::prev(after)->cells += block.cells + after->cells;
        gaps_.erase(after);
    } else if (joins_before) {
        std::prev(after)->cells += block.cells;
    } else if (joins_after) {
        after->cell = block.cell;
        after->cells += block.cells;
    } else {
        gaps_.insert(after, {block.cell, block.cells});
    }
}

}  // namespace pgm::detail
