#pragma once

#include <io/file/byte_source.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/decide/strategy.hpp>

#include <string>
#include <string_view>

namespace pgm::io {

/// Reads a strategy from CSV: a line for each decision in each configuration of what its policy
/// depends on.
///
///     decision,given,choice
///     Test,,test
///     Drill,"Test=test, Seismic=closed",drill
///     Drill,"Test=test, Seismic=open",drill
///
/// Lines come in any order. All lines of a decision name the same variables, and every
/// configuration of them is there.
///
/// Throws IoError, and ParseError with line and column for names that the diagram does not have,
/// for what is not known when the decision is taken, and for a configuration that is there twice or
/// missing.
Strategy read_strategy(const std::string& path, const InfluenceDiagram& diagram,
                       const Limits& limits = {});

/// Reads the strategy from text; `name` is what errors call it.
Strategy parse_strategy(std::string_view text, const std::string& name,
                        const InfluenceDiagram& diagram, const Limits& limits = {});

/// The CSV of a strategy.
std::string strategy_text(const InfluenceDiagram& diagram, const Strategy& strategy);

/// Writes it atomically; "-" is standard output.
void write_strategy(const InfluenceDiagram& diagram, const Strategy& strategy,
                    const std::string& path);

}  // namespace pgm::io
