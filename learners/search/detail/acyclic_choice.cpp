#include <learners/search/detail/acyclic_choice.hpp>

#include <learners/search/detail/structure_score.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <bitset>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

constexpr std::size_t most_members = 256;
using Cluster = std::bitset<most_members>;

bool is_outside(const Cluster& parents, const Cluster& cluster) {
    return (parents & cluster).none();
}

/// The considered parents of the variables of one component; those outside of it are always there.
class ComponentParents {
public:
    struct ParentChoice {
        Cluster parents;
        double loss = 0;  ///< of score, beside the best choice
    };

    ComponentParents(const ParentSets& sets, std::span<const VariableId> members) {
        std::vector<std::size_t> number(sets.variables(), members.size());
        for (std::size_t i = 0; i < members.size(); ++i) number[members[i].index()] = i;
        for (const VariableId member : members) {
            const std::span<const ScoredParents> all = sets.of(member.index());
            std::vector<ParentChoice> choices;
            for (const ScoredParents& candidate : all) {
                ParentChoice choice{{}, all.front().score - candidate.score};
                for (const VariableId parent : candidate.parents)
                    if (number[parent.index()] < members.size())
                        choice.parents.set(number[parent.index()]);
                choices.push_back(choice);
            }
            best_ += all.front().score;
            choices_.push_back(std::move(choices));
        }
    }

    std::size_t variables() const { return choices_.size(); }
    const std::vector<ParentChoice>& of(std::size_t v) const { return choices_[v]; }
    /// The sum of the best scores, whatever cycles there are.
    double best() const { return best_; }

private:
    std::vector<std::vector<ParentChoice>> choices_;
    double best_ = 0;
};

/// The open part of the problem in a node of the search tree. The loss of an acyclic choice is
/// `bound`, and the reduced losses of the parents chosen, and the multiplier of each cluster once
/// for every variable but one that has all its parents outside.
struct Node {
    struct Open {
        std::uint32_t choice;
        double loss;  ///< reduced by the multipliers, never below 0
    };
    struct Multiplier {
        Cluster cluster;
        double value;
    };

    std::vector<std::vector<Open>> open;  ///< of each variable
    std::vector<Multiplier> multipliers;
    double bound = 0;
};

class ClusterSearch {
public:
    ClusterSearch(const ComponentParents& component, std::vector<std::size_t> known,
                  double known_loss, SearchWatch& watch)
        : component_(component),
          watch_(watch),
          tolerance_(relative_tolerance * std::max(std::abs(component.best()), 1.0)),
          chosen_(std::move(known)),
          loss_(known_loss) {}

    void run() {
        Node root;
        for (std::size_t v = 0; v < component_.variables(); ++v) {
            std::vector<Node::Open> open;
            for (std::size_t i = 0; i < component_.of(v).size(); ++i)
                open.push_back({static_cast<std::uint32_t>(i), component_.of(v)[i].loss});
            root.open.push_back(std::move(open));
        }
        branch(std::move(root));
    }

    /// The number of the choice, by variable.
    const std::vector<std::size_t>& chosen() const { return chosen_; }
    double loss_bound() const { return std::min(loss_, open_bound_); }
    std::size_t nodes() const { return nodes_; }

private:
    /// Parents that cost nothing, in an order without cycles.
    struct FreeChoice {
        std::vector<std::size_t> order;
        std::vector<std::size_t> choice;  ///< by variable
    };

    const Cluster& parents(std::size_t v, const Node::Open& open) const {
        return component_.of(v)[open.choice].parents;
    }
    bool is_free(const Node::Open& open) const { return open.loss <= tolerance_; }
    bool is_hopeless(double bound) const { return !(bound < loss_ - tolerance_); }

    void branch(Node node) {
        constexpr std::size_t nodes_between_questions = 64;
        if (nodes_++ % nodes_between_questions == 0)
            watch_.may_go_on({0, component_.best() - loss_, nodes_});
        if (!raise_bound(node)) return;
        const FreeChoice free = *free_choice(node);
        keep_better(node, free.order);
        const auto split = variable_to_split(node, free);
        if (!split || is_hopeless(node.bound)) return;
        if (watch_.stopped()) {
            open_bound_ = std::min(open_bound_, node.bound);
            return;
        }
        const auto [cluster, v] = *split;
        Node inside = node;
        std::erase_if(inside.open[v], [&](const Node::Open& open) {
            return is_outside(parents(v, open), cluster);
        });
        std::erase_if(node.open[v], [&](const Node::Open& open) {
            return !is_outside(parents(v, open), cluster);
        });
        branch(std::move(node));
        branch(std::move(inside));
    }

