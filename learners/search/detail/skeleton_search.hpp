#pragma once

#include <learners/independence/independence_test.hpp>
#include <learners/search/constraint_search.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/detail/neighbour.hpp>
#include <learners/search/detail/search_watch.hpp>

#include <cstddef>
#include <vector>

namespace pgm::learners::detail {

class VertexSearch;

/// Throws ArgumentError for a level of significance outside [0, 1].
void require_level(double alpha);

/// The edges that PC leaves: pairs that no test given few enough variables separated.
class SkeletonSearch {
public:
    /// Refers to its arguments. Throws TooLargeError for too many variables.
    SkeletonSearch(const IndependenceTest& test, const AllowedArcs& allowed, SearchWatch& watch,
                   double alpha);

    /// All levels up to this number of conditions, unless the watch stops it.
    void run(std::size_t max_conditions);

    const NeighbourLists& neighbours() const { return neighbours_; }
    bool joined(VariableId a, VariableId b) const;
    /// Pairs separated by a set that is not empty, sorted.
    const std::vector<SeparatedPair>& separated() const { return separated_; }
    std::size_t tests() const { return tests_; }
    double alpha() const { return alpha_; }

private:
    void test_pairs();
    std::vector<VariableId> partners_behind(VariableId a) const;
    bool required(VariableId a, VariableId b) const;
    void join(VariableId a, const std::vector<Neighbour>& later);
    bool has_sets_of(std::size_t conditions) const;
    void run_level(std::size_t conditions);
    void close_edges(const std::vector<VertexSearch>& searches);
    void separate(std::vector<SeparatedPair> found);
    void separate_determined(std::vector<SeparatedPair> found);
    void take_away(SeparatedPair separated);
    SearchProgress progress(std::size_t level, double done) const;

    const IndependenceTest& test_;
    const AllowedArcs& allowed_;
    SearchWatch& watch_;
    double alpha_;
    NeighbourLists neighbours_;
    std::vector<SeparatedPair> separated_;
    std::size_t tests_ = 0;
};

}  // namespace pgm::learners::detail
