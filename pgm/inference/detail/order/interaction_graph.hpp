#pragma once

#include <pgm/model/network.hpp>

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace pgm::detail {

/// Who meets whom in a table: an undirected graph over the variables 0 ... n-1 that are left, with
/// their cardinalities. Neighbours are ascending and without doubles.
class InteractionGraph {
public:
    /// The members of each family, in any order, become neighbours of each other.
    InteractionGraph(std::span<const std::uint32_t> cardinalities,
                     std::span<const std::span<const std::uint32_t>> families,
                     std::pmr::memory_resource* memory = std::pmr::get_default_resource());

    std::size_t size() const { return cardinality.size(); }
    std::span<const std::uint32_t> neighbours(std::uint32_t v) const {
        return {neighbours_.data() + first_[v], first_[v + 1] - first_[v]};
    }
    /// Twice the number of edges.
    std::size_t degrees() const { return neighbours_.size(); }

    /// Number of states of each variable. The elimination order wants at least 2: a weight of zero
    /// would make an edge look like none.
    std::pmr::vector<std::uint32_t> cardinality;
    /// Variables of a lower stage are eliminated before those of a higher one; empty = all in one
    /// stage. Marginal MAP sums stage 0 and maximises stage 1; a joint distribution keeps stage 1.
    std::pmr::vector<std::uint8_t> stage;

private:
    void connect_in_bits(std::span<const std::span<const std::uint32_t>> families);
    void connect_in_lists(std::span<const std::span<const std::uint32_t>> families);

    /// Per variable where its neighbours start, and one more.
    std::pmr::vector<std::size_t> first_;
    std::pmr::vector<std::uint32_t> neighbours_;
};

/// The moral graph of a network: each variable with its parents is a family. A continuous variable
/// has one cell, and its continuous parents are not of its family: an observed value is one factor
/// over the discrete ones.
InteractionGraph moral_interaction_graph(const BayesianNetwork& network);

}  // namespace pgm::detail
