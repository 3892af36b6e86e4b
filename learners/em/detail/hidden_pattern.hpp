#pragma once

#include <learners/em/detail/pattern_layout.hpp>
#include <pgm/core/exact_sum.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// Cells that are missing together in some rows, and what these rows know around them.
///
/// Two missing values of a row belong together when a family contains both. The missing values of a
/// row so fall into components that are independent given the rest of the row, and the posterior of
/// a component depends on the other members of the families that it touches only, its Markov
/// blanket. A pattern is one such component with all the rows that have it. Rows that agree on the
/// blanket are one case, with their weights added up. Where a tenth of the cells is missing at
/// random most components are a cell or two, whatever the size of the network.
///
/// Listing the joint states of a component is the E-step's back end for few missing values; the
/// engine (InferenceEngine::families()) answers where that would take longer than a question. A
/// question for every row in their stead takes 6 to 17 times as long with 5 % of the cells missing
/// at random and 2 to 3 times with 20 % (tan over kr-vs-kp, mushroom, vote and soybean): it is
/// about the whole network, and fewer rows agree on all of their columns. Missing continuous cells
/// are always listed, for the engine has no moments of families.
struct HiddenPattern {
    PatternMembers members;
    PatternLayout layout;
    /// True if the engine answers, and not a list of the joint states: where there are too many of
    /// them. The pattern is then all that its rows miss, the known columns are all others, and the
    /// layout's factors are those that no hidden cell touches.
    bool asks_engine = false;

    // One entry per case, ascending, so that the order of the rows is forgotten.
    std::vector<std::uint32_t> codes;  ///< cases x members.known_discrete
    std::vector<double> values;        ///< cases x members.known_continuous
    std::vector<WeightSum> weights;

    std::size_t cases() const { return weights.size(); }
    const std::uint32_t* codes_of(std::size_t i) const {
        return codes.data() + i * members.known_discrete.size();
    }
    const double* values_of(std::size_t i) const {
        return values.data() + i * members.known_continuous.size();
    }
    /// Predicted work of one case, in multiplications.
    double work_per_case() const;
};

/// Bounds of a search for patterns.
struct PatternLimits {
    double max_bytes = infinity;  ///< of all patterns together
    StopToken stop{};
};

/// The patterns of a table by ascending missing columns. `factors` are the families whose
/// distributions make up the network, `sums` those whose sums are wanted. Columns that are in no
/// factor do not count, nor do rows of weight 0. Throws TooLargeError where rows miss so different
/// cells that the patterns need more memory than they may, and Stopped.
std::vector<HiddenPattern> find_hidden_patterns(const Dataset& rows,
                                                std::span<const Family> factors,
                                                std::span<const Family> sums,
                                                const PatternLimits& limits = {});

}  // namespace pgm::learners::detail