    /// Raises multipliers until the parents that cost nothing have no cycle. Returns false where
    /// nothing better than the best choice so far is left.
    bool raise_bound(Node& node) {
        for (;;) {
            if (!normalise(node)) return false;
            const std::optional<Cluster> cluster = violated_cluster(node);
            if (!cluster) return true;
            raise(node, *cluster);
            if (is_hopeless(node.bound)) return false;
        }
    }

    /// Gives back the multipliers of clusters that a variable satisfies with all its parents, adds
    /// to the bound what every variable costs at least, and leaves out what costs too much.
    bool normalise(Node& node) {
        std::erase_if(node.multipliers, [&](const Node::Multiplier& multiplier) {
            const bool is_satisfied = has_member_outside(node, multiplier.cluster);
            if (is_satisfied) give_back(node, multiplier);
            return is_satisfied;
        });
        for (std::size_t v = 0; v < node.open.size(); ++v) {
            double least = infinity;
            for (const Node::Open& open : node.open[v]) least = std::min(least, open.loss);
            if (least == infinity) return false;
            for (Node::Open& open : node.open[v]) open.loss -= least;
            node.bound += least;
        }
        if (is_hopeless(node.bound)) return false;
        for (std::size_t v = 0; v < node.open.size(); ++v)
            std::erase_if(node.open[v], [&](const Node::Open& open) {
                return is_hopeless(node.bound + open.loss);
            });
        return true;
    }

    bool has_member_outside(const Node& node, const Cluster& cluster) const {
        for (std::size_t v = 0; v < node.open.size(); ++v)
            if (cluster[v] && std::ranges::all_of(node.open[v], [&](const Node::Open& open) {
                    return is_outside(parents(v, open), cluster);
                }))
                return true;
        return false;
    }

    void give_back(Node& node, const Node::Multiplier& multiplier) const {
        change_losses(node, multiplier.cluster, multiplier.value);
        node.bound -= multiplier.value;
    }

    void change_losses(Node& node, const Cluster& cluster, double by) const {
        for (std::size_t v = 0; v < node.open.size(); ++v) {
            if (!cluster[v]) continue;
            for (Node::Open& open : node.open[v])
                if (is_outside(parents(v, open), cluster)) open.loss += by;
        }
    }

    void raise(Node& node, const Cluster& cluster) const {
        double least = infinity;
        for (std::size_t v = 0; v < node.open.size(); ++v) {
            if (!cluster[v]) continue;
            for (const Node::Open& open : node.open[v])
                if (is_outside(parents(v, open), cluster)) least = std::min(least, open.loss);
        }
        node.bound += least;
        // No variable of the cluster may have all its parents outside: there is no acyclic choice.
        if (least == infinity) return;
        change_losses(node, cluster, -least);
        node.multipliers.push_back({cluster, least});
    }

    /// The parents of each variable that cost nothing.
    std::vector<std::vector<Cluster>> free_parents(const Node& node) const {
        std::vector<std::vector<Cluster>> costless(node.open.size());
        for (std::size_t v = 0; v < node.open.size(); ++v)
            for (const Node::Open& open : node.open[v])
                if (is_free(open)) costless[v].push_back(parents(v, open));
        return costless;
    }

    /// The largest part of a cluster of which no variable has free parents that are all outside.
    static Cluster cyclic_part(const std::vector<std::vector<Cluster>>& free, Cluster cluster) {
        for (bool smaller = true; smaller;) {
            smaller = false;
            for (std::size_t v = 0; v < free.size(); ++v) {
                if (!cluster[v]) continue;
                if (std::ranges::any_of(free[v], [&](const Cluster& parents) {
                        return is_outside(parents, cluster);
                    })) {
                    cluster.reset(v);
                    smaller = true;
                }
            }
        }
        return cluster;
    }

    /// A least cluster on whose cycles all variables are that have free parents only.
    std::optional<Cluster> violated_cluster(const Node& node) const {
        const std::vector<std::vector<Cluster>> free = free_parents(node);
        Cluster all;
        for (std::size_t v = 0; v < free.size(); ++v) all.set(v);
        Cluster cluster = cyclic_part(free, all);
        if (cluster.none()) return std::nullopt;
        for (std::size_t v = 0; v < free.size(); ++v) {
            if (!cluster[v]) continue;
            Cluster without = cluster;
            without.reset(v);
            without = cyclic_part(free, without);
            if (without.any()) cluster = without;
        }
        return cluster;
    }

    std::optional<FreeChoice> free_choice(const Node& node) const {
        FreeChoice free;
        free.choice.resize(node.open.size());
        Cluster rest;
        for (std::size_t v = 0; v < node.open.size(); ++v) rest.set(v);
        for (bool placed = true; placed;) {
            placed = false;
            for (std::size_t v = 0; v < node.open.size(); ++v) {
                if (!rest[v]) continue;
                const auto found = std::ranges::find_if(node.open[v], [&](const Node::Open& open) {
                    return is_free(open) && is_outside(parents(v, open), rest);
                });
                if (found == node.open[v].end()) continue;
                free.choice[v] = found->choice;
                free.order.push_back(v);
                rest.reset(v);
                placed = true;
            }
        }
        if (rest.any()) return std::nullopt;
        return free;
    }

