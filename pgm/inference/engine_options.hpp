#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

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
    /// Most components of the distribution of a continuous variable.
    std::size_t max_mixture_components = std::size_t{1} << 20;
    /// Number of plans kept for questions that come again.
    std::size_t cached_plans = 256;
    /// Threads that one question may use (0 = one per core). Only large networks gain
    /// (shared_contraction.hpp); the answers are the same bits.
    std::size_t threads = 1;
};

/// Options of a question about many rows. Plain data.
struct BatchOptions {
    /// Threads to compute on; 0 = one per core. Does not change a bit of the result.
    std::size_t threads = 1;
    /// True if BatchPosterior::log_probabilities are computed, too. Read where the question is
    /// about one discrete variable.
    bool log_probabilities = false;
    /// The probability of the central interval of a continuous variable, between 0 and 1.
    double interval = 0.9;
    /// The true values of a continuous variable, one per row, NaN where a row has none: the
    /// forecasts are scored by them. They are no evidence. Empty: nothing is scored.
    std::span<const double> truth = {};
};

}  // namespace pgm
