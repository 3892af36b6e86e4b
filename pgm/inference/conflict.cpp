#include <pgm/inference/conflict.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/infinity.hpp>
#include <pgm/inference/conflict_search.hpp>

namespace pgm {

std::vector<Finding> minimal_conflict(const InferenceEngine& engine, const Evidence& evidence) {
    Workspace workspace;
    if (engine.log_evidence(evidence, workspace) != -infinity) return {};
    const auto is_impossible = [&](std::span<const std::size_t> findings) {
        Evidence some;
        for (const std::size_t i : findings) some.add(evidence[i]);
        try {
            return engine.log_evidence(some, workspace) == -infinity;
        } catch (const TooLargeError&) {
            return false;  // nobody knows, so what was left out stays
        }
    };
    const auto is_intervention = [&](std::size_t i) {
        return evidence[i].kind == FindingKind::intervened;
    };
    std::vector<Finding> conflict;
    const ConflictQuestion question{evidence.size(), is_intervention, is_impossible};
    for (const std::size_t i : find_conflict(question)) conflict.push_back(evidence[i]);
    return conflict;
}

}  // namespace pgm
