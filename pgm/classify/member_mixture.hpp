#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/data/column.hpp>
#include <pgm/inference/batch_posterior.hpp>

#include <vector>

namespace pgm {

/// The sum over the members of a classifier,
///
///     P(k, x) = sum_m  w_m P_m(k, x) / sum_m w_m        m over the members that take part in the row (SuperParent tells who does)
///
/// in logarithms, row by row, member by member: only two sums per row and class are kept, whatever the number of members. All members are summed beside
/// those that take part, for the rows where nobody does.
class MemberMixture {
public:
    MemberMixture(std::size_t rows, std::size_t classes);

    /// `log_joint` is log P_m(k, x), rows x classes; `super_parent` the column of the member's super-parent, null when it has none or the data have no such column.
    void add(const RowsByStates& log_joint, const WeightedNetwork& member, const Column* super_parent);

    /// The posterior of what was added.
    BatchPosterior posterior() const;

private:
    /// log sum exp, one summand after the other, and the weight of the summands.
    struct Sum {
        RowsByStates log;
        std::vector<double> weight;
    };
    static void add_row(Sum& sum, const RowsByStates& log_joint, std::size_t row, double weight);

    Sum taking_part_;
    Sum all_;
};

}  // namespace pgm
