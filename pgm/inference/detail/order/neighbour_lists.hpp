#pragma once

#include <pgm/inference/detail/cost/cost_model.hpp>
#include <pgm/inference/detail/order/interaction_graph.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace pgm::detail {

/// A graph that changes, as lists of neighbours: ascending, all in one run of memory. A list that
/// outgrows its place moves to the end of it. The neighbours of a hub are a balanced tree instead,
/// because a list of a hundred thousand would be moved as a whole each time one of them goes. For
/// graphs too large for NeighbourBits, which offers the same.
class NeighbourLists {
public:
    explicit NeighbourLists(const InteractionGraph& graph,
                            std::pmr::memory_resource* memory = std::pmr::get_default_resource());

    /// Starts again with a graph, in the memory at hand.
    void reset(const InteractionGraph& graph);

    std::size_t degree(std::uint32_t v) const { return places_[v].size; }
    bool adjacent(std::uint32_t a, std::uint32_t b) const {
        return degree(a) < degree(b) ? contains(a, b) : contains(b, a);
    }

    /// Calls `visit` with each neighbour of `v`, ascending.
    template <class Visit>
    void for_each(std::uint32_t v, Visit visit) const {
        if (is_hub(v)) {
            for (const std::uint32_t u : hubs_[places_[v].first]) visit(u);
        } else {
            for (const std::uint32_t u : list(v)) visit(u);
        }
    }

    /// Calls `visit` with each neighbour that `a` and `b` have in common. Lists of about the same
    /// length are walked through side by side, a much longer one is searched.
    template <class Visit>
    void for_each_common(std::uint32_t a, std::uint32_t b, Visit visit) const {
        const auto [few, many] = degree(a) < degree(b) ? std::pair(a, b) : std::pair(b, a);
        if (!is_hub(many) && degree(many) <= cost_model::much_longer_list * degree(few)) {
            return walk_side_by_side(list(few), list(many), visit);
        }
        for_each(few, [&, many = many](std::uint32_t x) {
            if (contains(many, x)) visit(x);
        });
    }

    /// Two that do not meet yet.
    void connect(std::uint32_t a, std::uint32_t b) {
        insert(a, b);
        insert(b, a);
    }
    /// Takes `u` out of the neighbours of `v`; those of `u` stay as they are.
    void erase(std::uint32_t v, std::uint32_t u);

private:
    static constexpr std::uint32_t hub_room = ~std::uint32_t{0};

    struct ListPosition {
        std::size_t first;   ///< in members_, or where room is hub_room the number of the hub
        std::uint32_t size;  ///< the number of neighbours
        std::uint32_t room;
    };

    bool is_hub(std::uint32_t v) const { return places_[v].room == hub_room; }
    std::span<const std::uint32_t> list(std::uint32_t v) const {
        return {members_.data() + places_[v].first, places_[v].size};
    }
    bool contains(std::uint32_t v, std::uint32_t u) const {
        return is_hub(v) ? hubs_[places_[v].first].contains(u)
                         : std::ranges::binary_search(list(v), u);
    }
    /// Whichever list is behind goes on, without a branch that the processor could guess wrongly.
    template <class Visit>
    static void walk_side_by_side(std::span<const std::uint32_t> a,
                                  std::span<const std::uint32_t> b, Visit visit) {
        for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
            const std::uint32_t x = a[i], y = b[j];
            if (x == y) visit(x);
            i += x <= y;
            j += y <= x;
        }
    }
    ListPosition new_hub(std::span<const std::uint32_t> neighbours);
    void insert(std::uint32_t v, std::uint32_t u);
    void insert_into_list(ListPosition& place, std::uint32_t u);
    void move_to_end(ListPosition& place);

    std::pmr::vector<ListPosition> places_;
    std::pmr::vector<std::uint32_t> members_;
    std::pmr::vector<std::pmr::set<std::uint32_t>> hubs_;
};

}  // namespace pgm::detail
