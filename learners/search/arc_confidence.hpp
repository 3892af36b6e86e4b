#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/score_search.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace pgm::learners {

/// Confidence of every arc: a number from 0 to 1 for each ordered pair of variables. The bootstrap
/// gives the share of the resampled tables whose structure has the arc, arc_posterior() its
/// probability given the data.
class ArcConfidence {
public:
    ArcConfidence() = default;
    /// All 0. Throws TooLargeError for too many variables.
    explicit ArcConfidence(std::size_t variables);

    std::size_t variables() const { return variables_; }
    double arc(VariableId parent, VariableId child) const {
        return values_[parent.index() * variables_ + child.index()];
    }
    /// Confidence in the two directions together.
    double edge(VariableId a, VariableId b) const { return arc(a, b) + arc(b, a); }
    void set(VariableId parent, VariableId child, double confidence) {
        values_[parent.index() * variables_ + child.index()] = confidence;
    }

    friend bool operator==(const ArcConfidence&, const ArcConfidence&) = default;

private:
    std::size_t variables_ = 0;
    std::vector<double> values_;
};

/// The confidence that an edge has to exceed to be more than noise (Scutari and Nagarajan 2013,
/// "Identifying significant edges in graphical models of molecular networks").
///
/// If one knew which edges there are, all confidences would be 0 or 1, and their distribution
/// function would be some constant t between. The t nearest to the observed distribution function F
/// in the L1 norm is the median of F over [0, 1], which is F(1/2), for F is monotone. The threshold
/// is the smallest confidence with F >= t: the largest one up to 1/2, or 0 if all exceed it.
double significance_threshold(const ArcConfidence& confidence);

/// The DAG of the edges above a threshold, in the direction of the larger confidence. The surest
/// arcs come first; one that would break a constraint or close a cycle is turned around, or left
/// out where that would, too. Required arcs are there in any case. Throws what AllowedArcs throws.
Dag averaged_network(const ArcConfidence& confidence, double threshold,
                     const Constraints& constraints = {});

/// The posterior probability of every arc, exactly, for small networks (Koivisto and Sood 2004,
/// "Exact Bayesian structure discovery in Bayesian networks").
///
/// It sums exp(score) over all DAGs by dynamic programming over subsets, so the score should be the
/// logarithm of a marginal likelihood (K2, BDeu; BIC approximates one). The prior is order modular:
/// every order of the variables has the same probability, and so has every DAG that an order
/// allows. So a DAG weighs as much as it has topological orders, which favours sparse structures;
/// equivalent DAGs may have different weights.
///
/// DAGs that break the constraints have probability 0. Returns null when the control stops it:
/// there are no partial sums worth having. Time and memory grow as n 2^n: about 20 variables.
/// Throws TooLargeError with the number of bytes past `max_bytes`, and ArgumentError when no DAG
/// has a finite score.
std::optional<ArcConfidence> arc_posterior(const DecomposableScore& score,
                                           const Constraints& constraints = {},
                                           const SearchControl& control = {},
                                           std::size_t max_bytes = std::size_t{4} << 30);

/// Learns a structure from one table of data.
using StructureLearner =
    std::function<LearnedStructure(const Dataset& data, const SearchControl& control)>;

/// Learns a network from one table; null where it was stopped. Variable i is column i.
using NetworkLearner = std::function<std::optional<BayesianNetwork>(const Dataset& data,
                                                                    const SearchControl& control)>;

struct Bootstrap {
    std::size_t replicates = 200;
    std::uint64_t seed = 0;
    Constraints constraints = {};  ///< that the learner obeys; they direct edges of a class

    friend bool operator==(const Bootstrap&, const Bootstrap&) = default;
};

struct BootstrapResult {
    ArcConfidence confidence;
    std::size_t replicates = 0;                  ///< that were learned from
    bool partial = false;                        ///< whether it was stopped before all of them
    std::vector<BayesianNetwork> networks = {};  ///< where a network was learned from each
};

/// The confidence of arcs by the nonparametric bootstrap (Friedman, Goldszmidt and Wyner 1999,
/// "Data analysis with Bayesian networks: a bootstrap approach").
///
/// Every replicate draws as many rows as there are, with replacement, and learns a structure from
/// them. An arc that all members of its equivalence class share counts 1, an edge whose direction
/// the class leaves open counts one half in both directions. A row of weight 2 is drawn as two rows
/// would be; weights must be whole numbers then.
///
/// Replicates run in parallel, each on one thread, and their draws depend on the seed and their
/// number alone. Throws ArgumentError for data without rows or weights that are no whole numbers,
/// and what the learner throws.
BootstrapResult bootstrap(const Dataset& data, const StructureLearner& learner,
                          const Bootstrap& options = {}, const SearchControl& control = {});

/// The same with the networks of the replicates, for with_replicates().
BootstrapResult bootstrap(const Dataset& data, const NetworkLearner& learner,
                          const Bootstrap& options = {}, const SearchControl& control = {});

}  // namespace pgm::learners
