#pragma once

#include <pgm/inference/engine.hpp>
#include <pgm/query/query.hpp>

#include <string>
#include <vector>

namespace pgm {

/// The answer to one question. Which members mean something depends on the kind; under impossible
/// evidence (status) none of the three does: probability is 0, the distribution is all zero and the
/// explanation has no states.
struct Answer {
    std::string query;  ///< the text of the question; for a question built in C++ it is written out
    QueryKind kind = QueryKind::distribution;
    PosteriorStatus status = PosteriorStatus::ok;

    double probability = 0;       ///< P(event | given), in [0, 1]
    bool possible_event = false;  ///< whether it is positive, though perhaps 0 as a double (1e-400)
    /// Of the distribution or the explanation, in the order of the question.
    std::vector<VariableId> variables;
    Table distribution;  ///< P(variables | given); axes as in `variables`, the last one fastest
    /// Cells of it that are positive but 0 as doubles, ascending.
    std::vector<std::size_t> too_small;
    /// Argmax; `*` gives every variable that is not already fixed by the given, in id order.
    Explanation explanation;

    double log_evidence =
        0;  ///< log P(given): under interventions, in the network they leave behind
    double compile_seconds = 0;  ///< spent on finding and compiling plans; 0 where all were at hand

    bool impossible() const { return status == PosteriorStatus::impossible; }
};

/// Answers a question exactly.
///
/// Conditions on a single variable become findings. An expression over several variables is
/// compiled to deterministic auxiliary nodes in a copy of the network
/// (pgm/query/detail/auxiliary_nodes.hpp), so any expression runs in the same engine, at the cost
/// of compiling one network per question.
///
/// Throws ArgumentError when the query does not fit the engine's network, TooLargeError as the
/// engine does.
Answer answer(const InferenceEngine& engine, const Query& query);

/// The same in a workspace, for many questions one after the other.
Answer answer(const InferenceEngine& engine, const Query& query, Workspace& workspace);

/// parse_query and answer in one.
Answer answer(const InferenceEngine& engine, std::string_view query);

}  // namespace pgm
