#pragma once

#include <apps/pgm/shell/json_text.hpp>
#include <pgm/model/network.hpp>

#include <span>

namespace pgm::apps {

// The pieces of JSON that several commands share.

/// ["A","B"]
void write_names(JsonText& json, const BayesianNetwork& network,
                 std::span<const VariableId> variables);

/// {"A":"a","B":"b"}
void write_assignment(JsonText& json, const BayesianNetwork& network,
                      std::span<const VariableId> variables, std::span<const StateId> states);

/// {"yes":0.1,"no":0.9}
void write_distribution(JsonText& json, const Variable& variable,
                        std::span<const double> probabilities);

}  // namespace pgm::apps
