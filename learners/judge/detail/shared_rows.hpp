#pragma once

#include <pgm/core/numbers.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/discretisation.hpp>
#include <pgm/data/distinct_rows.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The rows that all members of a stack leave out, however each cuts its columns and whatever each
/// puts into missing values, which are missing here: rows that differ under some of the cuts are
/// different rows here, for columns are cut wherever any of them is. Of a column that one of them
/// does not cut, different numbers are different.
class SharedRows {
public:
    /// The rows of a table with these columns. Throws TooLargeError where the different numbers of
    /// columns that are not cut need more bytes than they may.
    SharedRows(const Dataset& data, std::span<const Variable> schema,
               std::span<const Discretisation> cuts, double max_bytes = infinity);

    /// The rows as one of the discretisations cuts them and as missing values are replaced, all
    /// columns being discrete then, in the same order.
    std::vector<DistinctRows::WeightedRow> prepared_by(const Discretisation& cuts,
                                                       const Replacements& replacements) const;

    /// The shared rows as they stand in the table they were made from, in their order and with
    /// their weights.
    Dataset select_from(const Dataset& data) const;

    std::size_t size() const { return rows_.size(); }
    /// The weights by row.
    std::vector<double> weights() const;

private:
    std::vector<Variable> schema_;  ///< before the cuts
    Discretisation refinement_;
    DistinctRows rows_;
};

}  // namespace pgm::learners::detail
