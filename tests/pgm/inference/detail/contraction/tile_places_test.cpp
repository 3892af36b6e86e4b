#include <pgm/inference/detail/contraction/tile_places.hpp>

#include <tests/support/catch.hpp>

#include <pgm/core/random.hpp>

using namespace pgm;
using namespace pgm::detail;

namespace {

std::uint32_t number_below(Rng& rng, std::size_t end) {
    return static_cast<std::uint32_t>(rng.below(end));
}

std::uint32_t cells_of(const std::vector<Loop>& loops) {
    std::uint32_t cells = 1;
    for (const Loop& loop : loops) cells *= loop.out ? loop.extent : 1;
    return cells;
}

/// Some loops along the output and some reductions between them, which must not count.
std::vector<Loop> random_loops(Rng& rng) {
    std::vector<Loop> loops(rng.below(6));
    for (Loop& loop : loops) {
        const bool binary = rng.below(2) == 0;
        const std::uint32_t far = rng.below(4) == 0 ? 300 : 12;
        loop = {binary ? 2 : 2 + number_below(rng, 5), rng.below(4) == 0 ? 0u : 1u,
                number_below(rng, far), number_below(rng, 12)};
    }
    while (cells_of(loops) > cost_model::most_tile_cells) loops.pop_back();
    return loops;
}

/// Place of a cell by the definition: the loops as digits of its number.
std::pair<std::uint32_t, std::uint32_t> place_of(const std::vector<Loop>& loops, std::size_t cell) {
    std::uint32_t a = 0, b = 0;
    for (std::size_t i = loops.size(); i-- > 0;) {
        if (!loops[i].out) continue;
        a += loops[i].a * static_cast<std::uint32_t>(cell % loops[i].extent);
        b += loops[i].b * static_cast<std::uint32_t>(cell % loops[i].extent);
        cell /= loops[i].extent;
    }
    return {a, b};
}

/// The distance of a lane from the first one of its half, which a pattern leaves open but for that.
int distance_by(HalfPattern pattern, const std::uint8_t* lane, std::uint32_t at) {
    const int across = lane[2] - lane[0], second = static_cast<int>(at / 2 * 2),
              odd = static_cast<int>(at % 2);
    switch (pattern) {
        case HalfPattern::one:
            return 0;
        case HalfPattern::doubled:
            return second ? across : 0;
        case HalfPattern::pair:
            return odd;
        case HalfPattern::pairs:
            return (second ? across : 0) + odd;
        case HalfPattern::three:
        case HalfPattern::along:
            return second + odd;
        default:
            return lane[at] - lane[0];
    }
}

void check_patterns(const Tile& tile) {
    for (std::uint32_t cell = 0; cell < tile.cells; ++cell) {
        const std::uint32_t first = cell / 4 * 4;
        const std::size_t patterns = tile.half_pattern[cell / 4];
        const auto *a = tile.a_lane + first, *b = tile.b_lane + first;
        REQUIRE(distance_by(HalfPattern(patterns / half_patterns), a, cell - first) ==
                tile.a_lane[cell] - a[0]);
        REQUIRE(distance_by(HalfPattern(patterns % half_patterns), b, cell - first) ==
                tile.b_lane[cell] - b[0]);
    }
}

void check_covers_all(const std::vector<Tile>& tiles, const std::vector<Loop>& loops) {
    std::size_t cell = 0;
    for (const Tile& tile : tiles) {
        REQUIRE(tile.cells >= 1);
        REQUIRE(tile.cells <= 8);
        check_patterns(tile);
        for (std::size_t lane = 0; lane < tile.cells; ++lane, ++cell)
            REQUIRE(std::pair(tile.a + tile.a_lane[lane], tile.b + tile.b_lane[lane]) ==
                    place_of(loops, cell));
    }
    REQUIRE(cell == cells_of(loops));
}

}  // namespace

TEST_CASE(
    "Tile places: tiles read every cell where it lies, no farther apart than allowed, and unused "
    "lanes stay in reach",
    "[tile_places]") {
    Rng rng(17);
    TilePlaces places;
    for (int i = 0; i < 3000; ++i) {
        const std::vector<Loop> loops = random_loops(rng);
        const TilePlaces::Spread most{rng.below(2) == 0 ? 255u : 15u,
                                      rng.below(2) == 0 ? 255u : 15u};
        std::vector<Tile> tiles;
        places.start(loops, cells_of(loops));
        const TilePlaces::Spread widest = places.append_tiles(most, tiles);
        check_covers_all(tiles, loops);
        TilePlaces::Spread reached;
        for (const Tile& tile : tiles) {
            for (std::size_t lane = 0; lane < 8; ++lane)
                reached = {std::max<std::uint32_t>(reached.a, tile.a_lane[lane]),
                           std::max<std::uint32_t>(reached.b, tile.b_lane[lane])};
        }
        REQUIRE(reached.a <= most.a);
        REQUIRE(reached.b <= most.b);
        REQUIRE(reached.a == widest.a);
        REQUIRE(reached.b == widest.b);
    }
}

TEST_CASE("Tile places: where all lies within reach of lanes, tiles begin with the operands",
          "[tile_places]") {
    TilePlaces places;
    for (const std::vector<Loop>& loops :
         {std::vector<Loop>{{3, 1, 1, 4}, {2, 1, 0, 2}, {2, 1, 3, 1}},
          {{2, 1, 1, 0}, {7, 1, 0, 1}},
          {{2, 1, 1, 1}},
          {}}) {
        std::vector<Tile> tiles;
        places.start(loops, cells_of(loops));
        places.append_whole_tiles(tiles);
        check_covers_all(tiles, loops);
        for (const Tile& tile : tiles) CHECK((tile.a == 0 && tile.b == 0));
    }
}
