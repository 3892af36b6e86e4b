#pragma once

namespace pgm::detail::simd {

// The instruction sets that kernels are compiled for. A source named *_simd.cpp is compiled once
// for each of them, with PGM_INSTRUCTION_SET defined as its name (cmake/libraries.cmake), and
// defines one overload of a function that gives its kernels:
//
//     JointKernels joint_kernels(simd::Baseline);
//     JointKernels joint_kernels(simd::Avx2);
//     JointKernels joint_kernels(simd::Avx512);
//
// All of them give the same bits; tests compare them.

struct Baseline {};
struct Avx2 {};    ///< with fused multiply-adds, as every processor that has it
struct Avx512 {};  ///< its parts F, VL and DQ

#if defined(PGM_INSTRUCTION_SET)
using ThisBuild = PGM_INSTRUCTION_SET;
#endif

/// The build of `kernels` for the widest instruction set that this processor has. Processors of
/// another family have the baseline only. A build with PGM_KERNELS=native has one build of the
/// kernels and no choice.
template <class Kernels>
auto best(const Kernels& kernels) {
#if defined(PGM_ONLY_INSTRUCTION_SET)
    return kernels(PGM_ONLY_INSTRUCTION_SET());
#else
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
        return kernels(Avx512());
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return kernels(Avx2());
#endif
    return kernels(Baseline());
#endif
}

}  // namespace pgm::detail::simd
