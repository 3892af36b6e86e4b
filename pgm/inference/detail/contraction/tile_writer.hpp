#pragma once

// What the kernels of contractions that are cut into tiles (contraction_tiles.hpp) have in common;
// part of contraction_simd.cpp, and compiled like it.

#include <pgm/core/simd/detail/pack.hpp>
#include <pgm/inference/detail/contraction/contraction.hpp>

namespace pgm::detail::kernels {
namespace {

using namespace simd;

/// Eight cells, or one cell eight times.
template <int Stride>
[[gnu::always_inline]] inline Pack load_cells(const double* p) {
    if constexpr (Stride == 0) return broadcast<Pack>(*p);
    return load<Pack>(p);
}

/// The first `count` cells, zeros after them.
template <int Stride>
[[gnu::always_inline]] inline Pack load_some_cells(const double* p, std::uint32_t count) {
    if constexpr (Stride == 0) return broadcast<Pack>(*p);
    return load_some(p, count);
}

/// Writes the first few of eight outputs, or adds them to what is there.
template <bool Max>
[[gnu::always_inline]] inline void write_some(double* out, Pack sum, std::uint32_t cells,
                                              bool accumulate) {
    if (accumulate) sum = reduce<Max>(load_some_cells<1>(out, cells), sum);
    store_some(out, sum, cells);
}

/// Writes the tiles of one iteration, one after the other.
struct TileWriter {
    const Tile* tile;
    double* out;
    bool accumulate;
    std::uint32_t left;  ///< cells to come
    /// Cells behind the last one, up to the next cache line, that are no one's.
    std::uint32_t behind;

    [[gnu::always_inline]] TileWriter(const Contraction& c, const ContractionList& list, double* to,
                                      bool adds)
        : tile(list.tiles + c.first_tile),
          out(to),
          accumulate(adds),
          left(c.tile_cells),
          behind(c.outer_loops > 0 ? 0 : -c.tile_cells % pack_doubles) {}

    /// True if so many cells may be written, over whatever is there.
    [[gnu::always_inline]] bool has_room(std::uint32_t cells) const {
        return left + behind >= cells && !accumulate;
    }

    /// So many cells further on, in another iteration.
    template <bool Max>
    [[gnu::always_inline]] void store(Pack sum, std::size_t distance) const {
        double* const to = out + distance;
        if (has_room(pack_doubles)) return simd::store(to, sum);
        write_some<Max>(to, sum, tile->cells, accumulate);
    }

    /// False when it was the last one.
    [[gnu::always_inline]] bool next() {
        out += tile->cells;
        left -= tile->cells;
        ++tile;
        return left > 0;
    }

    template <bool Max>
    [[gnu::always_inline]] bool write(Pack sum) {
        store<Max>(sum, 0);
        return next();
    }
};

/// One iteration of the loops around the tiles.
using TileKernel = void (*)(const Contraction&, const ContractionList&, double* out,
                            const double* a, const double* b, bool accumulate);
/// `fused_iterations` of the given loop.
using FusedKernel = void (*)(const Contraction&, const ContractionList&, double* out,
                             const double* a, const double* b, const Loop&, bool accumulate);

}  // namespace
}  // namespace pgm::detail::kernels
