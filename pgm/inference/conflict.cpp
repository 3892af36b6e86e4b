#include <pgm/inference/conflict.hpp>

#include <pgm/core/detail/infinity.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/detail/conflict_search.hpp>

namespace pgm {
namespace {

/// do(X = x) as it would be seen.
Finding as_seen(Finding made) {
    const bool is_continuous = made.state == Finding::no_state;
    made.kind = is_continuous ? FindingKind::measured : FindingKind::observed;
    return made;
}

}  // namespace

using namespace detail;

std::vector<Finding> minimal_conflict(const InferenceEngine& engine, const Evidence& evidence) {
    Workspace workspace;
    if (engine.log_evidence(evidence, workspace) != -infinity) return {};
    using Numbers = std::span<const std::size_t>;
    const auto is_impossible_with_seen = [&](Numbers kept, Numbers seen) {
        Evidence some;
        for (const std::size_t i : kept) some.add(evidence[i]);
        for (const std::size_t i : seen) some.add(as_seen(evidence[i]));
        try {
            return engine.log_evidence(some, workspace) == -infinity;
        } catch (const TooLargeError&) {
            return false;  // nobody knows, so what was left out stays
        }
    };
    const auto is_impossible = [&](Numbers kept) { return is_impossible_with_seen(kept, {}); };
    const auto is_intervention = [&](std::size_t i) {
        return evidence[i].kind == FindingKind::intervened;
    };
    std::vector<Finding> conflict;
    const ConflictQuestion question{evidence.size(), is_intervention, is_impossible,
                                    is_impossible_with_seen};
    for (const std::size_t i : find_conflict(question)) conflict.push_back(evidence[i]);
    return conflict;
}

}  // namespace pgm
