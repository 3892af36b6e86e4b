#pragma once

#include <pgm/inference/detail/contraction/contraction.hpp>

namespace pgm::detail::kernels {

/// The three builds of contraction_run.hpp. Which one runs is decided by run_contractions(); a test
/// compares their bits. Each needs a processor that has its instructions.
std::int64_t run_baseline(const ContractionList& list, double* arena);
std::int64_t run_avx2(const ContractionList& list, double* arena);
std::int64_t run_avx512(const ContractionList& list, double* arena);

}  // namespace pgm::detail::kernels
