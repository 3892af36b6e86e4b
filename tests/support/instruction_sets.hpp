#pragma once

#include <pgm/core/simd/detail/dispatch.hpp>

#include <vector>

namespace pgm::tests {

/// Every build of some kernels that this processor can run.
template <class Kernels>
auto builds_of(const Kernels& kernels) {
    std::vector builds{kernels(detail::simd::Baseline())};
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        builds.push_back(kernels(detail::simd::Avx2()));
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
        builds.push_back(kernels(detail::simd::Avx512()));
#endif
    return builds;
}

}  // namespace pgm::tests
