#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/detail/equivalence_class.hpp>
#include <learners/search/detail/search_watch.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// An operator of Chickering (2002) on the edge between x and y. Insert(x, y, T) adds x -> y and
/// directs the edges from T to y; Delete(x, y, H) removes the edge and directs those from y and x
/// to H. `set` is T or H.
struct ClassOperator {
    std::size_t x = 0;
    std::size_t y = 0;
    std::vector<VariableId> set;
    double gain = 0;
};

/// Greedy search over equivalence classes of DAGs: its state is a class and one member that obeys
/// the constraints.
///
/// The gain of an operator depends on the surroundings of y only. The operators of y are made again
/// when an edge near y has changed. Whether an operator is valid depends on paths through the whole
/// graph and is decided when it is about to be applied.
class EquivalenceSearch {
public:
    /// Refers to all but the DAG.
    EquivalenceSearch(const DecomposableScore& score, const AllowedArcs& allowed,
                      SearchWatch& watch, const Dag& start);

    /// Adds edges (removes edges), the largest gain first, as long as that raises the score. Return
    /// whether anything was changed.
    bool forward() { return run(Phase::forward); }
    bool backward() { return run(Phase::backward); }
    /// Removes edges, then adds and removes them in turn, as long as that raises the score. The
    /// watch is told the score of the beginning: one that differs within a class may fall on the
    /// way.
    void improve();

    /// Goes over to another DAG. The gains that are known stay.
    void move_to(const Dag& dag);

    const Dag& dag();
    double score();
    std::size_t steps() const { return steps_; }

private:
    enum class Phase { forward, backward };
    /// Gains of adding one variable to a set of parents of one child.
    struct KnownGains {
        std::vector<std::uint64_t> known;
        std::map<std::size_t, double> improving;  ///< of the known ones those above the tolerance
    };
    using GainsOfChild = std::map<std::vector<VariableId>, KnownGains>;

    bool run(Phase phase);
    bool renew_operators(Phase phase, const std::vector<std::size_t>& children);
    std::vector<ClassOperator> insertions(std::size_t y);
    std::vector<ClassOperator> deletions(std::size_t y) const;
    std::vector<VariableId> directed_by_insertion(std::size_t x, std::size_t y,
                                                  std::span<const VariableId> parents) const;
    /// The gains above the tolerance by variable, of all that were ever candidates for one parent
    /// more; `candidates` are among them.
    const std::map<std::size_t, double>& improving_gains(std::size_t y,
                                                         const std::vector<VariableId>& parents,
                                                         BitRow candidates);
    std::optional<EquivalenceClass> applied(const ClassOperator& change, Phase phase) const;
    bool apply_best(Phase phase);
    bool apply(const ClassOperator& change, Phase phase);
    std::vector<std::size_t> children_near(const EquivalenceClass& before,
                                           const ClassOperator& change) const;

    const DecomposableScore& score_;
    const AllowedArcs& allowed_;
    SearchWatch& watch_;
    std::optional<Dag> dag_;  ///< made when it is asked for, if every member of the class will do
    EquivalenceClass class_;
    double tolerance_;
    std::vector<GainsOfChild> gains_;                    ///< by child
    std::vector<std::vector<ClassOperator>> operators_;  ///< by y, the best first
    std::vector<std::size_t> to_renew_;
    std::optional<double> reported_score_;  ///< instead of the present one
    std::size_t steps_ = 0;
};

}  // namespace pgm::learners::detail
