#include <pgm/inference/detail/contraction/tile_places.hpp>

#include <pgm/core/simd/detail/pack.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace pgm::detail {
namespace {

constexpr std::uint32_t lanes = 8;

/// Two places.
using Pair = simd::Vector<std::uint32_t, 4>;

Pair lesser(Pair x, Pair y) {
    return x < y ? x : y;
}
Pair greater(Pair x, Pair y) {
    return x < y ? y : x;
}

/// Eight places, the first four each beside the one four further on.
struct Eight {
    Pair pairs[4];
    Pair low, spread;  ///< of the a's and of the b's, twice

    explicit Eight(const TilePlaces::OperandCells* places) {
        for (int i = 0; i < 4; ++i) {
            std::memcpy(&pairs[i], places + i, sizeof *places);
            std::memcpy(reinterpret_cast<std::byte*>(&pairs[i]) + sizeof *places, places + i + 4,
                        sizeof *places);
        }
        low = lesser(lesser(pairs[0], pairs[1]), lesser(pairs[2], pairs[3]));
        low = lesser(low, __builtin_shufflevector(low, low, 2, 3, 0, 1));
        Pair high = greater(greater(pairs[0], pairs[1]), greater(pairs[2], pairs[3]));
        high = greater(high, __builtin_shufflevector(high, high, 2, 3, 0, 1));
        spread = high - low;
    }

    void write(Tile& tile) const {
        const Pair bytes = (pairs[0] - low) | (pairs[1] - low) << 8 | (pairs[2] - low) << 16 |
                           (pairs[3] - low) << 24;
        const Pair lane = __builtin_shufflevector(bytes, bytes, 0, 2, 1, 3);
        std::memcpy(tile.a_lane, &lane, lanes);
        std::memcpy(tile.b_lane, reinterpret_cast<const std::byte*>(&lane) + lanes, lanes);
    }
};

/// How the first `used` of four lanes lie. No branches, like all that is done for each axis
/// (contraction_builder.cpp).
HalfPattern pattern_of(const std::uint8_t* lane, std::uint32_t used) {
    using enum HalfPattern;
    const auto step = static_cast<std::uint8_t>(used > 1 ? lane[1] - lane[0] : 0);
    const auto across = static_cast<std::uint8_t>(used > 2 ? lane[2] - lane[0] : 0);
    const auto again = static_cast<std::uint8_t>(used > 3 ? lane[3] - lane[2] : step);
    static constexpr HalfPattern apart[4] = {one, doubled, doubled, doubled},
                                 in_a_row[2][4] = {{pair, pairs, along, pairs},
                                                   {pair, any, three, any}};
    const std::size_t column = std::min<std::uint8_t>(across, 3);
    const HalfPattern pattern = step == 0 ? apart[column] : in_a_row[used == 3][column];
    return step < 2 && again == step ? pattern : any;
}

void find_patterns(Tile& tile) {
    constexpr std::uint32_t half = lanes / 2;
    for (std::uint32_t first = 0; first < tile.cells; first += half) {
        const std::uint32_t used = std::min(half, tile.cells - first);
        tile.half_pattern[first / half] = static_cast<std::uint8_t>(
            static_cast<std::size_t>(pattern_of(tile.a_lane + first, used)) * half_patterns +
            static_cast<std::size_t>(pattern_of(tile.b_lane + first, used)));
    }
}

/// Adds one number to eight bytes, none of which exceeds 255 then.
void move_on(std::uint8_t (&lane)[lanes], std::uint32_t distance) {
    std::uint64_t all;
    std::memcpy(&all, lane, lanes);
    all += distance * 0x0101010101010101u;
    std::memcpy(lane, &all, lanes);
}

}  // namespace

/// How many iterations of a loop around so many cells belong to the block: as few as come to whole
/// tiles, otherwise all; but only one, which ends the block, where the next iteration is too far
/// away to share a tile.
std::uint32_t TilePlaces::iterations_in_block(const Loop& loop, std::uint32_t cells,
                                              Spread most) const {
    const OperandCells last = block_places_[cells - 1];
    if (cells == block_ || loop.a > most.a + last.a || loop.b > most.b + last.b) return 1;
    const std::uint32_t whole = lanes / std::min(lanes, cells & (0 - cells));
    return loop.extent % whole == 0 ? whole : loop.extent;
}

void TilePlaces::list_block(Spread most) {
    OperandCells* const places = block_places_;
    places[0] = {0, 0};
    block_ = 0;
    std::uint32_t listed = 1;
    for (std::size_t i = loops_.size(); i-- > 0;) {
        const Loop& loop = loops_[i];
        if (!loop.out) continue;
        const std::uint32_t iterations = iterations_in_block(loop, listed, most);
        if (iterations == 1) break;
        const std::uint32_t end = listed * iterations;
        for (std::uint32_t cell = listed; cell < end; ++cell)
            places[cell] = {places[cell - listed].a + loop.a, places[cell - listed].b + loop.b};
        listed = end;
    }
    block_ = listed;
    std::fill_n(places + block_, lanes - 1, places[block_ - 1]);
}

