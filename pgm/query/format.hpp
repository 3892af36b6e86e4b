#pragma once

#include <pgm/model/network.hpp>
#include <pgm/query/query.hpp>

#include <string>
#include <vector>

namespace pgm {

/// "P(Rain | Wet=wet, do(Sprinkler=off))". parse_query() of the result gives the same question.
std::string format(const BayesianNetwork& network, const Query& query);

/// The conditions of a question, part by part: "Wet=wet", "do(Sprinkler=off)", "height=1.8",
/// "xray=[0.9, 0.2]", "xray~[0.7, 0.3]".
std::vector<std::string> format_parts(const BayesianNetwork& network, const Given& given);

/// "Rain=yes or not (Sprinkler=on and Cloudy=no)"
std::string format(const BayesianNetwork& network, const Expression& expression);

}  // namespace pgm
