#pragma once

#include <pgm/core/exact_sum.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/family_counts.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// Rows of one configuration of the discrete parents, each different one once: the values of the
/// continuous parents, in the order of the family, and the state of the child.
struct ThresholdGroup {
    std::size_t regressors = 0;
    std::size_t cardinality = 2;  ///< of the child
    std::vector<double> values;  ///< those of a row one behind the other
    std::vector<std::uint32_t> states;
    std::vector<double> weights;

    std::size_t size() const { return states.size(); }
    std::span<const double> row(std::size_t i) const {
        return std::span(values).subspan(i * regressors, regressors);
    }
    void append(const ThresholdGroup& other);
};

/// The rows of a family with a discrete child and continuous parents, which no sums stand for. Rows
/// in which a member is missing are left out. groups() are in an order that depends on the cells
/// alone, so the order of the rows leaves no trace and a row of weight 2 is two rows.
class ThresholdRows {
public:
    /// `schema` are the variables by column.
    ThresholdRows(Family family, std::span<const Variable> schema);

    const Family& family() const { return family_; }
    std::span<const ColumnId> regressors() const { return regressors_; }
    /// The discrete parents.
    ColumnScope configurations() const;
    std::size_t states() const { return cells_.cardinalities().back(); }

    /// `columns[i]` is the column of `data` that the family calls ColumnId{i}.
    void add(const Dataset& data, std::span<const ColumnId> columns);

    /// The rows of each configuration.
    std::vector<ThresholdGroup> groups() const;

private:
    bool is_before(std::size_t a, std::size_t b) const;
    bool is_same(std::size_t a, std::size_t b) const;

    Family family_;
    std::vector<ColumnId> regressors_;
    ColumnScope cells_;           ///< the discrete parents, the child last
    std::vector<double> values_;  ///< those of a row one behind the other
    std::vector<std::size_t> cell_of_;
    std::vector<WeightSum> weights_;
};

}  // namespace pgm::learners::detail
