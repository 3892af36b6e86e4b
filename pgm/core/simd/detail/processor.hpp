#pragma once

namespace pgm::detail {

/// Whether this processor has the instructions that sources named *_avx512.cpp and *_avx2.cpp of
/// the engine's kernels are compiled for (cmake/libraries.cmake). Never on processors of another
/// family, for which those sources are compiled like any other.
inline bool has_avx512() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq");
#else
    return false;
#endif
}
inline bool has_avx2() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

}  // namespace pgm::detail
