#pragma once

#include <io/options/read_options.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Reads a network in the text format of this library: JSON (RFC 8259) that people read, edit and
/// compare line by line, and that holds every kind of distribution without loss
/// (docs/model.schema.json).
///
///     {
///       "format": "pgm-network",
///       "version": 1,
///       "variables": [
///         {
///           "name": "Rain",
///           "states": ["no", "yes"],
///           "parents": ["Cloudy"],
///           "table": [
///             {"given": ["no"], "p": [0.8, 0.2]},
///             {"given": ["yes"], "p": [0.2, 0.8]}
///           ]
///         },
///         ...
///
/// A variable without states is continuous. In place of "table" may stand "uniform": true,
/// "noisy_max", "gaussian" or "kernel_density". Rows name the states of the discrete parents and
/// may come in any order; rows that name none are in the order of the table, the last parent
/// fastest. It differs from `.pgmodel` in being text: slower to read, without a checksum, and the
/// same on every machine.
///
/// A file of a classifier is read as its network if it has just one.
///
/// Throws ParseError where the text is no JSON or has a member that is not known, ModelError with
/// all problems of the network at once, and TooLargeError.
ReadResult read_json(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins with '{'.
bool is_json(std::string_view first_bytes);

/// Writes a network, numbers in the shortest form that reads back as the same double, one row on a
/// line. Throws ArgumentError for a FunctionCpd without a name and for names that are not UTF-8.
void write_json(const BayesianNetwork& network, std::ostream& out);

/// The classifier that a text with "format": "pgm-classifier" holds: networks, schema, cut points,
/// replacements, temperature, provenance, statistics and training rows. Throws as read_json() does,
/// ParseError also for a text that holds a network. Warnings are appended to `remarks`.
Classifier read_classifier_json(std::string_view bytes, const ReadOptions& options,
                                std::vector<Problem>& remarks);

/// True if a text of JSON says that it holds a classifier.
bool is_classifier_json(std::string_view bytes);

void write_classifier_json(const Classifier& classifier, std::ostream& out);

}  // namespace pgm::io::detail
