#pragma once

#include <pgm/data/dataset.hpp>
#include <pgm/graph/partially_directed_graph.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// What the textbook examples of learned structures share: graphs over the columns of a table, and
/// words for what is found.
namespace pgm::examples {

/// Rows drawn from a discrete network; column v is variable v.
Dataset sampled_table(const BayesianNetwork& network, std::size_t rows, std::uint64_t seed);

/// The graph of a text like "Fire -> Smoke -> Alarm" over the columns of a table.
Dag graph_over(const Dataset& data, std::string_view structure);

/// Its network by the relative frequencies in the table.
BayesianNetwork network_over(const Dataset& data, std::string_view structure);

/// "Fire - Smoke, Smoke -> Alarm": edges without a direction, then arcs.
std::string class_text(const Dataset& data, const PartiallyDirectedGraph& graph);

/// The connections of a true graph that another one is without.
PartiallyDirectedGraph missing_in(const PartiallyDirectedGraph& other,
                                  const PartiallyDirectedGraph& truth);

}  // namespace pgm::examples
