#pragma once

#include <pgm/inference/interaction_graph.hpp>

namespace pgm {

/// The neighbour lists of a graph that changes: ascending, all in one run of memory. A list that outgrows its place moves to the end of it.
class NeighbourLists {
public:
    explicit NeighbourLists(const InteractionGraph& graph);

    std::span<const std::uint32_t> operator[](std::uint32_t v) const { return {members_.data() + places_[v].first, places_[v].size}; }

    bool adjacent(std::uint32_t a, std::uint32_t b) const;

    // One direction each. `u` must be, or not be, in the list of `v`.
    void erase(std::uint32_t v, std::uint32_t u);
    void insert(std::uint32_t v, std::uint32_t u);

private:
    struct Place {
        std::size_t first;
        std::uint32_t size, room;
    };
    void move_to_end(Place& place);

    std::vector<Place> places_;
    std::vector<std::uint32_t> members_;
};

}  // namespace pgm
