#include <pgm/inference/detail/lanes/block_uniform.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgm::detail {
namespace {

int rescale(double* values, std::uint32_t count) {
    const double largest = *std::max_element(values, values + count);
    if (largest == 0) return 0;
    const int exponent = std::ilogb(largest);
    if (exponent > -32 && exponent < 32) return 0;
    for (std::uint32_t i = 0; i < count; ++i) values[i] = std::scalbn(values[i], -exponent);
    return exponent;
}

}  // namespace

int contract_uniform(const Contraction& c, const Loop* loops, double* out, const double* a,
                     const double* b) {
    double* const first = out;
    std::fill_n(first, c.out_cells, 0.0);
    std::array<std::uint32_t, 64> at{};
    for (bool more = true; more;) {
        const double product = *a * *b;
        *out = c.maximise ? std::max(*out, product) : *out + product;
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
    return c.rescale ? rescale(first, c.out_cells) : 0;
}

}  // namespace pgm::detail
