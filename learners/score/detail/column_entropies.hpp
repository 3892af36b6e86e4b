#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/data/family_counter.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// How much the columns of a table leave open: n H(Y) and n H(Y | Z) in nats for each pair of
/// discrete columns without missing values, n being the weight of the rows.
///
/// They bound what a parent Y can do for a family: added to the parents S of any X it raises the
/// log-likelihood by n I(X; Y | S) <= n H(Y | S) <= n H(Y | Z) for every Z in S.
class ColumnEntropies {
public:
    ColumnEntropies(const FamilyCounter& counter, std::size_t threads);

    /// An upper bound of n H(column | given): the least one given none or one of them. Plus
    /// infinity for a continuous column.
    double bound(VariableId column, std::span<const VariableId> given) const;

private:
    std::vector<double> entropies_of(const FamilyCounter& counter, std::size_t column) const;

    /// Entropies of each column alone, then given each column; plus infinity given itself or
    /// numbers.
    std::vector<std::vector<double>> entropies_;
};

}  // namespace pgm::learners::detail
