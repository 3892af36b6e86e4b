#pragma once

#include <cstddef>

namespace pgm {

/// The cost of a run, known before it.
struct PlanCost {
    double multiplications = 0;
    std::size_t instructions = 0;
    /// Tables that are read again for every evidence, slices of those whose parents or variable
    /// were observed, and how many cells that makes.
    std::size_t tables_loaded = 0;
    double cells_loaded = 0;
    std::size_t arena_bytes = 0;
    double largest_clique_cells = 0;
};

}  // namespace pgm
