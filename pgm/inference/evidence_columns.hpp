#pragma once

#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

namespace pgm {

/// The cells of one variable over many rows: state numbers in one of three widths for a discrete
/// variable, numbers for a continuous one.
using EvidenceCells = std::variant<std::span<const std::uint8_t>, std::span<const std::uint16_t>,
                                   std::span<const std::uint32_t>, std::span<const double>>;

/// The code of a cell that was not observed: all bits one. In a column of doubles it is NaN.
template <class Code>
inline constexpr Code missing_cell = std::numeric_limits<Code>::max();

/// One variable's findings, one cell per row. A view: the memory is the caller's.
struct EvidenceColumn {
    VariableId variable;
    EvidenceCells cells;
};

/// The findings of many rows, by columns; what a data set is to an engine. Where Evidence is
/// one sparse question, this is a million dense ones that observe nearly the same variables, which
/// is what makes them cheap (batch_posterior.hpp). Variables without a column are not observed in
/// any row. There are no likelihoods and no interventions here; questions with those are asked one
/// at a time.
///
///     const std::vector<std::uint8_t> smoke{0, 1, missing_cell<std::uint8_t>}, xray{1, 1, 0};
///     EvidenceColumns{3, {{network.id("smoke"), smoke}, {network.id("xray"), xray}}};
struct EvidenceColumns {
    std::size_t rows = 0;
    std::vector<EvidenceColumn> columns;
};

/// Throws unless the columns fit the network: EvidenceError for a variable that does not exist or
/// has two columns, for codes of a continuous variable or numbers of a discrete one, for a column
/// of another length, and, naming variable and row, for a cell that is no state of its variable and
/// for an infinite number.
void validate(const EvidenceColumns& columns, const BayesianNetwork& network);

/// Runs these checks on `threads` threads (0 = one per core); and, since every cell is looked at,
/// whether each column is without a cell somewhere.
std::vector<char> find_incomplete(const EvidenceColumns& columns, const BayesianNetwork& network,
                                  std::size_t threads);

/// The findings of `count` rows from `first` on. A view, as the columns are.
EvidenceColumns rows_of(const EvidenceColumns& columns, std::size_t first, std::size_t count);

/// The findings of one row. The columns must have passed validate().
Evidence evidence_of_row(const EvidenceColumns& columns, std::size_t row);

}  // namespace pgm
