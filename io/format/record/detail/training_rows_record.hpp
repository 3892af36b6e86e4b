#pragma once

#include <io/format/record/detail/flat_record.hpp>
#include <pgm/data/distinct_rows.hpp>

#include <vector>

namespace pgm::io::detail {

/// The training rows of a classifier as part of a flat record: their number; of each its weight
/// (whole, fraction); one text of the codes of all cells, row by row, four bytes each with the
/// lowest first.
void write_training_rows(FlatWriter& writer, const DistinctRows& rows);

/// Reads them back; they are about the discrete variables of `schema`. Throws ParseError for what
/// contradicts itself, and ArgumentError for rows that do not fit the schema.
DistinctRows read_training_rows(FlatReader& reader, std::vector<Variable> schema);

}  // namespace pgm::io::detail
