#pragma once

#include <pgm/core/simd/detail/dispatch.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pgm::detail {

/// One loop of a contraction: an axis, or several neighbouring axes that all three tables traverse
/// alike, merged. Strides in cells; 0 where the table does not have the axis. A loop with `out ==
/// 0` is a reduction.
struct Loop {
    std::uint32_t extent;
    std::uint32_t out;
    std::uint32_t a;
    std::uint32_t b;

    friend bool operator==(const Loop&, const Loop&) = default;
};

/// How the four cells lie that half a tile reads of an operand: what instruction sets without
/// permutations of whole tiles go by. Unused lanes may be read from anywhere among the others.
enum class HalfPattern : std::uint8_t {
    any,
    one,      ///< all the same
    doubled,  ///< twice the same, and twice another
    pair,     ///< two neighbours, and they again
    pairs,    ///< two neighbours, and two others
    three,    ///< three in a row; the fourth lane is not used
    along,    ///< four in a row
};
inline constexpr std::size_t half_patterns = 7;

/// Up to eight neighbouring cells of an output with what each of them reads: cell i is made of a[a
/// + a_lane[i]] and b[b + b_lane[i]], moved on by the steps. Unused lanes of an incomplete tile
/// repeat another.
struct Tile {
    std::uint32_t a, b;
    std::uint8_t a_lane[8], b_lane[8];
    std::uint8_t cells;
    /// Pattern of a times `half_patterns`, plus that of b, for each half that has cells.
    std::uint8_t half_pattern[2];
};

/// The offsets in both operands of one term of a tile's reduction.
struct Step {
    std::uint32_t a, b;
};

/// How the eight cells that a tile reads of an operand are fetched.
enum class AccessPattern : std::uint8_t {
    /// Whatever tiles and steps read lies within sixteen cells: two loads for all of it, then
    /// permutations.
    resident,
    broadcast,      ///< all cells of a tile read the same one
    permuted,       ///< a tile's cells lie within eight: one load and one permutation a step
    permuted_pair,  ///< within sixteen: two loads and one permutation a step
    gathered,       ///< anywhere
};

/// How a contraction is carried out; the names tell what the innermost loop does
/// (contraction_simd.cpp).
enum class ContractionKernel : std::uint8_t {
    tiles,  ///< eight outputs at a time, from wherever they come
    /// eight outputs at a time, and the innermost loop a reduction: each lane of a tile is the
    /// first cell of a row.
    row_tiles,
    products,   ///< innermost loop along the output; a and b both advance
    scaled_a,   ///< innermost loop along the output; b is constant in it
    scaled_b,   ///< the same with a constant
    dots,       ///< innermost loop is a reduction; a and b both advance
    sums_of_a,  ///< innermost loop is a reduction; b is constant in it
    sums_of_b,  ///< the same with a constant
    none,       ///< leaves the output as it is, perhaps to be rescaled
};

/// Iterations of a loop around tiles that are fused where one operand is without the loop: what
/// the tiles read of it is fetched once for all of them.
inline constexpr std::uint32_t fused_iterations = 4;

/// Cells behind an arena that tiles may read, whatever they hold.
inline constexpr std::size_t arena_margin = 16;

/// The only instruction of the engine: a strided contraction of two tables into a third,
///
///     out[o] = reduce over the reduction loops of a[...] * b[...],
///
/// with reduce a sum or a maximum. Forward messages, derivatives and marginals are all of this
/// form. All tables live in one arena; `out`, `a` and `b` are the numbers of their first cells. The
/// output is contiguous and complete; up to seven cells behind it are written, too.
///
/// A contraction whose innermost loops are short is cut into tiles: the innermost loops along the
/// output, as many as fit, and the reductions around them make up `tiles` and `steps`, which are
/// worked off for every iteration of the loops outside. Binary and ternary networks consist of
/// little else.
struct Contraction {
    std::uint32_t out, a, b;
    std::uint32_t out_cells;
    std::uint32_t first_loop;  ///< in the plan's list of loops, outermost first
    std::uint32_t first_tile;  ///< in the plan's list of tiles
    std::uint32_t first_step;  ///< in the plan's list of steps
    std::uint32_t tile_cells;  ///< output cells that the tiles cover
    std::uint32_t steps;       ///< terms per output cell that the steps cover
    std::uint16_t loops;       ///< all of them
    /// The first so many go round the kernel: all but the last two, or but those that became tiles
    /// and steps.
    std::uint16_t outer_loops;
    ContractionKernel kernel;
    AccessPattern a_access, b_access;  ///< of tiles
    bool maximise;
    /// The last of the outer loops goes along the output and one operand only, at least
    /// `fused_iterations` times: so many iterations at a time.
    bool fused;
    bool
        /// Some reduction runs outside the kernel: its later iterations add to the output.
        accumulate;
    bool rescale;  ///< scale the output by a power of two so that its largest cell is near 1
};

/// The lists that a plan's contractions point into.
struct ContractionParts {
    std::vector<Loop> loops;
    std::vector<Tile> tiles;
    std::vector<Step> steps;
};

/// A list of contractions with what they point to.
struct ContractionList {
    const Contraction* first;
    const Contraction* last;
    const Loop* loops;
    const Tile* tiles;
    const Step* steps;
};

/// Runs the list on an arena. Returns the sum of the binary exponents that rescaling took out: the
/// true value of what was computed last is its arena value times 2^result, provided every rescaled
/// table of the list goes into it once (true of a forward run). Behind the arena there must be
/// `arena_margin` readable cells.
std::int64_t run_contractions(const ContractionList& list, double* arena);

/// The builds of contraction_simd.cpp, of which run_contractions() takes the best.
struct ContractionKernels {
    std::int64_t (*run)(const ContractionList& list, double* arena);
};
ContractionKernels contraction_kernels(simd::Baseline);
ContractionKernels contraction_kernels(simd::Avx2);
ContractionKernels contraction_kernels(simd::Avx512);

}  // namespace pgm::detail
