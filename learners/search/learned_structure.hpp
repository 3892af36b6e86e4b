#pragma once

#include <pgm/graph/dag.hpp>

#include <cstddef>

namespace pgm::learners {

/// What every search for a structure returns.
struct LearnedStructure {
    Dag dag;
    /// The sum of the scores of the families of `dag`, added in the order of the variables.
    double score = 0;
    /// Whether the search was stopped: by SearchControl::proceed or by its time limit. `dag` is
    /// then the best structure found so far. It obeys the constraints in any case.
    bool partial = false;
    /// Steps that changed the structure; what a step is depends on the algorithm.
    std::size_t iterations = 0;

    friend bool operator==(const LearnedStructure&, const LearnedStructure&) = default;
};

}  // namespace pgm::learners
