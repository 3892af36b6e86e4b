#pragma once

#include <pgm/inference/solver.hpp>
#include <pgm/query/query.hpp>

#include <string>
#include <vector>

namespace pgm::apps {

/// Why evidence is impossible, as every command tells it: findings that cannot be true together
/// (pgm/query/answer.hpp), as text and in alphabetical order, so that the same conflict reads
/// the same however the question was worded.
struct ConflictReport {
    std::vector<std::string> findings;
    bool is_density = false;  ///< a continuous variable was observed: what is zero is a density

    /// "the evidence has probability zero: either=no and tub=yes cannot be true together"
    std::string sentence() const;
};

ConflictReport conflict_report(const Solver& solver, const Given& given);

}  // namespace pgm::apps
