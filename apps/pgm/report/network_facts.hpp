#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/interval.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pgm::apps {

// The pieces of answers about a network, which several commands share. Tables are made row by row
// while they are rendered; network and answer have to outlive them.

/// ["A","B"]
std::vector<std::string> names_of(const BayesianNetwork& network,
                                  std::span<const VariableId> variables);

using States = std::vector<std::pair<VariableId, StateId>>;

States states_of(std::span<const VariableId> variables, std::span<const StateId> states);
/// The states of an explanation, in the order of its variables.
States states_of(const Explanation& explanation);

/// "Test=test, Seismic=open"
std::string assignment_text(const BayesianNetwork& network, const States& states);
/// {"Test":"test","Seismic":"open"}, of which people see nothing.
Report assignment_object(const BayesianNetwork& network, const States& states);

/// The states of the discrete parents of a variable in a row of its distribution.
States states_of_row(const BayesianNetwork& network, VariableId variable, std::size_t row);

/// The name of a number: "P(Seismic=open | Oil=dry)" or, without a state, "Pay(Drill=drill)".
std::string number_name(const BayesianNetwork& network, VariableId of, std::size_t row,
                        std::optional<StateId> state);

/// A member per variable, {"A":"a","B":"b"} as Members, and a line with its state.
ReportRows assignment_rows(const BayesianNetwork& network, States states);

/// "best": [{"assignment":{"A":"a"},"probability":0.3}, ..] of argmax 5 (..), with "tied" where one
/// is as probable as the one before; for people a line each with the states in which they differ.
/// Each assignment also has the states of `known`. Nothing of a question for one assignment.
Report best_report(const BayesianNetwork& network, const Answer& answer,
                   const std::map<VariableId, StateId>& known = {});

/// How sure numbers are, in their order; empty where that was not asked for. They have to outlive
/// the reports.
using Intervals = std::span<const std::optional<CredibleInterval>>;

/// " (0.24 to 0.41)" behind a number; empty without intervals.
std::string interval_text(Intervals intervals, std::size_t number);
/// "0.24 to 0.41", or "-".
std::string interval_text(const std::optional<CredibleInterval>& interval);
/// "sd" and "interval", null where there is none; nothing without intervals.
Report interval_facts(Intervals intervals, std::size_t number);

/// "marginals": {"A":{"yes":0.1,"no":0.9}}; a line per state with its probability and a bar. With
/// intervals, "intervals": {"A":{"yes":{"sd":..,"interval":[..]},..}}, and a column.
Report marginals_report(const BayesianNetwork& network, const Posterior& posterior,
                        Intervals intervals = {});

/// "variables" and "distribution", the cells of a joint distribution with their states, which may
/// be more than fit into memory as text, and their intervals.
Report joint_report(const BayesianNetwork& network, const JointPosterior& joint,
                    Intervals intervals = {});

}  // namespace pgm::apps
