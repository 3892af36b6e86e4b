#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm {

/// Draws complete assignments from P(X_1, ..., X_n): every variable after its parents, from the row of its table that their states select ("forward" or
/// "ancestral" sampling). Samples under do(X = x) come from intervened_network() (intervention.hpp); samples under evidence are not drawn here.
///
/// Immutable once made, so one sampler serves many threads, each with its own Rng. It refers to the network, which must live as long.
class ForwardSampler {
public:
    explicit ForwardSampler(const BayesianNetwork& network);

    /// One sample into `row`, one state per variable in id order; throws ArgumentError when `row` has another length. Allocates nothing.
    /// Takes one number from `rng` per variable, in topological_order(), whatever the tables say.
    void sample(Rng& rng, std::span<StateId> row) const;

private:
    /// One variable's turn: the row of its table is the sum of states[parent] * weight over its parents.
    struct Step {
        VariableId variable;
        std::size_t first_parent;
        std::size_t end_parent;
    };
    struct WeightedParent {
        VariableId variable;
        std::size_t weight;
    };

    const BayesianNetwork& network_;
    std::vector<Step> steps_;
    std::vector<WeightedParent> parents_;
};

/// `count` samples as columns: element v is the column of variable v. One generator, seeded with `seed`, draws row after row; the first rows of a longer run are the rows
/// of a shorter one.
std::vector<std::vector<StateId>> forward_samples(const BayesianNetwork& network, std::size_t count, std::uint64_t seed);

}  // namespace pgm
