#pragma once

#include <learners/estimate/smoothing.hpp>
#include <pgm/data/family_counts.hpp>
#include <pgm/model/variable.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// Everything that a table is estimated with, apart from its counts.
struct TableRules {
    Smoothing smoothing;
    EmptyRow empty_rows = EmptyRow::uniform;
    /// S P'(x, u) for every cell, in the order of the counts, the pseudo-counts of PriorNetwork;
    /// otherwise empty.
    std::vector<double> pseudo_counts;
};

/// The cells of P(child | parents), rows of the child's states as in TableCpd, by the formulas of
/// smoothing.hpp. Sums of weights are formed exactly and every cell is the quotient of two numbers
/// that are rounded once; rows sum to 1 within rounding, except under Floor, which may raise them.
///
/// `schema` names the columns in messages. Throws ArgumentError for an empty row under
/// EmptyRow::error, and for a floor that raises a row past what a network accepts (1.001).
std::vector<double> estimate_table(const FamilyCounts& counts, const TableRules& rules,
                                   std::span<const Variable> schema);

/// The weight of every row, pseudo-counts included: what its probabilities were divided by
/// (BayesianNetwork::row_weights()). None under Floor, which raises rows beyond any distribution.
std::vector<double> row_weights(const FamilyCounts& counts, const TableRules& rules);

/// The configuration of the parents in words, "play=yes, outlook=rain"; "" without parents.
std::string format_configuration(const ColumnScope& parents, std::size_t configuration,
                                 std::span<const Variable> schema);

}  // namespace pgm::learners::detail
