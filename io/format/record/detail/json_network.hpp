#pragma once

#include <io/format/record/detail/json_reader.hpp>
#include <io/format/record/detail/json_text.hpp>
#include <io/options/read_options.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

inline constexpr std::string_view network_format = "pgm-network",
                                  classifier_format = "pgm-classifier";
inline constexpr std::uint64_t json_version = 1;

/// Reads the value of the member "version". Throws ParseError for one that is not known.
void read_version(JsonReader& reader);

/// The object of a network, within a classifier or by itself (json.hpp). Its warnings are appended
/// to `remarks`.
BayesianNetwork read_network_object(JsonReader& reader, const ReadOptions& options,
                                    std::vector<Problem>& remarks);

/// Writes the members of a network, within braces that the caller writes.
void write_network_members(JsonLines& lines, const BayesianNetwork& network);

/// The object of one variable with its distribution.
void write_variable(JsonLines& lines, const BayesianNetwork& network, VariableId id);

}  // namespace pgm::io::detail
