#pragma once

#include <pgm/inference/detail/order/elimination_order.hpp>
#include <pgm/inference/detail/order/indexed_minimum.hpp>
#include <pgm/inference/detail/order/interaction_graph.hpp>

#include <cstdint>
#include <vector>

namespace pgm::detail {

/// Greedy elimination of one graph (Rose 1974; Kjaerulff 1990), again and again: each run() starts
/// from the whole graph, in memory that is kept. `Neighbours` is how the graph is stored while it
/// changes, NeighbourBits or NeighbourLists; both give the same orders.
///
/// Per variable it keeps the weight of the edges that are missing among its neighbours, brought up
/// to date edge by edge. The weights are whole numbers, so that updates by differences never drift
/// and "nothing missing" is exactly zero. Hubs (the class of a classifier with thousands of
/// features) are not counted, they just wait, until enough of their neighbours have gone.
template <class Neighbours>
class GreedyElimination {
public:
    /// Refers to the graph, which must outlive the search.
    explicit GreedyElimination(const InteractionGraph& graph, std::pmr::memory_resource* memory =
                                                                  std::pmr::get_default_resource());

    struct Try {
        FillWeight weight = FillWeight::log_product;
        /// 0: ties go to the smaller table, then to the lower number. Otherwise every variable's
        /// cost is multiplied by a number between 1 and 5/4, drawn once per try from a generator
        /// with this seed: near ties fall one way or the other, free eliminations stay free.
        std::uint64_t seed = 0;
    };

    /// Gives up, with as many variables as were eliminated until then, once the cost exceeds
    /// `bound`.
    void run(Try attempt, double bound, EliminationOrder& result);

    /// The work of the last run, in units of about 25 nanoseconds: the predicted cost of another
    /// try.
    double steps() const { return steps_; }

private:
    struct Node {
        std::int64_t weight = 1;     ///< the weight of an edge is the product of its ends' weights
        std::int64_t fill = 0;       ///< weight of the edges missing among its neighbours
        std::int64_t around = 0;     ///< sum of its neighbours' weights
        std::int64_t log_cells = 0;  ///< of the table that eliminating it makes
        std::int64_t log_card = 0;
        double jitter = 1;
        bool counted = false;  ///< fill is kept up to date
        bool touched = false;  ///< its cost is outdated
    };

    void start(Try attempt);
    void begin_stage(std::size_t stage);
    std::int64_t missing_among(std::uint32_t v) const;
    double clique_cells(std::uint32_t v) const;
    std::size_t stage_of(std::uint32_t v) const {
        return graph_.stage.empty() ? 0 : graph_.stage[v];
    }
    void update_cost(std::uint32_t v);
    void touch(std::uint32_t v);
    void append_the_rest(EliminationOrder& result) const;
    void eliminate(std::uint32_t v);
    void connect_neighbours();
    void connect(std::uint32_t a, std::uint32_t b);

    const InteractionGraph& graph_;
    Neighbours left_;  ///< what is left of the graph
    std::pmr::vector<Node> nodes_;
    std::size_t stage_ = 0;  ///< in which variables are eliminated now
    /// Costs of eliminating each variable; infinite when it has gone or has to wait for its stage.
    IndexedMinimum costs_;
    double steps_ = 0;
    /// The first touched_count_ are the variables whose cost is outdated.
    std::pmr::vector<std::uint32_t> touched_;
    std::size_t touched_count_ = 0;
    std::pmr::vector<std::uint32_t> clique_;
};

}  // namespace pgm::detail
