#include <pgm/inference/tile_places.hpp>

#include <algorithm>

namespace pgm {
namespace {

constexpr std::size_t lanes = 8;

/// How many turns of a loop a tile takes in that already has so many cells.
std::uint32_t turns_within(const Loop& loop, std::size_t cells) {
    return std::min(loop.extent, static_cast<std::uint32_t>(lanes / cells));
}

}  // namespace

void TilePlaces::start(std::span<const Loop> loops, std::size_t cells) {
    loops_ = loops;
    cells_ = cells;
    a_.clear();
}

void TilePlaces::list() {
    if (!a_.empty()) return;
    a_.resize(cells_);
    b_.resize(cells_);
    a_[0] = b_[0] = 0;
    std::size_t listed = 1;
    for (std::size_t i = loops_.size(); i-- > 0;) {
        const Loop& loop = loops_[i];
        if (!loop.out) continue;
        const std::size_t end = listed * loop.extent;
        for (std::size_t place = listed; place < end; ++place) {
            a_[place] = a_[place - listed] + loop.a;
            b_[place] = b_[place - listed] + loop.b;
        }
        listed = end;
    }
}

/// Where the innermost loops come to exactly eight cells, or all of them to no more, each tile is like the first. True of binary networks nearly always.
bool TilePlaces::find_pattern() {
    first_a_[0] = first_b_[0] = 0;
    std::size_t cells = 1;
    for (std::size_t i = loops_.size(); i-- > 0 && cells < lanes;) {
        const Loop& loop = loops_[i];
        if (!loop.out) continue;
        const std::uint32_t turns = turns_within(loop, cells);
        if (cells_ > lanes && (lanes % (cells * turns) != 0 || loop.extent % turns != 0)) return false;
        for (std::size_t lane = cells; lane < cells * turns; ++lane) {
            first_a_[lane] = first_a_[lane - cells] + loop.a;
            first_b_[lane] = first_b_[lane - cells] + loop.b;
        }
        cells *= turns;
    }
    return true;
}

void TilePlaces::append_pattern(std::vector<Tile>& tiles) const {
    const std::size_t count = std::min(lanes, cells_), first = tiles.size();
    tiles.resize(first + cells_ / count);
    Tile* const begin = tiles.data() + first;
    *begin = {0, 0, static_cast<std::uint32_t>(count), {}, {}};
    for (std::size_t lane = 0; lane < count; ++lane) {
        begin->a_lane[lane] = static_cast<std::uint8_t>(first_a_[lane]);
        begin->b_lane[lane] = static_cast<std::uint8_t>(first_b_[lane]);
    }
    std::size_t cells = 1, listed = 1;
    for (std::size_t i = loops_.size(); i-- > 0;) {
        const Loop& loop = loops_[i];
        if (!loop.out) continue;
        const std::uint32_t turns = turns_within(loop, cells);
        cells *= turns;
        const std::size_t end = listed * (loop.extent / turns);
        for (std::size_t tile = listed; tile < end; ++tile) {
            begin[tile] = begin[tile - listed];
            begin[tile].a += loop.a * turns;
            begin[tile].b += loop.b * turns;
        }
        listed = end;
    }
}

TilePlaces::Spread TilePlaces::append_tiles(Spread most, std::vector<Tile>& tiles) {
    if (find_pattern()) {
        // Strides are not negative: the last place is the farthest.
        const std::size_t last = std::min(lanes, cells_) - 1;
        const Spread spread{first_a_[last], first_b_[last]};
        if (spread.a <= most.a && spread.b <= most.b) {
            append_pattern(tiles);
            return spread;
        }
    }
    return append_pieces(most, tiles);
}

/// Cuts wherever the next place lies too far away.
TilePlaces::Spread TilePlaces::append_pieces(Spread most, std::vector<Tile>& tiles) {
    list();
    Spread widest;
    for (std::size_t first = 0; first < cells_;) {
        std::uint32_t low_a = a_[first], high_a = low_a, low_b = b_[first], high_b = low_b;
        std::size_t end = first + 1;
        for (; end < cells_ && end < first + lanes; ++end) {
            const std::uint32_t lower_a = std::min(low_a, a_[end]), higher_a = std::max(high_a, a_[end]);
            const std::uint32_t lower_b = std::min(low_b, b_[end]), higher_b = std::max(high_b, b_[end]);
            if (higher_a - lower_a > most.a || higher_b - lower_b > most.b) break;
            low_a = lower_a, high_a = higher_a, low_b = lower_b, high_b = higher_b;
        }
        Tile& tile = tiles.emplace_back(Tile{low_a, low_b, static_cast<std::uint32_t>(end - first), {}, {}});
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::size_t place = first + lane < end ? first + lane : first;
            tile.a_lane[lane] = static_cast<std::uint8_t>(a_[place] - low_a);
            tile.b_lane[lane] = static_cast<std::uint8_t>(b_[place] - low_b);
        }
        widest = {std::max(widest.a, high_a - low_a), std::max(widest.b, high_b - low_b)};
        first = end;
    }
    return widest;
}

void TilePlaces::append_whole_tiles(std::vector<Tile>& tiles) {
    if (cells_ <= lanes) {
        append_tiles({255, 255}, tiles);
        return;
    }
    list();
    for (std::size_t first = 0; first < cells_; first += lanes) {
        const std::size_t count = std::min(lanes, cells_ - first);
        Tile& tile = tiles.emplace_back(Tile{0, 0, static_cast<std::uint32_t>(count), {}, {}});
        for (std::size_t lane = 0; lane < count; ++lane) {
            tile.a_lane[lane] = static_cast<std::uint8_t>(a_[first + lane]);
            tile.b_lane[lane] = static_cast<std::uint8_t>(b_[first + lane]);
        }
    }
}

}  // namespace pgm
