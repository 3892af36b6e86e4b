#pragma once

#include <learners/independence/independence_test.hpp>
#include <learners/search/constraint_search.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/detail/neighbour.hpp>
#include <learners/search/detail/subsets.hpp>
#include <pgm/core/stop_token.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// One variable's part of a level of PC: the tests of its edges given sets of its neighbours. It
/// can be interrupted between two sets.
class VertexSearch {
public:
    /// Refers to the first three. The vertex has more than `conditions` neighbours.
    VertexSearch(const IndependenceTest& test, const AllowedArcs& allowed,
                 const NeighbourLists& all, VariableId vertex, std::size_t conditions,
                 double alpha);

    VariableId vertex() const { return vertex_; }
    bool is_done() const { return subsets_.at_end() || open_.empty(); }

    /// Goes on with the next sets, at most so many, and not when it is to stop.
    void advance(std::size_t sets, const StopToken& stop);

    std::vector<SeparatedPair>& found() { return found_; }
    /// Edges that stand yet, with the first set of neighbours of both ends that leaves their test
    /// no degrees of freedom.
    std::vector<SeparatedPair>& determined() { return determined_; }
    /// The neighbours of which a test had degrees of freedom, in any order.
    const std::vector<VariableId>& varying() const { return varying_; }
    std::size_t tests() const { return tests_; }

private:
    void focus();
    void try_set();
    std::vector<VariableId> candidates_for(std::span<const VariableId> given) const;
    Edge pair_with(VariableId other) const;
    void separate(VariableId other, std::span<const VariableId> given, double p);
    bool is_tried_there(VariableId other, std::span<const VariableId> given) const;
    bool are_neighbours_of(VariableId other, std::span<const VariableId> given) const;

    const IndependenceTest& test_;
    const NeighbourLists& all_;
    VariableId vertex_;
    double alpha_;
    std::vector<Neighbour> conditions_;  ///< the strongest first
    std::vector<VariableId> open_;       ///< the other ends of the edges that stand yet
    Subsets subsets_;                    ///< of the conditions
    bool started_ = false;
    std::unique_ptr<IndependenceTest> focused_;
    std::vector<TestResult> results_;
    std::vector<SeparatedPair> found_;
    std::vector<SeparatedPair> determined_;
    std::vector<VariableId> varying_;
    std::size_t tests_ = 0;
};

}  // namespace pgm::learners::detail
