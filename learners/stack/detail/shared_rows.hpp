#pragma once

#include <pgm/data/dataset.hpp>
#include <pgm/data/discretisation.hpp>
#include <pgm/data/distinct_rows.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The rows that all members of a stack leave out, however each cuts its columns: rows that differ
/// under some of the cuts are different rows here, for columns are cut wherever any of them is.
class SharedRows {
public:
    /// The rows of a table with these columns, all of them discrete under each of the cuts.
    SharedRows(const Dataset& data, std::span<const Variable> schema,
               std::span<const Discretisation> cuts);

    /// The rows as one of the discretisations cuts them, in the same order.
    std::vector<DistinctRows::Row> cut_by(const Discretisation& cuts) const;

    /// By row.
    std::vector<double> weights() const;

private:
    std::vector<Variable> schema_;  ///< before the cuts
    Discretisation refinement_;
    DistinctRows rows_;
};

}  // namespace pgm::learners::detail
