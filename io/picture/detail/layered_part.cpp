#include <io/picture/detail/layered_part.hpp>

#include <io/picture/detail/layer_assignment.hpp>
#include <io/picture/detail/layer_order.hpp>
#include <io/picture/detail/layer_positions.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr double least_layer_gap = 36, most_layer_gap = 110;
constexpr double box_gap = 22;   ///< between the boxes of a layer
constexpr double label_gap = 4;  ///< between an arc and its label

/// Appends a curve from `from` to `to`, vertical at both ends; `path` ends at `from`.
void append_curve(std::vector<Point>& path, Point from, Point to) {
    const double middle = (from.y + to.y) / 2;
    path.insert(path.end(), {Point{from.x, middle}, Point{to.x, middle}, to});
}

class LayeredPart {
public:
    LayeredPart(std::span<const Arc> arcs, std::span<const Point> sizes,
                std::span<const Point> label_sizes, std::size_t& bends_left)
        : sizes_(sizes), label_sizes_(label_sizes), bends_left_(bends_left) {
        turned_ = arcs_to_turn(sizes.size(), arcs);
        for (std::size_t i = 0; i < arcs.size(); ++i)
            arcs_.push_back(turned_[i] ? Arc{arcs[i].child, arcs[i].parent} : arcs[i]);
    }

    GraphLayout lay_out() {
        add_vertices();
        for (std::size_t i = 0; i < arcs_.size(); ++i) add_chain(i);
        order_layers(graph_);
        x_ = place_vertices(graph_);
        find_heights();
        join_borders();
        GraphLayout layout;
        shift(layout);
        for (std::size_t v = 0; v < sizes_.size(); ++v)
            layout.nodes.push_back({x_[v], centre(graph_.vertices[v].layer)});
        for (std::size_t i = 0; i < arcs_.size(); ++i) {
            layout.splines.push_back(spline(i));
            if (!label_sizes_.empty()) layout.labels.push_back(label(i));
        }
        return layout;
    }

private:
    /// The width that each box takes of its layer.
    std::vector<double> widths() const {
        std::vector<double> widths;
        for (const Point& size : sizes_) widths.push_back(size.x + box_gap);
        return widths;
    }

    /// How wide a layer may be: as wide as a page on which all boxes have room, and wide enough for
    /// a screen.
    double page_width() const {
        constexpr double shape = 1.6, screen = 1800;
        double area = 0;
        for (const Point& size : sizes_) area += (size.x + box_gap) * (size.y + least_layer_gap);
        return std::max(screen, std::sqrt(shape * area));
    }

    /// Arcs with a label have a bend for it.
    void add_vertices() {
        const std::uint32_t length = label_sizes_.empty() ? 1 : 2;
        std::vector<std::uint32_t> layers = assign_layers(sizes_.size(), arcs_, length);
        wrap_layers(layers, arcs_, widths(), page_width(), length);
        for (std::size_t v = 0; v < sizes_.size(); ++v)
            graph_.add_vertex(
                {.left = sizes_[v].x / 2, .right = sizes_[v].x / 2, .layer = layers[v]});
    }

    void add_chain(std::size_t arc) {
        const auto [parent, child] = arcs_[arc];
        std::vector<std::uint32_t>& chain = chains_.emplace_back();
        chain.push_back(parent.value);
        const std::uint32_t first = graph_.vertices[parent.index()].layer + 1,
                            end = graph_.vertices[child.index()].layer;
        const std::size_t bends = end - first;
        if (bends > bends_left_)
            throw TooLargeError("a layered drawing of these arcs would have more than " +
                                    std::to_string(most_bends) + " bends, and be unreadable",
                                {},
                                "write a .dot file and lay it out with another program, such as "
                                "sfdp");
        bends_left_ -= bends;
        for (std::uint32_t layer = first; layer < end; ++layer) {
            const bool has_label = !label_sizes_.empty() && layer == first + bends / 2;
            chain.push_back(
                graph_.add_vertex({.right = has_label ? label_gap + label_sizes_[arc].x : 0,
                                   .layer = layer,
                                   .is_bend = true}));
        }
        chain.push_back(child.value);
        for (std::size_t i = 1; i < chain.size(); ++i) graph_.add_edge(chain[i - 1], chain[i]);
    }

    /// Layers are as high as their highest box; between them there is more room where edges go far.
    void find_heights() {
        double label_height = 0;
        for (const Point& label : label_sizes_) label_height = std::max(label_height, label.y);
        heights_.assign(graph_.layers.size(), label_height);
        std::vector<double> farthest(graph_.layers.size(), 0);
        for (std::size_t v = 0; v < sizes_.size(); ++v) {
            double& height = heights_[graph_.vertices[v].layer];
            height = std::max(height, sizes_[v].y);
        }
        for (const auto& chain : chains_)
            for (std::size_t i = 1; i < chain.size(); ++i) {
                double& distance = farthest[graph_.vertices[chain[i]].layer];
                distance = std::max(distance, std::abs(x_[chain[i]] - x_[chain[i - 1]]));
            }
        constexpr double slope = 0.06;
        double top = 0;
        for (std::size_t layer = 0; layer < heights_.size(); ++layer) {
            if (layer > 0)
                top += std::clamp(slope * farthest[layer], least_layer_gap, most_layer_gap);
            tops_.push_back(top);
            top += heights_[layer];
        }
    }
    double centre(std::uint32_t layer) const { return tops_[layer] + heights_[layer] / 2; }

