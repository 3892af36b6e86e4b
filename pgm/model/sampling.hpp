#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm {

/// Draws complete assignments from P(X_1, ..., X_n) by forward (ancestral) sampling: every variable
/// is drawn after its parents, from the row of its table that their states select. Samples under
/// do(X = x) come from intervened_network() (evidence.hpp). Samples under evidence are not
/// available here.
///
/// A sampler is immutable, so many threads can share one, each with its own Rng. It refers to the
/// network, which must outlive it.
class ForwardSampler {
public:
    explicit ForwardSampler(const BayesianNetwork& network);

    /// Draws one sample into `row`, one state per variable in id order. Throws ArgumentError when
    /// `row` has another length or a variable is continuous. No allocation where all variables have
    /// tables. Takes exactly one number from `rng` per variable, in topological_order().
    void sample(Rng& rng, std::span<StateId> row) const;

    /// Draws one sample of a network with continuous variables. Both spans have one entry per
    /// variable in id order: states of discrete variables go to `row`, values of continuous ones to
    /// `values`, and the other entries are left unchanged. A kernel density takes two numbers from
    /// `rng`, a function any number. Throws ArgumentError, naming the variable and its parents'
    /// states, when a value is beyond the largest double.
    void sample(Rng& rng, std::span<StateId> row, std::span<double> values) const;

private:
    [[noreturn]] void throw_overflow(VariableId variable, std::span<const StateId> row) const;

    /// Sampler of one variable. The row of its table or density is the sum of states[parent] *
    /// weight over its parents.
    struct Step {
        VariableId variable;
        const TableCpd* table;  ///< null for a continuous variable, or for another kind
        std::size_t first_parent;
        std::size_t end_parent;
        std::size_t first_value = 0;  ///< the continuous parents
        std::size_t end_value = 0;
    };
    struct WeightedParent {
        VariableId variable;
        std::size_t weight;
    };

    StateId sample_discrete(const Step& step, Rng& rng, std::span<const StateId> row) const;

    const BayesianNetwork& network_;
    std::vector<Step> steps_;
    std::vector<WeightedParent> parents_;
    std::vector<VariableId> continuous_parents_;
};

/// Draws `count` samples as columns; element v is the column of variable v. Rows are drawn one
/// after the other from one generator with this seed, so a longer run begins with the rows of a
/// shorter one. Throws ArgumentError when a variable is continuous.
std::vector<std::vector<StateId>> forward_samples(const BayesianNetwork& network, std::size_t count,
                                                  std::uint64_t seed);

}  // namespace pgm
