#pragma once

#include <io/format/record/detail/classifier_fields.hpp>
#include <io/format/record/detail/network_record.hpp>
#include <pgm/core/limits.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The record of a classifier, and behind it one per network.
///
///     parts      name of the class; schema (statistics_record.hpp)
///                cuts: number of columns; of each its name, number of cuts, the cuts (values)
///                the fields of Provenance that are in all versions
///                members: their number; of each its weight (value), the version of its network
///                    record, the number of its super-parents and, unless that is 0: their names,
///                    number of weights, the weights and the least weight (values); before
///                    version 5 there is one super-parent at most
///                1 and the version of its network record if there is a prior network, or 0
///                1 and the statistics (statistics_record.hpp), or 0
///                from version 5 on: the fields that Provenance has from then on; number of
///                    replacements, of each the column, 0 and a state, 1 and a number (value), or 2
///                    and the name of a state
///                from version 3 on: the fields that Provenance has from then on; the temperature
///                    (value); 1 and the training rows, or 0: their number; of each its weight
///                    (whole, fraction); one text of the codes of all cells, row by row, four bytes
///                    each with the lowest first
///                from version 5 on: 0 and 0, where programs before 1.0 had numbers of temperatures
///                    by class and of variables with concentrations of their own
///                from version 6 on: the fields that Provenance has from then on
///                from version 4 on, but for a stacked classifier: number of stacked classifiers;
///                    of each its weight (value) and all other parts
///     others     those of the members in order, then the prior, then those of stacked classifiers
///
/// Throws ArgumentError for a network with a FunctionCpd.
FlatRecord record_of(const Classifier& classifier);

/// Takes the record and those that follow it apart, as network_of() does: what contradicts itself
/// throws ParseError, what is too large TooLargeError.
Classifier classifier_of(FlatReader& reader);

/// Rows in the form above.
void write_value(FlatWriter& writer, const std::vector<TrainingRow>& rows);
void read_value(FlatReader& reader, std::string_view what, std::vector<TrainingRow>& rows);

}  // namespace pgm::io::detail
