#include <pgm/explain/exercise.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/explain/detail/exercise_writing.hpp>

#include <set>

namespace pgm {

using namespace detail;

namespace {

std::optional<Exercise> drawn(Exercise::Kind kind, const Solver& solver, Rng& rng) {
    switch (kind) {
        case Exercise::Kind::posterior:
            return posterior_exercise(solver, rng);
        case Exercise::Kind::d_separation:
            return d_separation_exercise(solver.network(), rng);
        case Exercise::Kind::elimination:
            return elimination_exercise(solver.network(), rng);
        case Exercise::Kind::most_probable:
            return most_probable_exercise(solver, rng);
    }
    return std::nullopt;
}

const char* noun(Exercise::Kind kind) {
    switch (kind) {
        case Exercise::Kind::posterior:
            return "a posterior: no two discrete variables depend on each other";
        case Exercise::Kind::d_separation:
            return "d-separation: there are no two variables without an arc between them";
        case Exercise::Kind::elimination:
            return "elimination: no discrete variable has two to ten ancestors, all discrete";
        case Exercise::Kind::most_probable:
            return "a most probable assignment: none is more probable than all others";
    }
    return "";
}

}  // namespace

std::string detail::names_text(const BayesianNetwork& network,
                               std::span<const VariableId> variables) {
    std::string text;
    for (const VariableId variable : variables)
        text += (text.empty() ? "" : ", ") + quoted_if_needed(network.variable(variable).name());
    return text;
}

std::vector<Exercise> exercises(const Solver& solver, const ExerciseOptions& options) {
    constexpr std::size_t most_trials = 400;  // for one exercise
    if (options.kinds.empty()) throw ArgumentError("exercises need a kind");
    if (const auto other = decision_or_utility(solver.network()))
        throw ArgumentError(
            "exercises are about a network without decisions and utilities, such as " +
            in_quotes(solver.network().variable(*other).name()));
    Rng rng(options.seed);
    std::vector<Exercise> sheet;
    std::set<std::string> questions;
    for (std::size_t i = 0; i < options.count; ++i) {
        const Exercise::Kind kind = options.kinds[i % options.kinds.size()];
        std::optional<Exercise> found;
        for (std::size_t trial = 0; trial < most_trials && !found; ++trial) {
            found = drawn(kind, solver, rng);
            if (found && !questions.insert(found->question).second) found.reset();
        }
        if (!found && i < options.kinds.size())
            throw ArgumentError(std::string("the network has no exercise about ") + noun(kind));
        if (found) sheet.push_back(std::move(*found));
    }
    return sheet;
}

}  // namespace pgm
