#pragma once

#include <learners/families/model_structure.hpp>
#include <pgm/model/network.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::learners {

/// The columns that a drawing names, the class among them or not: "default -> occ -> age, edu"
/// names four. Throws ParseError with the column of the text.
std::vector<std::string> drawn_names(std::string_view drawing);

/// A structure drawn by hand (pgm/model/structure_text.hpp), over columns that all have a node in
/// it. The order of the arcs and nodes in the text does not matter: a drawing that spells naive
/// Bayes is naive Bayes.
///
/// Throws ArgumentError for a node that is no column and for a discrete variable with a continuous
/// parent, ModelError for a cycle, which it names.
ModelStructure drawn_structure(const Columns& columns, std::string_view drawing);

/// The arcs of a network as a drawing that parse_structure() reads back: one statement per variable
/// with parents, lonely variables by themselves. States are left out.
std::string structure_text(const BayesianNetwork& network);

}  // namespace pgm::learners
