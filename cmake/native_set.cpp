// Its exit status is the place of this machine's instruction set in the list of libraries.cmake.
#include <pgm/core/simd/detail/dispatch.hpp>

namespace simd = pgm::detail::simd;

struct Place {
    int operator()(simd::Baseline) const { return 0; }
    int operator()(simd::Avx2) const { return 1; }
    int operator()(simd::Avx512) const { return 2; }
};

int main() {
    return simd::best(Place());
}
