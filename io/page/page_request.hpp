#pragma once

#include <io/page/page.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/query.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

// A page as its reader asks for it in words, which `pgm draw --explore` and pgm.explore() of Python
// share: names of variables, a path, a text of findings, a file of exercises.

/// The title of a page or picture of a network from this path: the name of the network; the stem of
/// the path where it has none, or is called "unknown", which programs write for that; "" where the
/// path is no name of a model file either.
std::string page_title(const BayesianNetwork& network, const std::string& path);

/// The file name of a model as the command lines of a page have it (PageOptions::model); "" for
/// "-", and for the text of a network.
std::string page_model(const std::string& path);

/// "auto", "light" or "dark". Throws ArgumentError for another word.
PageOptions::Theme page_theme(std::string_view word);

/// The variables on a page or picture: `only`, and those at most `depth` arcs in either direction
/// from one of `around`; null for all, where both are empty.
std::optional<std::vector<VariableId>> page_part(const BayesianNetwork& network,
                                                 std::vector<VariableId> only,
                                                 std::span<const VariableId> around,
                                                 std::size_t depth);

/// Findings that hold for good (PageOptions::known). Throws ArgumentError for what is no state of
/// one variable, such as a likelihood, and EvidenceError for what contradicts itself.
Evidence page_findings(const BayesianNetwork& network, const Given& given);

/// The exercise of a line, a query that may have words before it: `How probable is rain?
/// P(Rain=yes)`. Throws ParseError for no query, ArgumentError for one whose answer is not one
/// number, and ImpossibleEvidenceError.
PageQuestion page_question(const InferenceEngine& engine, std::string_view line);

/// The exercises of a text file, one on each line that is not empty and does not begin with #.
/// Throws IoError, and a ParseError with the file and the line for what page_question() refuses.
std::vector<PageQuestion> read_page_questions(const std::string& path,
                                              const InferenceEngine& engine);

}  // namespace pgm::io