    /// Arcs meet the border of a box side by side, in the order of where they come from.
    void join_borders() {
        starts_.resize(chains_.size());
        ends_.resize(chains_.size());
        std::vector<std::vector<std::pair<double, std::size_t>>> up(sizes_.size()),
            down(sizes_.size());
        for (std::size_t i = 0; i < chains_.size(); ++i) {
            const std::vector<std::uint32_t>& chain = chains_[i];
            down[chain.front()].emplace_back(x_[chain[1]], i);
            up[chain.back()].emplace_back(x_[chain[chain.size() - 2]], i);
        }
        for (std::size_t v = 0; v < sizes_.size(); ++v) {
            spread(v, down[v], starts_);
            spread(v, up[v], ends_);
        }
    }

    void spread(std::size_t vertex, std::vector<std::pair<double, std::size_t>>& arcs,
                std::vector<double>& places) const {
        constexpr double widest_step = 9, part_of_box = 0.7;
        std::ranges::sort(arcs);
        const double steps = static_cast<double>(arcs.size()) - 1;
        const double step = std::min(widest_step, part_of_box * sizes_[vertex].x / (steps + 1));
        for (std::size_t k = 0; k < arcs.size(); ++k)
            places[arcs[k].second] = x_[vertex] + (static_cast<double>(k) - steps / 2) * step;
    }

    /// Moves everything so that it begins at 0.
    void shift(GraphLayout& layout) {
        double left = 0, right = 0;
        for (std::size_t v = 0; v < x_.size(); ++v) {
            const LayeredGraph::Vertex& vertex = graph_.vertices[v];
            left = v == 0 ? x_[v] - vertex.left : std::min(left, x_[v] - vertex.left);
            right = v == 0 ? x_[v] + vertex.right : std::max(right, x_[v] + vertex.right);
        }
        for (std::vector<double>* places : {&x_, &starts_, &ends_})
            for (double& x : *places) x -= left;
        layout.size = {right - left, tops_.back() + heights_.back()};
    }

    /// Straight within a layer, curved between two of them.
    std::vector<Point> spline(std::size_t arc) const {
        const std::vector<std::uint32_t>& chain = chains_[arc];
        const double top =
                         centre(graph_.vertices[chain.front()].layer) + sizes_[chain.front()].y / 2,
                     bottom =
                         centre(graph_.vertices[chain.back()].layer) - sizes_[chain.back()].y / 2;
        std::vector<Point> path{{starts_[arc], top}};
        for (std::size_t i = 1; i < chain.size(); ++i) {
            const std::uint32_t layer = graph_.vertices[chain[i]].layer;
            const bool is_last = i + 1 == chain.size();
            const double x = is_last ? ends_[arc] : x_[chain[i]];
            extend(path, {path.back().x, tops_[layer - 1] + heights_[layer - 1]});
            append_curve(path, path.back(), {x, tops_[layer]});
            if (is_last) extend(path, {x, bottom});
        }
        if (turned_[arc]) std::ranges::reverse(path);
        return path;
    }

    /// Straight down to there, unless it is there.
    static void extend(std::vector<Point>& path, Point to) {
        if (to.y > path.back().y) append_curve(path, path.back(), to);
    }

    Point label(std::size_t arc) const {
        const std::vector<std::uint32_t>& chain = chains_[arc];
        const std::uint32_t bend = chain[1 + (chain.size() - 2) / 2];
        return {x_[bend] + label_gap + label_sizes_[arc].x / 2,
                centre(graph_.vertices[bend].layer)};
    }

    std::span<const Point> sizes_;
    std::span<const Point> label_sizes_;
    std::size_t& bends_left_;
    std::vector<char> turned_;
    std::vector<Arc> arcs_;                           ///< downwards
    LayeredGraph graph_;                              ///< the boxes, then the bends
    std::vector<std::vector<std::uint32_t>> chains_;  ///< by arc: its vertices
    std::vector<double> x_;                           ///< by vertex of the graph
    std::vector<double> starts_, ends_;               ///< by arc: where it meets the boxes
    std::vector<double> tops_, heights_;              ///< by layer
};

}  // namespace

GraphLayout lay_out_part(std::span<const Arc> arcs, std::span<const Point> sizes,
                         std::span<const Point> label_sizes, std::size_t& bends_left) {
    return LayeredPart(arcs, sizes, label_sizes, bends_left).lay_out();
}

}  // namespace pgm::io::detail
