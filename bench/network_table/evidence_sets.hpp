#pragma once

#include <pgm/inference/evidence_columns.hpp>
#include <pgm/model/evidence.hpp>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace pgm::bench {

/// Evidence for timing: many different sets, since asking the same again and again flatters small
/// networks.
struct EvidenceSets {
    std::vector<Evidence> fixed;    ///< the same variables observed each time, other values
    std::vector<Evidence> varying;  ///< other variables each time
};

/// Reads {"fixed": [{"A": "a"}, ...], "varying": [...]}. Throws IoError, ParseError and the errors
/// of findings that do not fit the network.
EvidenceSets read_evidence_sets(const BayesianNetwork& network, const std::string& path);

/// Twenty sets of either kind, a fifth of the variables observed, their values drawn from the
/// network itself, so that no set is impossible. The same for the same network.
EvidenceSets draw_evidence_sets(const BayesianNetwork& network);

/// A table of rows that observe a fifth of the variables, drawn from the network; a share of the
/// cells is missing at random.
struct EvidenceTable {
    std::deque<std::vector<std::uint16_t>> cells;
    EvidenceColumns columns;
    VariableId target;  ///< one of those that are not observed

    EvidenceTable(const BayesianNetwork& network, std::size_t rows, double missing);
};

}  // namespace pgm::bench
