#pragma once

#include <io/format/record/detail/classifier_fields.hpp>
#include <io/format/record/detail/json_reader.hpp>
#include <io/format/record/detail/json_writer.hpp>
#include <io/format/record/detail/network_fields.hpp>

namespace pgm::io::detail {

// Values that have a form of their own in JSON, for JsonReader::read() and JsonWriter::write(). The
// name and the version of a format are those that are expected.

void read_value(JsonReader& reader, std::string_view what, FormatName& format);
void write_value(JsonWriter& writer, const FormatName& format);
void read_value(JsonReader& reader, std::string_view what, FormatVersion& version);
void write_value(JsonWriter& writer, FormatVersion version);

void read_value(JsonReader& reader, std::string_view what, GivenStates& given);
void write_value(JsonWriter& writer, const GivenStates& given);

/// Warnings of the network are appended to the remarks of the reader.
void read_value(JsonReader& reader, std::string_view what, BayesianNetwork& network);
void write_value(JsonWriter& writer, const BayesianNetwork& network);

/// A whole number, or [whole, rest] for whole + rest / 2^64.
void read_value(JsonReader& reader, std::string_view what, WeightSum& weight);
void write_value(JsonWriter& writer, WeightSum weight);
/// [cell, weight]
void read_value(JsonReader& reader, std::string_view what, FamilyCounts::CountedCell& cell);
void write_value(JsonWriter& writer, const FamilyCounts::CountedCell& cell);
/// SumFields
void read_value(JsonReader& reader, std::string_view what, ExactSum& sum);
void write_value(JsonWriter& writer, const ExactSum& sum);
/// StatisticsFields
void read_value(JsonReader& reader, std::string_view what, Sums& statistics);
void write_value(JsonWriter& writer, const Sums& statistics);
/// -1 for a missing value.
void read_value(JsonReader& reader, std::string_view what, CellCode& cell);
void write_value(JsonWriter& writer, CellCode cell);

}  // namespace pgm::io::detail
