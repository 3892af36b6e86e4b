#pragma once

#include <pgm/query/query.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// Evidence as JSON: one object, or an array of them for many questions about one network.
///
///     {"smoke": "yes", "xray": [0.9, 0.2], "dysp": {"posterior": [0.7, 0.3]}}
///
/// A value is the name of a state, an array with the likelihood of each state in state order, or
/// the posterior to be imposed on the variable (Jeffrey's rule: ImposedPosterior). A number, true
/// or false stands for the state of that text, as it is written in the file, or else a number for
/// the state of that number (pgm/model/state_lookup.hpp).
struct EvidenceFile {
    std::vector<Given> sets;
    bool is_array = false;  ///< an array of objects was given, so an array of answers is expected
};

/// Reads the text of such a file; `name` is what errors call it. Throws ParseError for text that is
/// not such JSON, EvidenceError for findings that do not fit the network or a variable found twice;
/// all with file, line and column, those in an array also with the number of the set, counted from
/// 1.
EvidenceFile parse_evidence_json(const BayesianNetwork& network, std::string_view text,
                                 const std::string& name);

}  // namespace pgm::apps
