#pragma once

#include <pgm/core/random.hpp>
#include <pgm/explain/exercise.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::detail {

// One exercise of each kind, drawn at random; null where what was drawn is none.

std::optional<Exercise> posterior_exercise(const Solver& solver, Rng& rng);
std::optional<Exercise> d_separation_exercise(const BayesianNetwork& network, Rng& rng);
std::optional<Exercise> elimination_exercise(const BayesianNetwork& network, Rng& rng);
std::optional<Exercise> most_probable_exercise(const Solver& solver, Rng& rng);

/// "A, B, C"; names that are not plain words are quoted.
std::string names_text(const BayesianNetwork& network, std::span<const VariableId> variables);

/// Moves `count` of the elements to the front, drawn without repetition, and drops the others.
template <class T>
void keep_drawn(std::vector<T>& elements, std::size_t count, Rng& rng) {
    for (std::size_t i = 0; i < count && i < elements.size(); ++i)
        std::swap(elements[i], elements[i + rng.below(elements.size() - i)]);
    if (count < elements.size()) elements.resize(count);
}

}  // namespace pgm::detail
