#include <pgm/query/answer.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/conflict_search.hpp>

#include <variant>

namespace pgm {

using namespace detail;

namespace {

/// do(X = x) as it would be observed.
void observe(Given& given, const Intervention& set) {
    if (const StateId* const state = std::get_if<StateId>(&set.value)) {
        given.conditions.push_back(is(set.variable, *state));
    } else {
        given.observations.push_back({set.variable, std::get<double>(set.value)});
    }
}

/// The parts of a given one after the other: conditions, observations, likelihoods, interventions.
/// Imposed posteriors are none: what they say of something possible does not make it impossible.
/// Nor are mechanisms, which are part of the network and in every conflict.
class GivenParts {
public:
    explicit GivenParts(const Given& given) : given_(given) {
        for (const Expression& condition : given.conditions) {
            for (Expression& conjunct : condition.conjuncts())
                conditions_.push_back(std::move(conjunct));
        }
    }

    std::size_t size() const { return first_intervention() + given_.interventions.size(); }
    bool is_intervention(std::size_t i) const { return i >= first_intervention(); }

    /// The kept part of the given, with interventions `seen` that are observed here instead.
    Given only(std::span<const std::size_t> kept, std::span<const std::size_t> seen = {}) const {
        Given given{.mechanisms = given_.mechanisms};
        for (const std::size_t i : seen) observe(given, intervention(i));
        for (const std::size_t i : kept) {
            if (i < conditions_.size()) {
                given.conditions.push_back(conditions_[i]);
            } else if (i < first_likelihood()) {
                given.observations.push_back(given_.observations[i - conditions_.size()]);
            } else if (i < first_intervention()) {
                given.likelihoods.push_back(given_.likelihoods[i - first_likelihood()]);
            } else {
                given.interventions.push_back(intervention(i));
            }
        }
        return given;
    }

private:
    std::size_t first_likelihood() const { return conditions_.size() + given_.observations.size(); }
    std::size_t first_intervention() const {
        return first_likelihood() + given_.likelihoods.size();
    }
    const Intervention& intervention(std::size_t i) const {
        return given_.interventions[i - first_intervention()];
    }

    const Given& given_;
    std::vector<Expression> conditions_;
};

}  // namespace

Given minimal_conflict(const Given& given, const std::function<bool(const Given&)>& is_impossible) {
    if (!is_impossible(given)) return {};
    const GivenParts parts(given);
    using Numbers = std::span<const std::size_t>;
    const auto impossible_with_seen = [&](Numbers kept, Numbers seen) {
        try {
            return is_impossible(parts.only(kept, seen));
        } catch (const TooLargeError&) {
            return false;  // no one knows, so what was left out stays
        }
    };
    const auto impossible = [&](Numbers kept) { return impossible_with_seen(kept, {}); };
    const auto intervention = [&](std::size_t i) { return parts.is_intervention(i); };
    return parts.only(
        find_conflict({parts.size(), intervention, impossible, impossible_with_seen}));
}

Given minimal_conflict(const Solver& solver, const Given& given) {
    Workspace workspace;
    Given possibly = given;
    possibly.posteriors.clear();
    return minimal_conflict(possibly, [&](const Given& some) {
        return ConditionedEngine(solver, some, workspace).log_evidence(workspace) == -infinity;
    });
}

}  // namespace pgm