/// How many places from the first on lie close enough together.
std::uint32_t TilePlaces::close_places(std::uint32_t first, Spread most) const {
    OperandCells low = block_places_[first], high = low;
    std::uint32_t end = first + 1;
    for (; end < block_; ++end) {
        const OperandCells next = block_places_[end];
        low = {std::min(low.a, next.a), std::min(low.b, next.b)};
        high = {std::max(high.a, next.a), std::max(high.b, next.b)};
        if (high.a - low.a > most.a || high.b - low.b > most.b) break;
    }
    return end - first;
}

/// All cells as one tile, its lanes computed as bytes of a word, several in one go. Strides are not
/// negative: the first place is the lowest, the last the farthest.
bool TilePlaces::fit_one_tile(Spread most, Tile& tile, Spread& spread) const {
    std::uint64_t a = 0, b = 0;
    std::uint32_t cells = 1;
    for (std::size_t i = loops_.size(); i-- > 0;) {
        const Loop& loop = loops_[i];
        if (!loop.out) continue;
        const std::uint64_t ones = 0x0101010101010101 >> (64 - 8 * cells);
        std::uint64_t moved_a = a, moved_b = b;
        for (std::uint32_t iteration = 1; iteration < loop.extent; ++iteration) {
            moved_a += ones * loop.a;
            moved_b += ones * loop.b;
            a |= moved_a << 8 * cells * iteration;
            b |= moved_b << 8 * cells * iteration;
        }
        spread = {spread.a + loop.a * (loop.extent - 1), spread.b + loop.b * (loop.extent - 1)};
        cells *= loop.extent;
    }
    tile.a = tile.b = 0;
    tile.cells = static_cast<std::uint8_t>(cells);
    std::memcpy(tile.a_lane, &a, lanes);
    std::memcpy(tile.b_lane, &b, lanes);
    find_patterns(tile);
    return spread.a <= most.a && spread.b <= most.b;
}

/// Eight at a time where they lie close enough together, fewer elsewhere; then unused lanes repeat
/// the first.
TilePlaces::Spread TilePlaces::append_tiles(Spread most, std::vector<Tile>& tiles) {
    if (cells_ <= lanes) {
        Spread spread;
        if (fit_one_tile(most, tiles.emplace_back(), spread)) return spread;
        tiles.pop_back();
    }
    list_block(most);
    const std::size_t first = tiles.size();
    Spread widest;
    for (std::uint32_t cell = 0, count; cell < block_; cell += count) {
        count = std::min(lanes, block_ - cell);
        Eight eight(block_places_ + cell);
        if (eight.spread[0] > most.a || eight.spread[1] > most.b) {
            count = close_places(cell, most);
            OperandCells some[lanes];
            for (std::uint32_t lane = 0; lane < lanes; ++lane)
                some[lane] = block_places_[lane < count ? cell + lane : cell];
            eight = Eight(some);
        }
        Tile& tile = tiles.emplace_back();
        tile.a = eight.low[0];
        tile.b = eight.low[1];
        tile.cells = static_cast<std::uint8_t>(count);
        eight.write(tile);
        find_patterns(tile);
        widest = {std::max(widest.a, eight.spread[0]), std::max(widest.b, eight.spread[1])};
    }
    repeat_block(first, most, tiles);
    return widest;
}

/// The tiles from `first` on are those of the block; the others are like them, moved on.
void TilePlaces::repeat_block(std::size_t first, Spread most, std::vector<Tile>& tiles) const {
    if (block_ == cells_) return;
    std::size_t listed = tiles.size() - first;
    tiles.resize(first + listed * (cells_ / block_));
    Tile* const begin = tiles.data() + first;
    std::uint32_t cells = 1;
    for (std::size_t i = loops_.size(); i-- > 0;) {
        const Loop& loop = loops_[i];
        if (!loop.out) continue;
        const std::uint32_t iterations = iterations_in_block(loop, cells, most);
        cells *= iterations;
        const std::size_t end = listed * (loop.extent / iterations);
        for (std::size_t tile = listed; tile < end; ++tile) {
            begin[tile] = begin[tile - listed];
            begin[tile].a += loop.a * iterations;
            begin[tile].b += loop.b * iterations;
        }
        listed = end;
    }
}

void TilePlaces::append_whole_tiles(std::vector<Tile>& tiles) {
    const std::size_t first = tiles.size();
    append_tiles({255, 255}, tiles);
    for (std::size_t i = first; i < tiles.size(); ++i) {
        Tile& tile = tiles[i];
        move_on(tile.a_lane, std::exchange(tile.a, 0));
        move_on(tile.b_lane, std::exchange(tile.b, 0));
    }
}

}  // namespace pgm::detail
