#pragma once

#include <pgm/inference/detail/cost/cost_model.hpp>

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace pgm::detail {

/// Assigns the tables of a plan their cells in the arena. Tables come into being and die in the
/// order of the instructions; memory of dead ones is used again.
class ArenaLayout {
public:
    static constexpr std::uint32_t forever = ~std::uint32_t{0};

    /// Every table has its cache lines for itself: kernels write whole ones, and what was written
    /// at once can be read at once.
    static constexpr std::uint32_t cache_line = 8;

    /// Tables begin at multiples of `granule` cells; those with more are used again where all
    /// together have more than `worth_reuse` cells.
    explicit ArenaLayout(std::uint32_t granule = cache_line,
                         double worth_reuse = cost_model::small_arena,
                         std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : granule_(granule), worth_reuse_(worth_reuse), blocks_(memory), gaps_(memory) {}

    void reserve(std::size_t blocks) { blocks_.reserve(blocks); }

    /// A table of `cells` doubles, written by instruction `born` (0 for what is there from the
    /// start). Tables are added in order of birth.
    std::uint32_t add(double cells, std::uint32_t born);
    /// Instruction `reader` needs the table; `forever` keeps it to the end.
    void use(std::uint32_t block, std::uint32_t reader);

    /// Cells if nothing were used twice: an upper bound, exact in doubles however large.
    double cells_without_reuse() const { return total_; }

    /// Places all blocks; returns the size of the arena in cells.
    std::uint64_t place();
    std::uint64_t size() const { return end_; }
    std::uint64_t cell(std::uint32_t block) const { return blocks_[block].cell; }

private:
    struct ArenaBlock {
        std::uint64_t cells;
        std::uint32_t born;
        std::uint32_t last_use;
        std::uint64_t cell;
    };
    struct Gap {
        std::uint64_t cell, cells;
    };
    void place_reusing();
    std::uint64_t allocate(std::uint64_t cells);
    void release(const ArenaBlock& block);

    std::uint32_t granule_;
    double worth_reuse_;
    std::pmr::vector<ArenaBlock> blocks_;
    std::pmr::vector<Gap> gaps_;  ///< sorted by cell, no two adjacent
    std::uint64_t end_ = 0;
    double total_ = 0;
};

}  // namespace pgm::detail
