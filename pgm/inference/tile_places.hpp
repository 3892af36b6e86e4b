#pragma once

#include <pgm/inference/contraction.hpp>

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace pgm {

/// From where in its operands each cell of an output is made, before reductions move on from there; and how these places are cut into tiles of eight neighbouring cells.
class TilePlaces {
public:
    /// Distances in cells of one tile's places from each other.
    struct Spread {
        std::uint32_t a = 0, b = 0;
    };

    explicit TilePlaces(std::pmr::memory_resource* memory = std::pmr::get_default_resource()) : a_(memory), b_(memory) {}

    /// The places of the `cells` cells that the loops along the output go through, outermost first; other loops are passed over. Keeps the loops in view.
    void start(std::span<const Loop> loops, std::size_t cells);

    /// Tiles whose cells lie at most so far apart in the operands, 255 at the most; tells how far the farthest do.
    Spread append_tiles(Spread most, std::vector<Tile>& tiles);

    /// Where lanes reach all there is to read, tiles begin where the operands do.
    void append_whole_tiles(std::vector<Tile>& tiles);

private:
    void list();
    bool find_pattern();
    void append_pattern(std::vector<Tile>& tiles) const;
    std::size_t close_places(std::size_t first, Spread most) const;
    Spread append_pieces(Spread most, std::vector<Tile>& tiles);

    std::span<const Loop> loops_;
    std::size_t cells_ = 0;
    std::uint32_t first_a_[8], first_b_[8];  ///< places of the first tile, if all others are like it
    std::pmr::vector<std::uint32_t> a_, b_;  ///< all places; the last is repeated, so that every tile can be read whole
};

}  // namespace pgm
