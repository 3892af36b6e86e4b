#pragma once

#include <pgm/inference/detail/contraction/contraction.hpp>

#include <cstdint>
#include <vector>

namespace pgm::detail {

/// Output cells that a block works out together: cell `out[u]` is the sum over the terms of a[a[u]
/// + term.a] * b[b[u] + term.b].
struct BlockGroup {
    static constexpr std::uint32_t most_cells = 4;

    std::uint32_t out[most_cells], a[most_cells], b[most_cells];
};

/// The offsets in both operands of one term of a sum, from the first term.
struct BlockTerm {
    std::uint32_t a, b;
};

/// A Contraction cut for rows as lanes. There a cell is a vector of rows and may lie anywhere:
/// nothing is asked of strides, and all loops dissolve into two lists, the groups of output cells
/// and the terms that each cell sums. (Contractions of single rows need tiles instead, whose lanes
/// are neighbouring cells.)
struct BlockContraction {
    /// Groups of most_cells each; behind them one of `rest` cells, unless that is 0.
    std::uint32_t first_group, groups;
    std::uint32_t rest;
    std::uint32_t first_term, terms;
};

/// The contractions of a program and the lists that they point into.
struct BlockParts {
    std::vector<BlockContraction> contractions;
    std::vector<BlockGroup> groups;
    std::vector<BlockTerm> terms;
};

/// Appends a contraction, which must be a sum, not a maximum; returns its number.
std::uint32_t cut_for_block(const Contraction& c, const Loop* loops, BlockParts& parts);

}  // namespace pgm::detail
