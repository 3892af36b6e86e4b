#pragma once

#include <pgm/graph/dag.hpp>
#include <pgm/model/network.hpp>
#include <pgm/model/sampling.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// The super-parents of a member of an averaged classifier: one feature in AODE, a pair of features
/// in A2DE. It holds the weight of the training rows that had each combination of their states, and
/// leaves the member out of a row whose combination has less than `least_weight`: its distribution
/// would rest on no row. The least weight is 1 in AODE and in A2DE (Webb, Boughton and Wang 2005,
/// "Not so naive Bayes", section 3; Webb, Boughton, Zheng, Ting and Salem 2012, "Learning by
/// extrapolation from marginal to full-multivariate probability distributions").
struct SuperParent {
    std::vector<std::string> features;       ///< one or more, all different
    std::vector<std::size_t> cardinalities;  ///< their numbers of states in the member's network
    /// One per combination of states, that of the last feature changing fastest.
    std::vector<double> weights;
    double least_weight = 1;

    /// The training weight of the rows that had these values, one per feature. A value that is not
    /// known is summed out.
    double weight_of(std::span<const std::optional<StateId>> values) const;

    /// True if the member takes part in a row with these values. Where none is known it does.
    bool admits(std::span<const std::optional<StateId>> values) const;
    /// True if some combination of states leaves the member out.
    bool may_exclude() const;

    friend bool operator==(const SuperParent&, const SuperParent&) = default;
};

/// One network of a model and its weight.
///
/// A member with super-parents is left out of a row whose values of them have less training weight
/// than `least_weight`; the weights of the other members are scaled up to sum to 1. If that leaves
/// no member, all of them are used. A missing value of a super-parent is summed out; one that has
/// no known value leaves out no member.
struct WeightedNetwork {
    BayesianNetwork network;
    double weight = 1;
    std::optional<SuperParent> super_parent = std::nullopt;

    friend bool operator==(const WeightedNetwork&, const WeightedNetwork&) = default;
};

/// Weighted networks over the same variables; one network is the usual case. Several are a mixture,
///
///     P(x) = sum_m w_m P_m(x)  /  sum_m w_m         m over the members that take part
///
/// which is a network with one variable more: a hidden one whose states are the members, with the
/// weights as its distribution, and of which every variable is a child. InferenceEngine answers the
/// questions of either (pgm/inference/engine.hpp).
///
/// A model is a value that does not change. Copies share the networks.
class Model {
public:
    /// One network.
    Model(BayesianNetwork network);
    /// Throws ArgumentError for no member; for members that do not have the same variables in the
    /// same order, with the same states; for weights that are not positive or do not sum to 1; and
    /// for a super-parent that does not fit its network.
    explicit Model(std::vector<WeightedNetwork> members);

    std::span<const WeightedNetwork> members() const { return *members_; }
    bool is_mixture() const { return members_->size() > 1; }
    /// The network of the first member. All members have its variables.
    const BayesianNetwork& network() const { return members_->front().network; }

    friend bool operator==(const Model& a, const Model& b) { return *a.members_ == *b.members_; }

private:
    std::shared_ptr<const std::vector<WeightedNetwork>> members_;
};

/// The models of the replicates (BayesianNetwork::replicates()), by number: each has one replicate
/// of every member, with the weight and super-parents of this one. None where a member has none.
std::vector<Model> replicates_of(const Model& model);

/// Throws ArgumentError unless the weights are positive and sum to 1 within 1e-6: "the weights of
/// the networks do not sum to 1".
void check_weights(std::span<const double> weights, std::string_view whose);

/// True if the networks have the same variables in the same order, so that they make a model.
bool have_same_variables(std::span<const WeightedNetwork> members);

/// The graphs of some networks, over the variables that any of them has, in the order in which they
/// first appear.
///
/// The classifiers of an ensemble may keep different features and cut them differently: a variable
/// has the states of the first network that has it, and no arcs in the graph of a network that
/// leaves it out, where it is independent of all others.
struct MixtureGraphs {
    std::vector<Variable> variables;
    std::vector<Dag> dags;  ///< one per member
    /// Arcs of any of the graphs, each once, sorted. They need not be acyclic: a member of AODE
    /// turns the arcs between its super-parent and another's.
    std::vector<Arc> arcs;
};

/// Throws ArgumentError for no member.
MixtureGraphs graphs_of(std::span<const WeightedNetwork> members);

/// Draws complete assignments from a model: a member by its weight, then a sample of that member
/// (ForwardSampler). Of one network the samples are those of its ForwardSampler, bit for bit.
///
/// Immutable once made.
class ModelSampler {
public:
    explicit ModelSampler(Model model);

    /// One sample, as ForwardSampler::sample() writes it. Takes one number from `rng` for the
    /// member where there are several.
    void sample(Rng& rng, std::span<StateId> row, std::span<double> values) const;

private:
    Model model_;
    std::vector<ForwardSampler> samplers_;
    std::vector<double> cumulative_weights_;
};

}  // namespace pgm
