#pragma once

#include <apps/pgm/options/options.hpp>
#include <pgm/query/interval.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace pgm::apps {

/// The options that ask how sure an answer is (pgm/query/interval.hpp).
struct IntervalChoices {
    std::string probability;
    std::size_t draws = IntervalOptions().draws;
    std::size_t seed = IntervalOptions().seed;

    void add_to(Options& options);

    /// Null where no interval is asked for. Throws UsageError for a text that is no probability
    /// between 0 and 1.
    std::optional<IntervalOptions> read() const;
};

/// The probability of "95%" or "0.95", between 0 and 1. Throws UsageError otherwise.
double parse_interval(const std::string& text);

}  // namespace pgm::apps
