#include <pgm/inference/tile_places.hpp>

#include <algorithm>

namespace pgm {
namespace {

constexpr std::size_t lanes = 8;

/// How many turns of a loop a tile takes in that already has so many cells.
std::uint32_t turns_within(const Loop& loop, std::size_t cells) {
    return std::min(loop.extent, static_cast<std::uint32_t>(lanes / cells));
}

/// Eight places of one operand.
struct Eight {
    const std::uint32_t* places;
    std::uint32_t low, high;

    explicit Eight(const std::uint32_t* p)
        : places(p),
          low(std::min(std::min(std::min(p[0], p[1]), std::min(p[2], p[3])), std::min(std::min(p[4], p[5]), std::min(p[6], p[7])))),
          high(std::max(std::max(std::max(p[0], p[1]), std::max(p[2], p[3])), std::max(std::max(p[4], p[5]), std::max(p[6], p[7])))) {}

    std::uint32_t spread() const { return high - low; }

    void write(std::uint8_t (&lane)[lanes]) const {
        for (std::size_t i = 0; i < lanes; ++i) lane[i] = static_cast<std::uint8_t>(places[i] - low);
    }
};

}  // namespace

void TilePlaces::start(std::span<const Loop> loops, std::size_t cells) {
    loops_ = loops;
    cells_ = cells;
    a_.clear();
}

void TilePlaces::list() {
    if (!a_.empty()) return;
    a_.resize(cells_ + lanes - 1);
    b_.resize(cells_ + lanes - 1);
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
    for (; listed < a_.size(); ++listed) {
        a_[listed] = a_[listed - 1];
        b_[listed] = b_[listed - 1];
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

/// How many places from the first on lie close enough together.
std::size_t TilePlaces::close_places(std::size_t first, Spread most) const {
    std::uint32_t low_a = a_[first], high_a = low_a, low_b = b_[first], high_b = low_b;
    std::size_t end = first + 1;
    for (; end < cells_; ++end) {
        low_a = std::min(low_a, a_[end]), high_a = std::max(high_a, a_[end]);
        low_b = std::min(low_b, b_[end]), high_b = std::max(high_b, b_[end]);
        if (high_a - low_a > most.a || high_b - low_b > most.b) break;
    }
    return end - first;
}

/// Eight at a time where they lie close enough together, fewer elsewhere; then unused lanes repeat the first.
TilePlaces::Spread TilePlaces::append_pieces(Spread most, std::vector<Tile>& tiles) {
    list();
    Spread widest;
    std::uint32_t some_a[lanes], some_b[lanes];
    for (std::size_t first = 0, count; first < cells_; first += count) {
        count = std::min(lanes, cells_ - first);
        Eight a(&a_[first]), b(&b_[first]);
        if (a.spread() > most.a || b.spread() > most.b) {
            count = close_places(first, most);
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                some_a[lane] = a_[lane < count ? first + lane : first];
                some_b[lane] = b_[lane < count ? first + lane : first];
            }
            a = Eight(some_a);
            b = Eight(some_b);
        }
        Tile& tile = tiles.emplace_back(Tile{a.low, b.low, static_cast<std::uint32_t>(count), {}, {}});
        a.write(tile.a_lane);
        b.write(tile.b_lane);
        widest = {std::max(widest.a, a.spread()), std::max(widest.b, b.spread())};
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
