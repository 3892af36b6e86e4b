#include <io/picture/detail/layer_assignment.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace pgm::io::detail {
namespace {

using Neighbours = std::vector<std::vector<std::uint32_t>>;

/// Vertices, parents before children.
std::vector<std::uint32_t> in_order(const Neighbours& parents, const Neighbours& children) {
    std::vector<std::uint32_t> order;
    std::vector<std::size_t> missing(parents.size());
    for (std::uint32_t v = 0; v < parents.size(); ++v) {
        missing[v] = parents[v].size();
        if (missing[v] == 0) order.push_back(v);
    }
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const std::uint32_t child : children[order[i]])
            if (--missing[child] == 0) order.push_back(child);
    return order;
}

/// The layers of one graph while vertices move.
class Layers {
public:
    Layers(std::size_t vertices, std::span<const Arc> arcs, std::uint32_t length)
        : parents_(vertices), children_(vertices), layer_(vertices, 0), length_(length) {
        for (const auto& [parent, child] : arcs) {
            children_[parent.index()].push_back(child.value);
            parents_[child.index()].push_back(parent.value);
        }
        order_ = in_order(parents_, children_);
    }

    std::vector<std::uint32_t> assign() {
        constexpr int most_rounds = 16;
        for (const std::uint32_t v : order_) layer_[v] = highest(v);
        for (int round = 0; round < most_rounds; ++round)
            if (!move_down() && !move_up()) break;
        return std::move(layer_);
    }

private:
    std::uint32_t highest(std::uint32_t v) const {
        std::uint32_t layer = 0;
        for (const std::uint32_t parent : parents_[v])
            layer = std::max(layer, layer_[parent] + length_);
        return layer;
    }
    std::uint32_t lowest(std::uint32_t v) const {
        std::uint32_t layer = layer_[children_[v].front()];
        for (const std::uint32_t child : children_[v]) layer = std::min(layer, layer_[child]);
        return layer - length_;
    }

    bool move_down() {
        bool moved = false;
        for (std::size_t i = order_.size(); i-- > 0;) {
            const std::uint32_t v = order_[i];
            if (children_[v].size() > parents_[v].size())
                moved |= std::exchange(layer_[v], lowest(v)) != layer_[v];
        }
        return moved;
    }
    bool move_up() {
        bool moved = false;
        for (const std::uint32_t v : order_)
            if (parents_[v].size() > children_[v].size())
                moved |= std::exchange(layer_[v], highest(v)) != layer_[v];
        return moved;
    }

    Neighbours parents_, children_;
    std::vector<std::uint32_t> order_, layer_;
    std::uint32_t length_;
};

/// Makes the first layer that has vertices number 0.
void begin_at_top(std::vector<std::uint32_t>& layers) {
    if (layers.empty()) return;
    const std::uint32_t top = *std::ranges::min_element(layers);
    for (std::uint32_t& layer : layers) layer -= top;
}

/// Moves sources down to just above their first children where that layer has room.
void lower_sources(std::vector<std::uint32_t>& layers, std::span<const Arc> arcs,
                   std::span<const double> widths, double widest, std::uint32_t length) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> first_child(layers.size(), none);  // its layer
    std::vector<char> is_source(layers.size(), 1);
    for (const auto& [parent, child] : arcs) {
        std::uint32_t& first = first_child[parent.index()];
        first = std::min(first, layers[child.index()]);
        is_source[child.index()] = 0;
    }
    std::map<std::uint32_t, double> taken;  // width, by layer
    for (std::size_t v = 0; v < layers.size(); ++v) taken[layers[v]] += widths[v];
    for (std::size_t v = 0; v < layers.size(); ++v) {
        if (!is_source[v] || first_child[v] == none) continue;
        const std::uint32_t lowest = first_child[v] - length;
        if (lowest == layers[v] || taken[lowest] + widths[v] > widest) continue;
        taken[layers[v]] -= widths[v];
        taken[lowest] += widths[v];
        layers[v] = lowest;
    }
}

}  // namespace

std::vector<char> arcs_to_turn(std::size_t vertices, std::span<const Arc> arcs) {
    enum class Visit : char { none, open, done };
    std::vector<std::vector<std::uint32_t>> arcs_of(vertices);
    for (std::uint32_t i = 0; i < arcs.size(); ++i) arcs_of[arcs[i].parent.index()].push_back(i);
    std::vector<char> turned(arcs.size(), 0);
    std::vector<Visit> visit(vertices, Visit::none);
    std::vector<std::pair<std::uint32_t, std::size_t>> path;  // vertex, number of its next arc
    for (std::uint32_t start = 0; start < vertices; ++start) {
        if (visit[start] == Visit::none) path.emplace_back(start, 0);
        while (!path.empty()) {
            auto& [v, next] = path.back();
            visit[v] = Visit::open;
            if (next == arcs_of[v].size()) {
                visit[v] = Visit::done;
                path.pop_back();
                continue;
            }
            const std::uint32_t arc = arcs_of[v][next++];
            const std::uint32_t child = arcs[arc].child.value;
            if (visit[child] == Visit::open) turned[arc] = 1;
            if (visit[child] == Visit::none) path.emplace_back(child, 0);
        }
    }
    return turned;
}

std::vector<std::uint32_t> assign_layers(std::size_t vertices, std::span<const Arc> arcs,
                                         std::uint32_t length) {
    std::vector<std::uint32_t> layers = Layers(vertices, arcs, length).assign();
    begin_at_top(layers);
    return layers;
}

void wrap_layers(std::vector<std::uint32_t>& layers, std::span<const Arc> arcs,
                 std::span<const double> widths, double widest, std::uint32_t length) {
    std::vector<std::pair<bool, int>> rank(layers.size(),
                                           {true, 0});  // source, surplus of children
    for (const auto& [parent, child] : arcs) {
        ++rank[parent.index()].second;
        --rank[child.index()].second;
        rank[child.index()].first = false;
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> members;  // by layer
    for (std::uint32_t v = 0; v < layers.size(); ++v) members[layers[v]].push_back(v);
    std::uint32_t moved_down = 0;
    for (auto& [layer, vertices] : members) {
        double width = 0, all = 0;
        for (const std::uint32_t v : vertices) all += widths[v];
        const double row = all / std::ceil(all / widest);  // rows are about equally wide
        if (all > widest)
            std::ranges::stable_sort(vertices, {}, [&](std::uint32_t v) { return rank[v]; });
        for (const std::uint32_t v : vertices) {
            const bool is_full = width + widths[v] > widest || width + widths[v] / 2 > row;
            if (all > widest && width > 0 && is_full) {
                moved_down += length;
                width = 0;
            }
            width += widths[v];
            layers[v] = layer + moved_down;
        }
    }
    if (moved_down > 0) lower_sources(layers, arcs, widths, widest, length);
    begin_at_top(layers);
}

}  // namespace pgm::io::detail
