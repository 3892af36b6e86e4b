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

    /// P_m(k | x) and p_m(x) by their logarithms, rows x classes; `super_parent` is the column of
    /// the member's super-parent, null when it has none or the data have no such column.
    void add(const BatchPosterior& posterior, const WeightedNetwork& member,
             const Column* super_parent);

    /// The posterior of what was added.
    BatchPosterior posterior() const;

private:
    /// log sum exp, one summand after the other, and the weight of the summands. The logarithms are
    /// relative to the largest log p_m(x) of the row so far: where that is -1e18, it has no digits
    /// left for the difference of two classes.
    struct Sum {
        RowsByStates log;
        std::vector<double> largest;
        std::vector<double> weight;
    };
    static void add_row(Sum& sum, const BatchPosterior& posterior, std::size_t row, double weight);

    Sum taking_part_;
    Sum all_;
};

}  // namespace pgm
