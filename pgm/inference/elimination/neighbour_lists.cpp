#include <pgm/inference/elimination/neighbour_lists.hpp>

#include <algorithm>

namespace pgm {

NeighbourLists::NeighbourLists(const InteractionGraph& graph, std::pmr::memory_resource* memory) : places_(memory), members_(memory) {
    reset(graph);
}

void NeighbourLists::reset(const InteractionGraph& graph) {
    places_.clear();
    members_.clear();
    places_.reserve(graph.size());
    members_.reserve(2 * graph.degrees());  // half of it for the edges that elimination adds
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        const std::span<const std::uint32_t> list = graph.neighbours(v);
        const auto size = static_cast<std::uint32_t>(list.size());
        places_.push_back({members_.size(), size, size});
        members_.insert(members_.end(), list.begin(), list.end());
    }
}

bool NeighbourLists::adjacent(std::uint32_t a, std::uint32_t b) const {
    if (places_[a].size > places_[b].size) std::swap(a, b);
    return std::ranges::binary_search((*this)[a], b);
}

void NeighbourLists::erase(std::uint32_t v, std::uint32_t u) {
    std::uint32_t* const begin = members_.data() + places_[v].first;
    std::uint32_t* const end = begin + places_[v].size;
    std::uint32_t* const at = std::lower_bound(begin, end, u);
    std::copy(at + 1, end, at);
    --places_[v].size;
}

void NeighbourLists::insert(std::uint32_t v, std::uint32_t u) {
    Place& place = places_[v];
    if (place.size == place.room) move_to_end(place);
    std::uint32_t* const begin = members_.data() + place.first;
    std::uint32_t* const end = begin + place.size;
    std::uint32_t* const at = std::lower_bound(begin, end, u);
    std::copy_backward(at, end, end + 1);
    *at = u;
    ++place.size;
}

void NeighbourLists::move_to_end(Place& place) {
    const std::size_t first = members_.size();
    place.room = 2 * place.size + 2;
    members_.resize(first + place.room);
    std::copy_n(members_.begin() + static_cast<std::ptrdiff_t>(place.first), place.size, members_.begin() + static_cast<std::ptrdiff_t>(first));
    place.first = first;
}

}  // namespace pgm
