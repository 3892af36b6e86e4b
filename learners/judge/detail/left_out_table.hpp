#pragma once

#include <pgm/data/family_counts.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// How probable a back-off table (smoothing.hpp) makes the very rows it is estimated from, each as
/// if it had not been there (leaving-one-out; Ney, Essen and Kneser 1995, "On the estimation of
/// small probabilities by leaving-one-out"):
///
///     sum over cells (x, u) of  n(x, u) log theta'(x | u),
///     theta'_l(x | u) = (n_l(x, u) - w + m_l theta'_{l-1}(x | u)) / (n_l(u) - w + m_l)
///
/// where w is the weight of one row, or of the cell if that is less. All rows of a cell lose the
/// same, so the sum is exact from the counts alone and takes a term per cell that is not zero.
/// Unlike the likelihood with the rows in place it does not grow without bound as the
/// concentrations m_l fall to 0, so it can choose them: what MacKay and Peto (1995) do by the
/// marginal likelihood of a hierarchical Dirichlet prior, which has no closed form.
///
/// A row counts at the levels whose parents it has, and is predicted at the deepest of these. No
/// logarithm counts as less than -30. It differs from LeaveOneOut (leave_one_out.hpp), which asks
/// all tables together for the class.
class LeftOutTable {
public:
    /// The counts of one child given none, the first, the first two, ... of its parents.
    explicit LeftOutTable(std::span<const FamilyCounts> levels);

    std::size_t levels() const { return levels_; }
    /// The weight of the rows that have the child.
    double weight() const { return weight_; }
    /// The sum above, for concentrations by level as in BackOff.
    double log_likelihood(std::span<const double> concentrations) const;

private:
    /// The rows of one cell that no deeper level sees.
    struct CellRows {
        double weight = 0;
        std::size_t levels = 0;
        std::size_t first = 0;  ///< of numbers_
    };

    std::size_t levels_;
    double uniform_;
    double weight_ = 0;
    std::vector<CellRows> cells_;
    std::vector<double> numbers_;  ///< by cell and level: n_l(x, u) - w, n_l(u) - w
};

}  // namespace pgm::learners::detail
