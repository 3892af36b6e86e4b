#pragma once

#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace pgm::tests {

/// A JSON file of the reference data, decompressed when its name says so; null where the data is
/// absent.
std::optional<nlohmann::json> reference_json(const std::string& relative);

/// A network of the reference data in BIF.
BayesianNetwork reference_network(const std::string& relative);

/// The paths of all network files of the reference data of at most that size unpacked, in whatever
/// format, but of those that are refused because they hold decisions.
std::vector<std::string> reference_network_files(std::size_t max_bytes);

/// {"A": "a", "X": 1.5} as observations, {"B": [0.1, 0.2]} as likelihoods.
Evidence evidence_from_json(const BayesianNetwork& network, const nlohmann::json& findings);

}  // namespace pgm::tests
