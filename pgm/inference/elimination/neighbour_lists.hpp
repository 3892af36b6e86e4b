#pragma once

#include <pgm/inference/elimination/interaction_graph.hpp>

#include <algorithm>

namespace pgm {

/// A graph that changes, as lists of neighbours: ascending, all in one run of memory. A list that outgrows its place moves to the end of it. For graphs too large for
/// NeighbourBits, which offers the same.
class NeighbourLists {
public:
    explicit NeighbourLists(const InteractionGraph& graph, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

    /// From the beginning, in the memory at hand.
    void reset(const InteractionGraph& graph);

    std::span<const std::uint32_t> operator[](std::uint32_t v) const { return {members_.data() + places_[v].first, places_[v].size}; }

    std::size_t degree(std::uint32_t v) const { return places_[v].size; }
    bool adjacent(std::uint32_t a, std::uint32_t b) const;

    /// Calls `visit` with each neighbour of `v`, ascending.
    template <class Visit>
    void for_each(std::uint32_t v, Visit visit) const {
        for (const std::uint32_t u : (*this)[v]) visit(u);
    }

    /// The same with those that `a` and `b` have in common. The list of a hub is searched, not walked through.
    template <class Visit>
    void for_each_common(std::uint32_t a, std::uint32_t b, Visit visit) const {
        const auto [few, many] = degree(a) < degree(b) ? std::pair((*this)[a], (*this)[b]) : std::pair((*this)[b], (*this)[a]);
        for (const std::uint32_t x : few) {
            if (std::ranges::binary_search(many, x)) visit(x);
        }
    }

    /// Two that do not meet yet.
    void connect(std::uint32_t a, std::uint32_t b) {
        insert(a, b);
        insert(b, a);
    }
    /// Takes `u` out of the neighbours of `v`; those of `u` stay as they are.
    void erase(std::uint32_t v, std::uint32_t u);

private:
    struct Place {
        std::size_t first;
        std::uint32_t size, room;
    };
    void insert(std::uint32_t v, std::uint32_t u);
    void move_to_end(Place& place);

    std::pmr::vector<Place> places_;
    std::pmr::vector<std::uint32_t> members_;
};

}  // namespace pgm
