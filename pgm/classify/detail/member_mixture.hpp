#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/data/column.hpp>
#include <pgm/inference/batch_posterior.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// A member's share in a row: its weight, and log p_m(x).
struct MemberShare {
    std::size_t member;
    double weight;
    double log_evidence;
};

/// The sum over the members of a classifier,
///
///     P(k, x) = sum_m  w_m P_m(k, x) / sum_m w_m        m over the members that take part
///
/// SuperParent tells which members take part in a row; where none does, all do.
///
/// A row is summed in probabilities relative to the member that finds it most probable, which takes
/// one exponential per member. Where the sum of a class is so small that summands may have run out,
/// the row is summed once more in logarithms, which do not.
class MemberMixture {
public:
    /// `super_parents[m]` is the column of the super-parent of member m, null when it has none or
    /// the data have no such column. Refers to both.
    MemberMixture(std::span<const WeightedNetwork> members,
                  std::span<const Column* const> super_parents);

    /// Writes the posterior of the rows [first, first + the rows of the parts): `parts[m]` is what
    /// member m says of them, with log_probabilities.
    void write(std::span<const BatchPosterior> parts, std::size_t first,
               BatchPosterior& result) const;

private:
    bool takes_part(std::size_t member, std::size_t row) const;
    void find_shares(std::span<const BatchPosterior> parts, std::size_t part_row, std::size_t row,
                     std::vector<MemberShare>& shares) const;

    std::span<const WeightedNetwork> members_;
    std::span<const Column* const> super_parents_;
    std::vector<char> may_keep_silent_;  ///< by member: whether its super-parent has a rare state
};

}  // namespace pgm::detail
