#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm {

/// Draws complete assignments from P(X_1, ..., X_n): every variable after its parents, from the row
/// of its table that their states select ("forward" or "ancestral" sampling). Samples under do(X =
/// x) come from intervened_network() (intervention.hpp); samples under evidence are not drawn here.
///
/// Immutable once made, so one sampler serves many threads, each with its own Rng. It refers to the
/// network, which must live as long.
class ForwardSampler {
public:
    explicit ForwardSampler(const BayesianNetwork& network);

    /// One sample into `row`, one state per variable in id order; throws ArgumentError when `row`
    /// has another length or a variable is continuous. Allocates nothing. Takes one number from
    /// `rng` per variable, in topological_order(), whatever the tables say.
    void sample(Rng& rng, std::span<StateId> row) const;

    /// One sample of a network with continuous variables: their values into `values`, both spans
    /// with one entry per variable in id order. What the other kind of variable has in a span is
    /// left as it was. A kernel density takes two numbers from `rng`, a function what it likes.
    /// Throws ArgumentError, naming the variable and its parents' states, where a value is beyond
    /// the largest double.
    void sample(Rng& rng, std::span<StateId> row, std::span<double> values) const;

private:
    [[noreturn]] void throw_overflow(VariableId variable, std::span<const StateId> row) const;

    /// One variable's turn: the row of its table is the sum of states[parent] * weight over its
    /// parents.
    struct Step {
        VariableId variable;
        std::size_t first_parent;
        std::size_t end_parent;
        std::size_t first_value = 0;  ///< the continuous parents
        std::size_t end_value = 0;
    };
    struct WeightedParent {
        VariableId variable;
        std::size_t weight;
    };

    const BayesianNetwork& network_;
    std::vector<Step> steps_;
    std::vector<WeightedParent> parents_;
    std::vector<VariableId> continuous_parents_;
};

/// `count` samples as columns: element v is the column of variable v. One generator, seeded with
/// `seed`, draws row after row; the first rows of a longer run are the rows of a shorter one.
/// Throws ArgumentError when a variable is continuous.
std::vector<std::vector<StateId>> forward_samples(const BayesianNetwork& network, std::size_t count,
                                                  std::uint64_t seed);

}  // namespace pgm
