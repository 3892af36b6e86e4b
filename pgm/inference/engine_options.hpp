#pragma once

#include <cstddef>

namespace pgm {

/// Bounds and switches of an engine. Plain data; the defaults suit a desktop machine.
struct EngineOptions {
    /// Largest working memory one question may need, in bytes, the table of a joint distribution
    /// that it gives included. Known before anything is allocated; beyond it TooLargeError names
    /// the largest clique.
    std::size_t max_arena_bytes = std::size_t{8} << 30;
    /// Number of plans kept for questions that come again.
    std::size_t cached_plans = 256;
    /// Threads that one question may use (0 = one per core). Only large networks gain
    /// (shared_contraction.hpp); the answers are the same bits.
    std::size_t threads = 1;
};

}  // namespace pgm
