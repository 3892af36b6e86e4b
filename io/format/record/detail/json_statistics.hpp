#pragma once

#include <io/format/record/detail/json_reader.hpp>
#include <io/format/record/detail/json_text.hpp>
#include <pgm/data/distinct_rows.hpp>
#include <pgm/data/statistics.hpp>

#include <span>
#include <vector>

namespace pgm::io::detail {

// The rows that a classifier was fitted from, as sums and as rows, exactly. A sum of weights that
// is a whole number is written as one, another one as [whole, fraction / 2^-64]; an exact sum of
// numbers by its limbs, the sum of limb i times 2^(64 (first + i)) in two's complement.

/// The variables of data: names and states.
void write_schema(JsonLines& lines, std::span<const Variable> schema);
std::vector<Variable> read_schema(JsonReader& reader, const Limits& limits);

/// The object of statistics, which has a schema of its own.
void write_statistics(JsonLines& lines, const Statistics& statistics);
Statistics read_statistics(JsonReader& reader, const Limits& limits);

/// The array of the different rows, each with its weight and the numbers of its states, -1 where
/// a cell is missing. They are about the discrete variables of `schema`.
void write_training_rows(JsonLines& lines, const DistinctRows& rows);
DistinctRows read_training_rows(JsonReader& reader, std::vector<Variable> schema);

}  // namespace pgm::io::detail
