#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/sampling.hpp>

#include <span>
#include <vector>

namespace pgm {

/// A mixture of networks over the same variables,
///
///     P(x) = sum_m w_m P_m(x)  /  sum_m w_m,
///
/// is a network with one variable more: a hidden one that says which member speaks, with the
/// weights as its distribution, and of which every variable is a child. What is said of a mixture
/// without evidence follows from that; its questions are answered by MixtureEngine
/// (mixture_engine.hpp).

/// Throws ArgumentError for no member, and for members that do not have the same variables in the
/// same order, with the same states.
void require_same_variables(std::span<const WeightedNetwork> members);
bool have_same_variables(std::span<const WeightedNetwork> members);

/// The graphs of a mixture, over the variables that any of its networks has, in the order in which
/// they first appear.
///
/// The classifiers of a stack may keep different features and cut them differently: a variable has
/// the states of the first network that has it, and no arcs in the graph of a network that leaves
/// it out, which says as little about it as if it were independent of all others.
struct MixtureGraphs {
    std::vector<Variable> variables;
    std::vector<Dag> dags;  ///< one per member
    /// Those that any of the graphs has, each once, sorted. They need not be acyclic: a member of
    /// AODE turns the arcs between its super-parent and another's.
    std::vector<Arc> arcs;
};

/// Throws ArgumentError for no member.
MixtureGraphs graphs_of(std::span<const WeightedNetwork> members);

/// Draws complete assignments from a mixture: a member by its weight, then a sample of that member
/// (ForwardSampler). Of one network the samples are those of its ForwardSampler, to the bit.
///
/// Immutable once made. It refers to the networks, which must live as long.
class MixtureSampler {
public:
    /// Throws what require_same_variables() throws.
    explicit MixtureSampler(std::span<const WeightedNetwork> members);

    /// One sample, as ForwardSampler::sample() writes it. Takes one number from `rng` for the
    /// member where there are several.
    void sample(Rng& rng, std::span<StateId> row, std::span<double> values) const;

private:
    std::vector<ForwardSampler> samplers_;
    std::vector<double> cumulative_weights_;
};

}  // namespace pgm
