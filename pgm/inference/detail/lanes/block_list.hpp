#pragma once

#include <pgm/core/simd/detail/dispatch.hpp>
#include <pgm/inference/detail/lanes/block_program.hpp>

#include <cstdint>

namespace pgm::detail {

/// Where in the arena, in cells of `rows` doubles, the results of each row go.
struct BlockResults {
    std::uint32_t row_exponent;  ///< binary exponent that scaling took out of the whole row
    std::uint32_t row_log;       ///< natural logarithm that densities took out of the whole row
    std::uint32_t common;        ///< product of the common factors
    std::uint32_t numbers, exponents_of_numbers;  ///< the last product, one exponent per state
    std::uint32_t probabilities;                  ///< P(target = k | e)
    std::uint32_t log_probabilities;              ///< log P(target = k | e)
    std::uint32_t log_evidence;
    std::uint32_t cells;  ///< of the whole arena
};

/// A BlockProgram as the kernels see it: bare pointers, for no function of the standard library may
/// be compiled for one instruction set only.
struct BlockList : BlockProducts, BlockResults {
    const BlockStep* first;
    const BlockStep* last;
    const BlockFactor* factors;
    const BlockGather* gathers;
    const BlockEvidenceAxis* evidence_axes;
    const double* tables;
    const double* exponents;
    const double* uniform;
    const BlockContraction* contractions;
    const BlockGroup* groups;
    const BlockTerm* terms;
    const double* normals;
    const BlockDensity* first_density;
    const BlockDensity* last_density;
    std::uint32_t last_densities;  ///< how many of them go into the last product
    const std::uint32_t* kept_states;
    const BlockOutput* first_output;
    const BlockOutput* last_output;
};

BlockList block_list(const BlockProgram& program);

/// The caller's cells of one variable: codes of `bytes` bytes each.
struct BlockColumn {
    const void* cells;
    std::uint32_t bytes;
    std::uint32_t states;  ///< a missing value gets this number as its code
};

/// The rows that a block works on, and its memory.
struct BlockMemory {
    std::uint32_t rows;     ///< a multiple of pack_rows
    std::uint32_t used;     ///< of them; the others repeat the last one
    std::size_t first_row;  ///< where there is no list
    /// Numbers of the rows, or null for rows that follow each other.
    const std::uint32_t* row_list;
    const BlockColumn* columns;  ///< in the order of BlockProgram::columns
    std::uint32_t column_count;
    /// Values of the rows, in the order of BlockProgram::normal_variables; null where nothing is
    /// observed.
    const double* const* values;
    std::uint32_t* codes;  ///< column by column, `rows` each
    double* arena;         ///< BlockList::cells vectors of `rows`
    bool needs_log_probabilities;
};

/// A build of block_simd.cpp. Each row's bits do not depend on its neighbours.
struct BlockKernels {
    /// Fills the codes of a block from the caller's columns.
    void (*read_codes)(const BlockMemory& memory);
    /// Puts the sums of Gaussians among a block's densities into its arena, as logarithms.
    void (*add_normals)(const BlockList& list, const BlockMemory& memory);
    /// Runs a program on a block whose codes are read and whose densities lie in the arena as
    /// logarithms.
    void (*run)(const BlockList& list, const BlockMemory& memory);
};
BlockKernels block_kernels(simd::Baseline);
BlockKernels block_kernels(simd::Avx2);
BlockKernels block_kernels(simd::Avx512);

/// The best one for this processor.
const BlockKernels& block_kernels();

}  // namespace pgm::detail
