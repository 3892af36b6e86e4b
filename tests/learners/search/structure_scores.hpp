#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <pgm/core/random.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/random_dag.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace pgm::tests {

/// A score that knows no sense: a pseudorandom number from 0 to 1 for every family, less `penalty`
/// for each parent.
class RandomScore final : public learners::DecomposableScore {
public:
    RandomScore(std::uint64_t seed, std::size_t variables, double penalty = 0.1)
        : seed_(seed), variables_(variables), penalty_(penalty) {}

    std::size_t variables() const override { return variables_; }
    double family(VariableId child, std::span<const VariableId> parents) const override;

private:
    std::uint64_t seed_;
    std::size_t variables_;
    double penalty_;
};

/// The BIC that so many rows are expected to have, by the distribution of a known network:
///
///     - rows H(child | parents) - ln(rows) / 2 (r - 1) q
///
/// The entropies come from the joint distribution of all variables, so the network must be small.
/// With many rows, its best structures are those of the class of the network's own graph.
class NetworkScore final : public learners::DecomposableScore {
public:
    NetworkScore(const BayesianNetwork& network, double rows);

    std::size_t variables() const override { return states_.size(); }
    double family(VariableId child, std::span<const VariableId> parents) const override;

private:
    double entropy(std::span<const VariableId> variables) const;

    std::vector<std::size_t> states_;
    std::vector<double> joint_;  ///< the last variable fastest
    double rows_;
};

/// Two states per variable; rows drawn at random, but never near to 1/2, so arcs show.
BayesianNetwork informative_network(Rng& rng, const Dag& dag);

/// All DAGs over so many variables (1, 3, 25, 543, 29281, ...), arcs in order.
void for_each_dag(std::size_t size, const std::function<void(const Dag& dag)>& visit);

/// Rules that some DAG obeys: forbidden and required arcs, tiers, a limit on the parents, each now
/// and then.
learners::Constraints random_constraints(Rng& rng, std::size_t size);

inline double RandomScore::family(VariableId child, std::span<const VariableId> parents) const {
    std::uint64_t key = seed_ * 1000003 + child.value;
    for (const VariableId parent : parents) key = Rng(key)() ^ (parent.value + 1);
    return Rng(key).uniform() - penalty_ * static_cast<double>(parents.size());
}

inline NetworkScore::NetworkScore(const BayesianNetwork& network, double rows) : rows_(rows) {
    std::vector<VariableId> all;
    for (std::size_t v = 0; v < network.size(); ++v) {
        all.emplace_back(v);
        states_.push_back(network.variable(VariableId(v)).cardinality());
    }
    const JointPosterior posterior = InferenceEngine(network).joint(all);
    joint_.assign(posterior.table.values().begin(), posterior.table.values().end());
}

inline double NetworkScore::entropy(std::span<const VariableId> variables) const {
    std::vector<std::size_t> strides(states_.size(), 0);
    std::size_t cells = 1;
    for (const VariableId v : variables) {
        strides[v.index()] = cells;
        cells *= states_[v.index()];
    }
    std::vector<double> margin(cells, 0.0);
    for (std::size_t i = 0; i < joint_.size(); ++i) {
        std::size_t cell = 0, rest = i;
        for (std::size_t v = states_.size(); v-- > 0; rest /= states_[v])
            cell += rest % states_[v] * strides[v];
        margin[cell] += joint_[i];
    }
    double entropy = 0;
    for (const double p : margin)
        if (p > 0) entropy -= p * std::log(p);
    return entropy;
}

inline double NetworkScore::family(VariableId child, std::span<const VariableId> parents) const {
    std::vector<VariableId> members(parents.begin(), parents.end());
    const double of_parents = entropy(members);
    double free = static_cast<double>(states_[child.index()]) - 1;
    for (const VariableId parent : parents) free *= static_cast<double>(states_[parent.index()]);
    members.push_back(child);
    return -rows_ * (entropy(members) - of_parents) - std::log(rows_) / 2 * free;
}

