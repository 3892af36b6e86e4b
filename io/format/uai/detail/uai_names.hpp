#pragma once

#include <io/options/read_options.hpp>
#include <pgm/model/network.hpp>

#include <string>
#include <string_view>

namespace pgm::io::detail {

/// The file of names that belongs to a model: "m.uai.names" of "m.uai" and of "m.uai.gz".
std::string uai_names_path(std::string_view model_path);

/// A line "smoke = no, yes" for each variable.
std::string uai_names(const BayesianNetwork& network);

/// The network with the names of such a text. Throws ParseError where the text has another form and
/// where it does not fit the network, ModelError for names that are given twice.
BayesianNetwork with_uai_names(const BayesianNetwork& network, std::string_view text,
                               const ReadOptions& options);

/// The network with the names of the file beside the model, if there is one.
BayesianNetwork with_names_beside(BayesianNetwork network, const std::string& model_path,
                                  const Limits& limits);

/// Writes the names beside a model that was written to a file, unless they are those that
/// variables and states have without it and there is no such file yet.
void write_names_beside(const BayesianNetwork& network, const std::string& model_path);

}  // namespace pgm::io::detail
