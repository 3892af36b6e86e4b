#pragma once

#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/evidence_columns.hpp>
#include <pgm/model/model.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// The columns of a member's super-parents, null for those that are not observed.
using SuperParentColumns = std::vector<const EvidenceColumn*>;

/// The part of a member in a row: its weight and log p_m(x).
struct MemberShare {
    std::size_t member;
    double weight;
    double log_evidence;
};

/// The sum over the members of a model,
///
///     P(k, x) = sum_m  w_m P_m(k, x) / sum_m w_m        m over the members that take part
///
/// SuperParent determines which members take part in a row. If none does, all do.
///
/// The sum is taken over probabilities relative to the member with the largest p_m(x), which needs
/// one exponential per member. Where the sum of a class is so small that summands may have
/// underflowed, it is computed again from logarithms.
class MemberMixture {
public:
    /// `super_parents[m]` are the columns of the super-parents of member m. The object refers to
    /// both spans.
    MemberMixture(std::span<const WeightedNetwork> members,
                  std::span<const SuperParentColumns> super_parents);

    /// Writes the posterior of the rows from `first` on. `parts[m]` is the posterior of member m
    /// for these rows, with log_probabilities.
    void write(std::span<const BatchPosterior> parts, std::size_t first,
               BatchPosterior& result) const;

private:
    bool takes_part(std::size_t member, std::size_t row) const;
    void find_shares(std::span<const BatchPosterior> parts, std::size_t part_row, std::size_t row,
                     std::vector<MemberShare>& shares) const;

    std::span<const WeightedNetwork> members_;
    std::span<const SuperParentColumns> super_parents_;
    std::vector<char> may_be_left_out_;  ///< by member: whether some combination excludes it
};

}  // namespace pgm::detail
