#pragma once

#include <pgm/inference/detail/contraction/contraction.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// The cells of the operands from which each cell of an output is made, before reductions move on
/// from there; and how these places are cut into tiles of eight neighbouring cells.
///
/// The innermost loops, as many as come to whole tiles, make up a *block*: its tiles are made one
/// by one, and those of every further block are copies of them, moved on. On binary networks a
/// block is nearly always a single tile.
class TilePlaces {
public:
    /// Cells of the operands that one cell of the output is made from.
    struct OperandCells {
        std::uint32_t a, b;
    };

    /// Distances in cells of one tile's places from each other.
    struct Spread {
        std::uint32_t a = 0, b = 0;
    };

    /// The places of the `cells` cells that the loops along the output go through, outermost first,
    /// at most `cost_model::most_tile_cells`; other loops are passed over. Refers to the loops.
    void start(std::span<const Loop> loops, std::uint32_t cells) {
        loops_ = loops;
        cells_ = cells;
    }

    /// Tiles whose cells lie at most so far apart in the operands, 255 at the most; tells how far
    /// the farthest do.
    Spread append_tiles(Spread most, std::vector<Tile>& tiles);

    /// Tiles that all begin where the operands do: for operands so small that lanes tell every
    /// place.
    void append_whole_tiles(std::vector<Tile>& tiles);

private:
    bool fit_one_tile(Spread most, Tile& tile, Spread& spread) const;
    std::uint32_t iterations_in_block(const Loop& loop, std::uint32_t cells, Spread most) const;
    void list_block(Spread most);
    std::uint32_t close_places(std::uint32_t first, Spread most) const;
    void repeat_block(std::size_t first, Spread most, std::vector<Tile>& tiles) const;

    std::span<const Loop> loops_;
    std::uint32_t cells_ = 0,
                  block_ = 0;  ///< how many in all, and in a block; 0 while that is not known
    OperandCells block_places_[cost_model::most_tile_cells + 8];  ///< and room to read whole tiles
};

}  // namespace pgm::detail
