#pragma once

#include <io/format/record/detail/flat_record.hpp>
#include <io/format/record/detail/statistics_fields.hpp>
#include <pgm/core/limits.hpp>

namespace pgm::io::detail {

/// A sum of weights as its whole part and its fraction.
void write_value(FlatWriter& writer, WeightSum weight);
void read_value(FlatReader& reader, std::string_view what, WeightSum& weight);

/// The number of a cell and its weight.
void write_value(FlatWriter& writer, const FamilyCounts::CountedCell& cell);
void read_value(FlatReader& reader, std::string_view what, FamilyCounts::CountedCell& cell);

/// Sums as part of a flat record, all in its numbers and texts:
///
///     schema     number of variables; of each its name and states (ColumnFields)
///     totals     rows, weight (whole, fraction)
///     counts     number of families; of each child, number of parents, their columns, and whole
///                and fraction of every cell; of a sparse one (pgm/data/family_counts.hpp), but
///                for classifiers of version 1, the number of cells that are not zero, and of each
///                its number, whole and fraction
///     moments    number of families; of each child, number of parents, their columns; per
///                configuration its weight (whole, fraction) and, if that is not 0, per sum the
///                number of limbs, the place of the first (plus 128) and the limbs
///
/// It differs from the fields of StatisticsFields in that columns are numbers and that lists whose
/// lengths follow from the schema do not state them. What contradicts itself throws ParseError,
/// what is past the limits TooLargeError.
void write_value(FlatWriter& writer, const Sums& statistics);
void read_value(FlatReader& reader, std::string_view what, Sums& statistics);

/// A schema, as above: number of variables; of each its name and states.
void write_schema(FlatWriter& writer, std::span<const Variable> schema);
std::vector<Variable> read_schema(FlatReader& reader, const Limits& limits);

}  // namespace pgm::io::detail
