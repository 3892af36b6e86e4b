#pragma once

#include <learners/independence/linear_relations.hpp>
#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <vector>

namespace pgm::learners {

/// The result of every search for a structure.
struct LearnedStructure {
    Dag dag;
    /// The sum of the scores of the families of `dag`, added in the order of the variables, but of
    /// those of determined columns, which have no density.
    double score = 0;
    /// True if the search was stopped: by SearchControl::proceed or by its time limit. `dag` is
    /// then the best structure found so far. It obeys the constraints in any case.
    bool partial = false;
    /// Steps that changed the structure; what a step is depends on the algorithm.
    std::size_t iterations = 0;
    /// Columns that are linear functions of others, where the structure was learned from a table
    /// (learners/search/determined_columns.hpp).
    std::vector<LinearRelation> relations;

    friend bool operator==(const LearnedStructure&, const LearnedStructure&) = default;
};

}  // namespace pgm::learners
