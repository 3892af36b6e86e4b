#pragma once

#include <cstddef>
#include <cstdint>

namespace pgm {

/// One loop of a contraction: an axis, or several neighbouring axes that all three tables traverse alike, merged. Strides in cells; 0 where the
/// table does not have the axis. A loop with `out == 0` is a reduction.
struct Loop {
    std::uint32_t extent;
    std::uint32_t out;
    std::uint32_t a;
    std::uint32_t b;
};

/// One product of a small contraction, as offsets from the operands' first cells.
struct Term {
    std::uint16_t a;
    std::uint16_t b;
};

/// How a contraction is carried out; the names tell what the innermost loop does (contraction_run.hpp).
enum class Kernel : std::uint8_t {
    terms,            ///< small: a list of products, `reductions` of them per output cell
    products,         ///< innermost loop along the output; a and b both advance
    scaled_a,         ///< innermost loop along the output; b is constant in it
    scaled_b,         ///< the same with a constant
    dots,             ///< innermost loop is a reduction; a and b both advance
    sums_of_a,        ///< innermost loop is a reduction; b is constant in it
    sums_of_b,        ///< the same with a constant
};

/// The only instruction of the engine: a strided contraction of two tables into a third,
///
///     out[o] = reduce over the reduction loops of a[...] * b[...],
///
/// with reduce a sum or a maximum. Forward messages, derivatives and marginals are all of this form. All tables live in one arena; `out`,
/// `a` and `b` are the numbers of their first cells. The output is contiguous and complete.
struct Contraction {
    std::uint32_t out, a, b;
    std::uint32_t out_cells;
    std::uint32_t first_loop;   ///< in the plan's list of loops, outermost first; the last two belong to the kernel
    std::uint32_t first_term;   ///< in the plan's list of terms
    std::uint32_t reductions;   ///< terms per output cell
    std::uint16_t loops;        ///< at least two (a loop of extent 1 fills up)
    Kernel kernel;
    bool maximise;
    bool accumulate;            ///< some reduction runs outside the kernel: the output starts at zero and is added to
    bool rescale;               ///< scale the output by a power of two so that its largest cell is near 1
};

/// A list of contractions with what they point to.
struct ContractionList {
    const Contraction* first;
    const Contraction* last;
    const Loop* loops;
    const Term* terms;
};

/// Runs the list on an arena. Returns the sum of the binary exponents that rescaling took out: the true value of what was computed last is its
/// arena value times 2^result, provided every rescaled table of the list goes into it once (true of a forward run).
///
/// Three builds of one source, the best one for this processor chosen at run time; all give the same bits.
std::int64_t run_contractions(const ContractionList& list, double* arena);

}  // namespace pgm