inline BayesianNetwork informative_network(Rng& rng, const Dag& dag) {
    NetworkBuilder builder;
    for (std::size_t v = 0; v < dag.size(); ++v)
        builder.variable("X" + std::to_string(v), {"0", "1"});
    for (const Arc& arc : dag.arcs())
        builder.arc("X" + std::to_string(arc.parent.index()),
                    "X" + std::to_string(arc.child.index()));
    for (std::size_t v = 0; v < dag.size(); ++v) {
        std::vector<double> values;
        for (std::size_t row = 0; row < std::size_t{1} << dag.in_degree(VariableId(v)); ++row) {
            const double p = 0.05 + 0.35 * rng.uniform();
            const bool high = rng.below(2) == 1;
            values.insert(values.end(), {high ? 1 - p : p, high ? p : 1 - p});
        }
        builder.cpt("X" + std::to_string(v)).values(values);
    }
    return builder.build();
}

inline void for_each_dag(std::size_t size, const std::function<void(const Dag& dag)>& visit) {
    std::vector<Arc> pairs;
    for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = 0; b < size; ++b)
            if (a != b) pairs.push_back({VariableId(a), VariableId(b)});
    const auto acyclic = [&](std::uint64_t chosen) {
        std::vector<unsigned> parents(size, 0);
        for (std::size_t i = 0; i < pairs.size(); ++i)
            if ((chosen >> i & 1) != 0)
                parents[pairs[i].child.index()] |= 1u << pairs[i].parent.index();
        for (unsigned left = (1u << size) - 1; left != 0;) {
            const unsigned before = left;
            for (std::size_t v = 0; v < size; ++v)
                if ((left >> v & 1) != 0 && (parents[v] & left) == 0) left &= ~(1u << v);
            if (left == before) return false;
        }
        return true;
    };
    for (std::uint64_t chosen = 0; chosen < std::uint64_t{1} << pairs.size(); ++chosen) {
        if (!acyclic(chosen)) continue;
        std::vector<Arc> arcs;
        for (std::size_t i = 0; i < pairs.size(); ++i)
            if ((chosen >> i & 1) != 0) arcs.push_back(pairs[i]);
        visit(Dag(size, arcs));
    }
}

inline learners::Constraints random_constraints(Rng& rng, std::size_t size) {
    learners::Constraints constraints;
    const Dag truth = random_dag(rng, size, 0.3);  // obeys all of them
    if (rng.below(2) == 1)
        for (const Arc& arc : truth.arcs())
            if (rng.below(3) == 0) constraints.required.push_back(arc);
    for (std::size_t i = 0; i < size; ++i) {
        const Arc arc{VariableId(rng.below(size)), VariableId(rng.below(size))};
        if (arc.parent != arc.child && !truth.has_arc(arc.parent, arc.child))
            constraints.forbidden.push_back(arc);
    }
    std::size_t most = 0;
    for (std::size_t v = 0; v < size; ++v) most = std::max(most, truth.in_degree(VariableId(v)));
    if (rng.below(2) == 1) constraints.max_parents = std::max<std::size_t>(most, 1);
    if (rng.below(2) == 0) return constraints;
    constraints.tiers.resize(size);
    for (bool lowered = true; lowered;) {  // tiers that no arc of the truth goes against
        lowered = false;
        for (const Arc& arc : truth.arcs()) {
            auto& child = constraints.tiers[arc.child.index()];
            const auto& parent = constraints.tiers[arc.parent.index()];
            const std::size_t least = parent.value_or(0) + (child ? 0 : rng.below(2));
            if (child && *child >= least) continue;
            child = least;
            lowered = true;
        }
    }
    return constraints;
}

/// Variable 3 gains by 0 and 1 together only, and by 2 alone; whoever begins with 2 has nothing to
/// gain by 0 or 1 alone, and all three do not pay. Others have no parents that pay.
class TrapScore final : public learners::DecomposableScore {
public:
    std::size_t variables() const override { return 5; }
    double family(VariableId child, std::span<const VariableId> parents) const override {
        const auto size = static_cast<double>(parents.size());
        if (child.value != 3) return -size;
        const auto has = [&](std::uint32_t v) {
            return std::ranges::find(parents, VariableId(v)) != parents.end();
        };
        return (has(0) && has(1) ? 10 : has(2) ? 4 : 0) - 2 * size;
    }
};

}  // namespace pgm::tests
