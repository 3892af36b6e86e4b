#pragma once

#include <learners/score/data_score.hpp>
#include <learners/search/learn_structure.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/graph/dag.hpp>

#include <string>
#include <vector>

namespace pgm::learners {

/// Sentences about the score of a learned structure:
///
/// - where the table has more columns than the square root of its rows, and the structure was
///   searched by bic: each column has so many possible parents that some seem to pay by chance
///   (Chen and Chen 2008, "Extended Bayesian information criteria for model selection with large
///   model spaces");
/// - for each column of numbers whose resolution bounds its likelihood in some configuration of its
///   parents (ResolvedVariance).
std::vector<std::string> score_remarks(const DataScore& score, const SearchAlgorithm& algorithm,
                                       const Dag& dag, const Dataset& data);

}  // namespace pgm::learners
