#pragma once

#include <pgm/inference/detail/lanes/block_list.hpp>

namespace pgm::detail::kernels {

/// The three builds of block_run.hpp. Which one runs is decided by run_block(); a test compares
/// their bits. Each needs a processor that has its instructions.
void run_block_baseline(const BlockList& list, const BlockMemory& memory);
void run_block_avx2(const BlockList& list, const BlockMemory& memory);
void run_block_avx512(const BlockList& list, const BlockMemory& memory);

/// Likewise read_codes().
void read_codes_baseline(const BlockMemory& memory);
void read_codes_avx2(const BlockMemory& memory);
void read_codes_avx512(const BlockMemory& memory);

/// Likewise add_normals().
void add_normals_baseline(const BlockList& list, const BlockMemory& memory);
void add_normals_avx2(const BlockList& list, const BlockMemory& memory);
void add_normals_avx512(const BlockList& list, const BlockMemory& memory);

}  // namespace pgm::detail::kernels
