#pragma once

#include <io/file/byte_source.hpp>
#include <io/options/read_options.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

/// Reads a network from a file, by the file's suffix (.bif, .pgmodel; each also with .gz). "-"
/// reads standard input and tells the format by its first bytes. Throws IoError, ParseError,
/// ModelError (all problems at once), TooLargeError.
ReadResult read_network(const std::string& path, const Limits& limits = {});

/// The same of a source that is open and stands at its first byte; the first bytes tell the format.
ReadResult read_network(ByteSource& source, const Limits& limits = {});

/// The networks of a model with their weights: those of a classifier, or the one of any other file.
struct ModelResult {
    std::vector<WeightedNetwork> members;
    std::vector<Problem> remarks;
};

/// Reads a network or a classifier, as read_network(path) does, but also a classifier that averages
/// several networks, which is no network.
ModelResult read_model(const std::string& path, const Limits& limits = {});

/// Whether what begins with these bytes is a network in a format that can be told by them: BIF or
/// the native one.
bool is_network(std::string_view first_bytes);

/// Every problem of a file with its place, errors, warnings and notes alike; empty when all is
/// well. Throws only IoError.
std::vector<Problem> check_network_file(const std::string& path, const Limits& limits = {});

/// What would be lost if the network were written in the format of that path; empty when nothing.
std::vector<std::string> losses(const BayesianNetwork& network, const std::string& path);

/// Writes a network by the path's suffix (.bif, .pgmodel, .dot; each also with .gz), atomically;
/// "-" writes BIF to standard output.
void write_network(const BayesianNetwork& network, const std::string& path);

}  // namespace pgm::io
