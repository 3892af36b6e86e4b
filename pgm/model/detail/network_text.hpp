#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/model/structure_graph.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::detail {

/// A statement that gives numbers, "Rain | Cloudy=yes: 0.2 0.8". Nothing of it has been looked up.
struct RowStatement {
    std::string child;
    /// What stands between '|' and ':'; nothing without '|', for a row that stands for all
    /// configurations without one of their own.
    std::optional<std::string> parent_states;
    std::string distribution;  ///< what stands behind the colon
    Location location;         ///< of the distribution
};

/// A text of arcs and of rows: a structure, and the numbers of some families or of all.
struct NetworkText {
    StructureGraph structure;
    std::vector<RowStatement> rows;
};

/// The most arcs of a text.
constexpr std::size_t most_arcs = 1'000'000;

/// Reads the text that NetworkBuilder::parse() describes. Throws ParseError and TooLargeError as
/// parse_structure_graph() does, which reads the same text but refuses rows.
NetworkText parse_network_text(std::string_view text, const Limits& limits);

/// Reads a model string of bnlearn. Throws likewise.
StructureGraph parse_model_string(std::string_view text);

}  // namespace pgm::detail
