#pragma once

#include <cstddef>

namespace pgm::detail::kernels {

/// How many doubles a register of the instruction set holds that this is compiled for; it differs
/// between the builds of a kernel (cmake/libraries.cmake). Vectors are made no longer than that:
/// g++ splits a longer one by itself, but keeps it in memory.
#if defined(__AVX512F__)
inline constexpr std::size_t register_doubles = 8;
#elif defined(__AVX2__)
inline constexpr std::size_t register_doubles = 4;
#else
inline constexpr std::size_t register_doubles = 2;
#endif

}  // namespace pgm::detail::kernels
