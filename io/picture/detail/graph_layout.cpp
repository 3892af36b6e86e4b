#include <io/picture/detail/graph_layout.hpp>

#include <io/picture/detail/layered_part.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace pgm::io::detail {
namespace {

/// Vertices and arcs that hang together, by their numbers in the whole graph.
struct Part {
    std::vector<std::uint32_t> vertices, arcs;
};

/// The connected parts, in the order of their first vertices.
std::vector<Part> connected_parts(std::span<const Arc> arcs, std::size_t vertices) {
    std::vector<std::uint32_t> root(vertices);
    std::iota(root.begin(), root.end(), std::uint32_t{0});
    const auto find = [&](std::uint32_t v) {
        while (root[v] != v) v = root[v] = root[root[v]];
        return v;
    };
    for (const auto& [parent, child] : arcs) {
        const auto [first, second] = std::minmax({find(parent.value), find(child.value)});
        root[second] = first;
    }
    std::vector<Part> parts;
    std::vector<std::size_t> part_of(vertices, 0);
    for (std::uint32_t v = 0; v < vertices; ++v) {
        const std::uint32_t first = find(v);
        if (first == v) part_of[v] = parts.size();
        if (first == v) parts.emplace_back();
        part_of[v] = part_of[first];
        parts[part_of[v]].vertices.push_back(v);
    }
    for (std::uint32_t i = 0; i < arcs.size(); ++i)
        parts[part_of[arcs[i].parent.index()]].arcs.push_back(i);
    return parts;
}

template <class T>
std::vector<T> chosen(std::span<const T> all, std::span<const std::uint32_t> some) {
    std::vector<T> result;
    for (const std::uint32_t i : some) result.push_back(all[i]);
    return result;
}

/// Rows of parts, about as wide as a page is.
class PartRows {
public:
    explicit PartRows(std::span<const GraphLayout> parts) {
        double area = 0;
        for (const GraphLayout& part : parts) {
            area += (part.size.x + gap) * (part.size.y + gap);
            width_ = std::max(width_, part.size.x);
        }
        constexpr double page = 1.6;
        width_ = std::max(width_, std::sqrt(page * area));
    }

    /// The upper left corner of the next part.
    Point place(Point part) {
        if (next_.x > 0 && next_.x + part.x > width_) next_ = {0, size_.y + gap};
        const Point corner = next_;
        next_.x += part.x + gap;
        size_ = {std::max(size_.x, corner.x + part.x), std::max(size_.y, corner.y + part.y)};
        return corner;
    }
    Point size() const { return size_; }

private:
    static constexpr double gap = 36;
    double width_ = 0;
    Point next_, size_;
};

std::vector<Point> moved(std::vector<Point> points, Point by) {
    for (Point& point : points) point = {point.x + by.x, point.y + by.y};
    return points;
}

/// A point with its axes exchanged: of a layout downwards, that to the right.
Point turned(Point point) {
    return {point.y, point.x};
}
std::vector<Point> turned(std::vector<Point> points) {
    for (Point& point : points) point = turned(point);
    return points;
}
GraphLayout turned(GraphLayout layout) {
    layout.size = turned(layout.size);
    layout.nodes = turned(std::move(layout.nodes));
    layout.labels = turned(std::move(layout.labels));
    for (std::vector<Point>& spline : layout.splines) spline = turned(std::move(spline));
    return layout;
}

/// Part by part; the splines, nodes and labels of each take their places in the whole.
class PartsInRows {
public:
    PartsInRows(std::size_t vertices, std::size_t arcs, std::size_t labels) {
        whole_.nodes.resize(vertices);
        whole_.splines.resize(arcs);
        whole_.labels.resize(labels);
    }

    void add(const Part& part, GraphLayout layout, Point corner) {
        const std::vector<Point> nodes = moved(std::move(layout.nodes), corner),
                                 labels = moved(std::move(layout.labels), corner);
        for (std::size_t i = 0; i < nodes.size(); ++i) whole_.nodes[part.vertices[i]] = nodes[i];
        for (std::size_t i = 0; i < part.arcs.size(); ++i)
            whole_.splines[part.arcs[i]] = moved(std::move(layout.splines[i]), corner);
        for (std::size_t i = 0; i < labels.size(); ++i) whole_.labels[part.arcs[i]] = labels[i];
    }

    GraphLayout finished(Point size) {
        whole_.size = size;
        return std::move(whole_);
    }

private:
    GraphLayout whole_;
};

void check_size(std::size_t vertices, std::size_t arcs) {
    if (vertices <= largest_layout && arcs <= largest_layout) return;
    throw TooLargeError(
        "a layered drawing of " + std::to_string(vertices) + " variables and " +
            std::to_string(arcs) + " arcs would be unreadable",
        {},
        "at most " + std::to_string(largest_layout) +
            " of each; write a .dot file and lay it out with another program, such as sfdp");
}

}  // namespace

GraphLayout lay_out(std::span<const Arc> arcs, std::span<const Point> sizes,
                    std::span<const double> label_widths, Picture::Direction direction) {
    check_size(sizes.size(), arcs.size());
    const bool is_turned = direction == Picture::Direction::right;
    std::vector<Point> boxes(sizes.begin(), sizes.end()), labels;
    for (const double width : label_widths) labels.push_back({width, arc_label_size});
    if (is_turned) boxes = turned(std::move(boxes));
    if (is_turned) labels = turned(std::move(labels));
    std::size_t bends_left = most_bends;
    const std::vector<Part> parts = connected_parts(arcs, sizes.size());
    std::vector<GraphLayout> layouts;
    std::vector<std::uint32_t> local(sizes.size());
    for (const Part& part : parts) {
        for (std::uint32_t i = 0; i < part.vertices.size(); ++i) local[part.vertices[i]] = i;
        std::vector<Arc> own = chosen(arcs, part.arcs);
        for (Arc& arc : own)
            arc = {VariableId(local[arc.parent.index()]), VariableId(local[arc.child.index()])};
        GraphLayout layout = lay_out_part(
            own, chosen(std::span<const Point>(boxes), part.vertices),
            labels.empty() ? labels : chosen(std::span<const Point>(labels), part.arcs),
            bends_left);
        layouts.push_back(is_turned ? turned(std::move(layout)) : std::move(layout));
    }
    PartRows rows(layouts);
    PartsInRows whole(sizes.size(), arcs.size(), labels.size());
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const Point corner = rows.place(layouts[k].size);
        whole.add(parts[k], std::move(layouts[k]), corner);
    }
    return whole.finished(rows.size());
}

}  // namespace pgm::io::detail
