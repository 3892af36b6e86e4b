#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/data/discretisation.hpp>
#include <pgm/data/sums.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm {

/// The sums that are asked for: of these families over the rows that have a class. Plain data.
struct CountRequest {
    /// The columns of the sums, the class first, as they are after `cuts` and `replacements`; the
    /// families refer to them. The rows may have others.
    std::vector<Variable> schema;
    std::vector<Family> families;
    Discretisation cuts{};        ///< of continuous columns into intervals
    Replacements replacements{};  ///< of missing values
    Limits limits{};
    std::size_t threads = 1;
    StopToken stop{};
};

/// The answer: statistics over the schema of the request that have all its families.
struct CountedRows {
    Sums statistics;
    std::uint64_t rows_without_class = 0;

    /// Adds the sums of other rows. Throws what Sums::merge() throws.
    void merge(const CountedRows& more);
};

/// The sums of a request whose families were counted apart, each in one of `counted` or more, over
/// the same rows, of which so many have a class. Throws ArgumentError where these have different
/// weights.
CountedRows joined(const CountRequest& request, std::span<const CountedRows> counted,
                   std::uint64_t rows);

}  // namespace pgm
