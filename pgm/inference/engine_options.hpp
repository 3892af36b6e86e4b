#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace pgm {

/// Bounds and switches of an engine. Plain data; the defaults suit a desktop machine.
struct EngineOptions {
    /// Largest working memory one question may need, in bytes, the table of a joint distribution
    /// that it gives included. Known before anything is allocated; beyond it TooLargeError names
    /// the largest clique.
    std::size_t max_arena_bytes = std::size_t{8} << 30;
    /// Most multiplications that one question may take, 1 to 4 billion of which are about a second.
    /// Known before the first of them; beyond it TooLargeError names the number. A question of a
    /// few words can fill the memory allowed again and again: who takes questions, or networks,
    /// from strangers bounds both.
    std::optional<std::uint64_t> max_multiplications = std::nullopt;
    /// Number of plans kept for questions that come again.
    std::size_t cached_plans = 256;
    /// Threads that one question may use (0 = one per core). Only large networks gain
    /// (shared_contraction.hpp); the answers are the same bits.
    std::size_t threads = 1;
};

}  // namespace pgm
