#include <pgm/inference/k_best.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace pgm {
namespace {

/// The assignments that agree with `best`, the most probable of them, in the variables before
/// `split`, and there have none of the states in `excluded`.
struct AssignmentSpace {
    Explanation best;
    std::size_t split = 0;
    std::vector<StateId> excluded{};
};

/// Adds the likelihood of a variable; false where that leaves no state.
bool weigh(Evidence& evidence, VariableId variable, std::vector<double> likelihood) {
    if (const Finding* const known = evidence.find(variable)) {
        if (const std::optional<StateId> state = state_of(*known))
            return likelihood[state->index()] > 0;
        std::ranges::transform(likelihood, std::get<Likelihood>(*known).values, likelihood.begin(),
                               std::multiplies<>());
    }
    evidence.likelihood(variable, likelihood);
    return std::ranges::any_of(likelihood, [](double weight) { return weight > 0; });
}

class KBestSearch {
public:
    KBestSearch(const Solver& solver, const Question& question, Workspace& workspace)
        : solver_(solver), question_(question), workspace_(workspace) {}

    std::vector<Explanation> best(std::size_t k) {
        std::vector<Explanation> found;
        add({best_under(question_.given)}, k);
        while (!spaces_.empty()) {
            const AssignmentSpace space = std::move(spaces_.front());
            spaces_.erase(spaces_.begin());
            found.push_back(space.best);
            if (found.size() < k) split(space, k - found.size());
        }
        return found;
    }

private:
    Explanation best_under(const Evidence& evidence) {
        return question_.targets
                   ? solver_.most_probable_assignment(*question_.targets, evidence, workspace_)
                   : solver_.most_probable_explanation(evidence, workspace_);
    }

    /// Keeps spaces in descending order, and no more of them than answers are wanted.
    void add(AssignmentSpace space, std::size_t wanted) {
        if (space.best.status == PosteriorStatus::impossible) return;
        const auto place = std::ranges::upper_bound(
            spaces_, space.best.log_probability, std::greater<>(),
            [](const AssignmentSpace& other) { return other.best.log_probability; });
        spaces_.insert(place, std::move(space));
        if (spaces_.size() > wanted) spaces_.pop_back();
    }

    /// Adds what is left of a space without its best assignment.
    void split(const AssignmentSpace& space, std::size_t wanted) {
        const Explanation& best = space.best;
        Evidence fixed = question_.given;
        for (std::size_t i = 0; i < best.variables.size(); ++i) {
            const VariableId variable = best.variables[i];
            const std::size_t size = solver_.network().cardinality(variable);
            if (i >= space.split) {
                AssignmentSpace rest{.best = {}, .split = i};
                if (i == space.split) rest.excluded = space.excluded;
                rest.excluded.push_back(best.states[i]);
                std::vector<double> others(size, 1);
                for (const StateId state : rest.excluded) others[state.index()] = 0;
                if (Evidence evidence = fixed; weigh(evidence, variable, std::move(others))) {
                    rest.best = related(best_under(evidence), best);
                    add(std::move(rest), wanted);
                }
            }
            std::vector<double> same(size, 0);
            same[best.states[i].index()] = 1;
            weigh(fixed, variable, std::move(same));
        }
    }

    /// With its probability given the evidence alone, not given the space that was searched.
    static Explanation related(Explanation next, const Explanation& best) {
        if (next.status == PosteriorStatus::impossible) return next;
        next.log_evidence = best.log_evidence;
        next.log_posterior = best.log_posterior + (next.log_probability - best.log_probability);
        return next;
    }

    const Solver& solver_;
    const Question& question_;
    Workspace& workspace_;
    std::vector<AssignmentSpace> spaces_;  ///< disjoint, that of the most probable assignment first
};

}  // namespace

std::vector<Explanation> k_best(const Solver& solver, const Question& question, std::size_t k,
                                Workspace& workspace) {
    if (k == 0) throw ArgumentError("the most probable assignments are one at least");
    constexpr std::size_t most = 65536;
    if (k > most)
        throw TooLargeError("the " + std::to_string(k) +
                            " most probable assignments are asked for; at most 65536 are given");
    return KBestSearch(solver, question, workspace).best(k);
}

bool are_tied(const Explanation& a, const Explanation& b) {
    constexpr double tolerance = 1e-12;
    return std::abs(a.log_probability - b.log_probability) <= tolerance;
}

}  // namespace pgm
