#pragma once

#include <pgm/core/ids.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm {

/// The super-parents of a member of an averaged classifier: one feature in AODE, a pair of features
/// in A2DE. It holds the weight of the training rows that had each combination of their states, and
/// leaves the member out of a row whose combination has less than `least_weight`: what the member
/// says of it would rest on no row. The least weight is 1 in AODE and in A2DE (Webb, Boughton and
/// Wang 2005, "Not so naive Bayes", section 3; Webb, Boughton, Zheng, Ting and Salem 2012,
/// "Learning by extrapolation from marginal to full-multivariate probability distributions").
struct SuperParent {
    std::vector<std::string> features;       ///< one or more, all different
    std::vector<std::size_t> cardinalities;  ///< their numbers of states in the member's network
    /// One per combination of states, that of the last feature changing fastest.
    std::vector<double> weights;
    double least_weight = 1;

    /// The training weight of the rows that had these values, one per feature. A value that is not
    /// known is summed out.
    double weight_of(std::span<const std::optional<StateId>> values) const;

    /// True if the member takes part in a row with these values. Where none is known it does.
    bool admits(std::span<const std::optional<StateId>> values) const;

    friend bool operator==(const SuperParent&, const SuperParent&) = default;
};

}  // namespace pgm
