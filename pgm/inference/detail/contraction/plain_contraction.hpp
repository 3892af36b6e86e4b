#pragma once

#include <pgm/inference/detail/contraction/contraction.hpp>

#include <algorithm>
#include <array>

namespace pgm::detail {

/// A contraction as its loops read, cell by cell, outermost loop first: the specification of the
/// kernels, for any kind of number that can be multiplied, added and compared. Where speed does not
/// matter, or numbers are no doubles, it does the work itself. Whether the result is to be rescaled
/// is left to the caller.
template <class Number>
void contract_plainly(const Contraction& c, const Loop* loops, Number* out, const Number* a,
                      const Number* b) {
    std::fill_n(out, c.out_cells, Number{});
    std::array<std::uint32_t, 64> at{};
    for (bool more = true; more;) {
        const Number product = *a * *b;
        *out = c.maximise ? (product > *out ? product : *out) : *out + product;
        more = false;
        for (std::size_t axis = c.loops; axis-- > 0 && !more;) {
            const Loop& l = loops[axis];
            out += l.out, a += l.a, b += l.b;
            more = ++at[axis] < l.extent;
            if (more) continue;
            out -= std::size_t{l.out} * l.extent, a -= std::size_t{l.a} * l.extent,
                b -= std::size_t{l.b} * l.extent;
            at[axis] = 0;
        }
    }
}

}  // namespace pgm::detail
