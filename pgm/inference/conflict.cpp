#include <pgm/inference/conflict.hpp>

#include <pgm/core/detail/infinity.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/detail/conflict_search.hpp>

namespace pgm {
namespace {

/// do(X = x) as it would be seen.
Finding as_seen(const Finding& made) {
    if (const auto* state = std::get_if<Intervened>(&made)) return Observed{state->state};
    return ObservedValue{std::get<IntervenedValue>(made).value};
}

bool is_intervention(const Finding& finding) {
    return std::holds_alternative<Intervened>(finding) ||
           std::holds_alternative<IntervenedValue>(finding);
}

}  // namespace

using namespace detail;

Evidence minimal_conflict(const InferenceEngine& engine, const Evidence& evidence) {
    Workspace workspace;
    if (engine.log_evidence(evidence, workspace) != -infinity) return {};
    using Numbers = std::span<const std::size_t>;
    const auto is_impossible_with_seen = [&](Numbers kept, Numbers seen) {
        Evidence some;
        for (const std::size_t i : kept) some.add(evidence[i].variable, evidence[i].finding);
        for (const std::size_t i : seen)
            some.add(evidence[i].variable, as_seen(evidence[i].finding));
        try {
            return engine.log_evidence(some, workspace) == -infinity;
        } catch (const TooLargeError&) {
            return false;  // nobody knows, so what was left out stays
        }
    };
    const auto is_impossible = [&](Numbers kept) { return is_impossible_with_seen(kept, {}); };
    const auto is_made = [&](std::size_t i) { return is_intervention(evidence[i].finding); };
    Evidence conflict;
    const ConflictQuestion question{evidence.size(), is_made, is_impossible,
                                    is_impossible_with_seen};
    for (const std::size_t i : find_conflict(question))
        conflict.add(evidence[i].variable, evidence[i].finding);
    return conflict;
}

}  // namespace pgm