    /// Keeps the best parents in this order if they are better than the best so far.
    void keep_better(const Node& node, std::span<const std::size_t> order) {
        Cluster rest;
        for (const std::size_t v : order) rest.set(v);
        std::vector<std::size_t> chosen(order.size());
        double loss = 0;
        for (const std::size_t v : order) {
            double best = infinity;
            for (const Node::Open& open : node.open[v]) {
                const ComponentParents::ParentChoice& choice = component_.of(v)[open.choice];
                if (!(choice.loss < best) || !is_outside(choice.parents, rest)) continue;
                best = choice.loss;
                chosen[v] = open.choice;
            }
            loss += best;
            rest.reset(v);
        }
        if (!(loss < loss_ - tolerance_)) return;
        loss_ = loss;
        chosen_ = std::move(chosen);
    }

    /// A cluster with a multiplier and a variable that has all its parents outside, as another one
    /// has: of these that whose other parents cost most. None where the free choice is worth the
    /// bound.
    std::optional<std::pair<Cluster, std::size_t>> variable_to_split(const Node& node,
                                                                     const FreeChoice& free) const {
        std::optional<std::pair<Cluster, std::size_t>> split;
        double most = -1;
        for (const auto& [cluster, value] : node.multipliers) {
            std::vector<std::size_t> outside;
            for (std::size_t v = 0; v < node.open.size(); ++v)
                if (cluster[v] && is_outside(component_.of(v)[free.choice[v]].parents, cluster))
                    outside.push_back(v);
            if (outside.size() < 2) continue;
            for (const std::size_t v : outside) {
                double otherwise = infinity;
                for (const Node::Open& open : node.open[v])
                    if (!is_outside(parents(v, open), cluster))
                        otherwise = std::min(otherwise, open.loss);
                const double gain = std::min(value, otherwise);
                if (!(gain > most)) continue;
                most = gain;
                split = {cluster, v};
            }
        }
        return split;
    }

    const ComponentParents& component_;
    SearchWatch& watch_;
    double tolerance_;
    std::vector<std::size_t> chosen_;
    double loss_;
    double open_bound_ = infinity;  ///< of the nodes that were left when stopped
    std::size_t nodes_ = 0;
};

void require_small(std::size_t variables) {
    if (variables > most_members)
        throw TooLargeError("exact search takes at most " + std::to_string(most_members) +
                                " variables that may be on a cycle with each other, not " +
                                std::to_string(variables),
                            {}, "allow fewer parents (max parents 3), or search with boss");
}

/// The number of the best considered parents of a variable among those it has in a DAG.
std::optional<std::size_t> choice_within(const ParentSets& sets, const Dag& dag, VariableId v) {
    std::vector<VariableId> parents = dag.parents(v);
    std::ranges::sort(parents);
    const std::span<const ScoredParents> all = sets.of(v.index());
    const auto found = std::ranges::find_if(all, [&](const ScoredParents& candidate) {
        return std::ranges::includes(parents, candidate.parents);
    });
    if (found == all.end()) return std::nullopt;
    return static_cast<std::size_t>(found - all.begin());
}

std::vector<Arc> possible_arcs(const ParentSets& sets) {
    std::vector<Arc> arcs;
    for (std::size_t v = 0; v < sets.variables(); ++v)
        for (const ScoredParents& candidate : sets.of(v))
            for (const VariableId parent : candidate.parents)
                arcs.push_back({parent, VariableId(v)});
    return arcs;
}

}  // namespace

AcyclicChoice best_acyclic_choice(const ParentSets& sets, const Dag& known, SearchWatch& watch) {
    const auto components = strong_components(sets.variables(), possible_arcs(sets));
    for (const std::vector<VariableId>& members : components) require_small(members.size());
    AcyclicChoice result;
    std::vector<Arc> arcs;
    for (const std::vector<VariableId>& members : components) {
        const ComponentParents component(sets, members);
        std::vector<std::size_t> begin;
        double loss = 0;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const auto choice = choice_within(sets, known, members[i]);
            begin.push_back(choice.value_or(0));
            loss += choice ? component.of(i)[*choice].loss : infinity;
        }
        ClusterSearch search(component, std::move(begin), loss, watch);
        search.run();
        result.bound += component.best() - search.loss_bound();
        result.nodes += search.nodes();
        for (std::size_t i = 0; i < members.size(); ++i)
            for (const VariableId parent : sets.of(members[i].index())[search.chosen()[i]].parents)
                arcs.push_back({parent, members[i]});
    }
    result.dag = Dag(sets.variables(), arcs);
    return result;
}

}  // namespace pgm::learners::detail
