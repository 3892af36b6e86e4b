#include <pgm/inference/detail/order/neighbour_lists.hpp>

#include <pgm/inference/detail/cost/cost_model.hpp>

#include <algorithm>

namespace pgm::detail {

NeighbourLists::NeighbourLists(const InteractionGraph& graph, std::pmr::memory_resource* memory)
    : places_(memory), members_(memory), hubs_(memory) {
    reset(graph);
}

void NeighbourLists::reset(const InteractionGraph& graph) {
    places_.clear();
    members_.clear();
    hubs_.clear();
    places_.reserve(graph.size());
    members_.reserve(2 * graph.degrees());  // half of it for the edges that elimination adds
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        const std::span<const std::uint32_t> list = graph.neighbours(v);
        if (list.size() > cost_model::longest_list) {
            places_.push_back(new_hub(list));
            continue;
        }
        const auto size = static_cast<std::uint32_t>(list.size());
        places_.push_back({members_.size(), size, size});
        members_.insert(members_.end(), list.begin(), list.end());
    }
}

NeighbourLists::ListPosition NeighbourLists::new_hub(std::span<const std::uint32_t> neighbours) {
    hubs_.emplace_back(neighbours.begin(), neighbours.end());
    return {hubs_.size() - 1, static_cast<std::uint32_t>(neighbours.size()), hub_room};
}

void NeighbourLists::erase(std::uint32_t v, std::uint32_t u) {
    if (is_hub(v)) {
        hubs_[places_[v].first].erase(u);
    } else {
        std::uint32_t* const begin = members_.data() + places_[v].first;
        std::uint32_t* const end = begin + places_[v].size;
        std::uint32_t* const at = std::lower_bound(begin, end, u);
        std::copy(at + 1, end, at);
    }
    --places_[v].size;
}

void NeighbourLists::insert(std::uint32_t v, std::uint32_t u) {
    if (!is_hub(v) && degree(v) >= cost_model::longest_list) places_[v] = new_hub(list(v));
    if (is_hub(v)) {
        hubs_[places_[v].first].insert(u);
    } else {
        insert_into_list(places_[v], u);
    }
    ++places_[v].size;
}

void NeighbourLists::insert_into_list(ListPosition& place, std::uint32_t u) {
    if (place.size == place.room) move_to_end(place);
    std::uint32_t* const begin = members_.data() + place.first;
    std::uint32_t* const end = begin + place.size;
    std::uint32_t* const at = std::lower_bound(begin, end, u);
    std::copy_backward(at, end, end + 1);
    *at = u;
}

void NeighbourLists::move_to_end(ListPosition& place) {
    const std::size_t first = members_.size();
    place.room = 2 * place.size + 2;
    members_.resize(first + place.room);
    std::copy_n(members_.begin() + static_cast<std::ptrdiff_t>(place.first), place.size,
                members_.begin() + static_cast<std::ptrdiff_t>(first));
    place.first = first;
}

}  // namespace pgm::detail
