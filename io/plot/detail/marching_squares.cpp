#include <io/plot/detail/marching_squares.hpp>

#include <pgm/core/error.hpp>

#include <array>
#include <map>
#include <utility>

namespace pgm::io::detail {
namespace {

void check_shape(const ScalarGrid& grid) {
    if (grid.columns < 2 || grid.rows < 2 || grid.values.size() / grid.columns != grid.rows ||
        grid.values.size() % grid.columns != 0)
        throw ArgumentError("a grid of " + std::to_string(grid.columns) + " x " +
                                std::to_string(grid.rows) + " has " +
                                std::to_string(grid.values.size()) + " values",
                            "it has at least 2 x 2 nodes and one value per node");
}

/// A crossing of the zero line with an edge of the grid: the number of the edge and the point.
struct Crossing {
    std::size_t edge;
    Point at;
};

/// The corners of a cell counter-clockwise from (column, row), and the edges between them.
class GridSquare {
public:
    GridSquare(const ScalarGrid& grid, std::size_t column, std::size_t row)
        : grid_(grid), column_(column), row_(row) {
        values_ = {grid.at(column, row), grid.at(column + 1, row), grid.at(column + 1, row + 1),
                   grid.at(column, row + 1)};
    }

    bool inside(std::size_t corner) const { return values_[corner] >= 0; }
    bool whole() const { return inside(0) && inside(1) && inside(2) && inside(3); }
    bool crossed(std::size_t edge) const { return inside(edge) != inside((edge + 1) % 4); }
    bool middle_inside() const { return values_[0] + values_[1] + values_[2] + values_[3] >= 0; }

    Point corner(std::size_t i) const {
        return {static_cast<double>(column_ + (i == 1 || i == 2 ? 1 : 0)),
                static_cast<double>(row_ + (i >= 2 ? 1 : 0))};
    }

    /// The crossing of the edge from corner i to the next one. Both cells at the edge get the same
    /// point.
    Crossing crossing(std::size_t i) const {
        const std::size_t next = (i + 1) % 4;
        const bool turned = i >= 2;
        const std::size_t low = turned ? next : i, high = turned ? i : next;
        const double share = values_[low] / (values_[low] - values_[high]);
        const Point a = corner(low), b = corner(high);
        return {edge_number(i), {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)}};
    }

private:
    /// Twice the number of the node where the edge begins, plus one for an edge along a column.
    std::size_t edge_number(std::size_t i) const {
        const std::size_t node =
            (row_ + (i == 2 ? 1 : 0)) * grid_.columns + column_ + (i == 1 ? 1 : 0);
        return 2 * node + (i % 2);
    }

    const ScalarGrid& grid_;
    std::size_t column_;
    std::size_t row_;
    std::array<double, 4> values_{};
};

using Segment = std::pair<Crossing, Crossing>;

void add_segments(const GridSquare& cell, std::vector<Segment>& segments) {
    std::vector<std::size_t> edges;
    for (std::size_t i = 0; i < 4; ++i)
        if (cell.crossed(i)) edges.push_back(i);
    if (edges.size() == 2) segments.emplace_back(cell.crossing(edges[0]), cell.crossing(edges[1]));
    if (edges.size() != 4) return;
    // This is a saddle. If the middle belongs to corner 0, corners 1 and 3 are cut off, otherwise 0
    // and 2.
    const std::size_t shift = cell.middle_inside() == cell.inside(0) ? 0 : 3;
    segments.emplace_back(cell.crossing(shift), cell.crossing((shift + 1) % 4));
    segments.emplace_back(cell.crossing((shift + 2) % 4), cell.crossing((shift + 3) % 4));
}

/// Joins segments that share a crossing. Every crossing belongs to at most two segments.
class Chains {
public:
    explicit Chains(const std::vector<Segment>& segments)
        : segments_(segments), used_(segments.size(), false) {
        for (std::size_t i = 0; i < segments.size(); ++i)
            for (const Crossing& end : {segments[i].first, segments[i].second})
                at_[end.edge].push_back(i);
    }

    std::vector<Polyline> lines() {
        std::vector<Polyline> result;
        for (const auto& [edge, touching] : at_)
            if (touching.size() == 1 && !used_[touching.front()]) result.push_back(walk(edge));
        for (const auto& [edge, touching] : at_)
            if (!used_[touching.front()]) result.push_back(walk(edge));
        return result;
    }

private:
    Polyline walk(std::size_t edge) {
        Polyline line;
        for (;;) {
            const std::vector<std::size_t>& touching = at_[edge];
            std::size_t next = segments_.size();
            for (const std::size_t candidate : touching)
                if (!used_[candidate]) next = candidate;
            if (next == segments_.size()) return line;
            used_[next] = true;
            const auto& [first, second] = segments_[next];
            const bool forward = first.edge == edge;
            if (line.empty()) line.push_back((forward ? first : second).at);
            line.push_back((forward ? second : first).at);
            edge = (forward ? second : first).edge;
        }
    }

    const std::vector<Segment>& segments_;
    std::vector<bool> used_;
    std::map<std::size_t, std::vector<std::size_t>> at_;
};

/// Adds the part of a cell where the function is not negative; for a saddle whose middle is
/// negative, the two corners.
void add_part(const GridSquare& cell, std::vector<Polyline>& polygons) {
    Polyline polygon;
    std::size_t crossings = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        if (cell.inside(i)) polygon.push_back(cell.corner(i));
        if (!cell.crossed(i)) continue;
        polygon.push_back(cell.crossing(i).at);
        ++crossings;
    }
    if (crossings < 4 || cell.middle_inside()) {
        if (!polygon.empty()) polygons.push_back(std::move(polygon));
        return;
    }
    for (std::size_t i = 0; i < 4; ++i)
        if (cell.inside(i))
            polygons.push_back(
                {cell.crossing((i + 3) % 4).at, cell.corner(i), cell.crossing(i).at});
}

}  // namespace

std::vector<Polyline> zero_contours(const ScalarGrid& grid) {
    check_shape(grid);
    std::vector<Segment> segments;
    for (std::size_t row = 0; row + 1 < grid.rows; ++row)
        for (std::size_t column = 0; column + 1 < grid.columns; ++column)
            add_segments(GridSquare(grid, column, row), segments);
    return Chains(segments).lines();
}

std::vector<Polyline> non_negative_area(const ScalarGrid& grid) {
    check_shape(grid);
    std::vector<Polyline> polygons;
    for (std::size_t row = 0; row + 1 < grid.rows; ++row) {
        const double low = static_cast<double>(row), high = low + 1;
        std::size_t run = 0;  // whole cells just before this column
        for (std::size_t column = 0; column < grid.columns; ++column) {
            const bool last = column + 1 == grid.columns;
            if (!last && GridSquare(grid, column, row).whole()) {
                ++run;
                continue;
            }
            const double from = static_cast<double>(column - run), to = static_cast<double>(column);
            if (run > 0) polygons.push_back({{from, low}, {to, low}, {to, high}, {from, high}});
            run = 0;
            if (!last) add_part(GridSquare(grid, column, row), polygons);
        }
    }
    return polygons;
}

}  // namespace pgm::io::detail
