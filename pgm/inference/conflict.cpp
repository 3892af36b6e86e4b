#include <pgm/inference/conflict.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/conflict_search.hpp>

namespace pgm {
namespace {

/// do(X = x) as it would be observed.
Finding observed(const Finding& set) {
    if (const auto* state = std::get_if<Intervened>(&set)) return Observed{state->state};
    return ObservedValue{std::get<IntervenedValue>(set).value};
}

bool is_intervention(const Finding& finding) {
    return std::holds_alternative<Intervened>(finding) ||
           std::holds_alternative<IntervenedValue>(finding);
}

}  // namespace

using namespace detail;

Evidence minimal_conflict(const Evidence& evidence,
                          const std::function<bool(const Evidence&)>& is_impossible) {
    if (!is_impossible(evidence)) return {};
    using Numbers = std::span<const std::size_t>;
    const auto is_impossible_with_seen = [&](Numbers kept, Numbers seen) {
        Evidence some;
        for (const std::size_t i : kept) some.add(evidence[i].variable, evidence[i].finding);
        for (const std::size_t i : seen)
            some.add(evidence[i].variable, observed(evidence[i].finding));
        try {
            return is_impossible(some);
        } catch (const TooLargeError&) {
            return false;  // no one knows, so what was left out stays
        }
    };
    const auto are_impossible = [&](Numbers kept) { return is_impossible_with_seen(kept, {}); };
    const auto is_set = [&](std::size_t i) { return is_intervention(evidence[i].finding); };
    Evidence conflict;
    for (const std::size_t i :
         find_conflict({evidence.size(), is_set, are_impossible, is_impossible_with_seen}))
        conflict.add(evidence[i].variable, evidence[i].finding);
    return conflict;
}

Evidence minimal_conflict(const Solver& solver, const Evidence& evidence) {
    Workspace workspace;
    return minimal_conflict(evidence, [&](const Evidence& some) {
        return solver.log_evidence(some, workspace) == -infinity;
    });
}

}  // namespace pgm
