#include <pgm/causal/detail/minimal_cuts.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace pgm::detail {
namespace {

using Side = std::vector<char>;  ///< a flag per vertex
using Cut = std::vector<VariableId>;

class CutSearch {
public:
    CutSearch(const NeighbourLists& graph, VariableId source, VariableId target,
              std::span<const VariableId> removable)
        : graph_(graph), source_(source), target_(target), removable_(graph.size(), 0) {
        for (const VariableId vertex : removable) removable_[vertex.index()] = 1;
    }

    /// The minimal cut nearest to the vertices `seeds`, which are all on the side of the source;
    /// null where the target is next to them.
    std::optional<Cut> nearest_cut(const Side& seeds) const {
        Side border(graph_.size(), 0);
        Side near = seeds;
        grow(near, [&](VariableId vertex) {
            if (!removable_[vertex.index()]) return true;
            border[vertex.index()] = 1;
            return false;
        });
        if (near[target_.index()]) return std::nullopt;
        Side far(graph_.size(), 0), cut(graph_.size(), 0);
        far[target_.index()] = 1;
        grow(far, [&](VariableId vertex) {
            if (border[vertex.index()]) cut[vertex.index()] = 1;
            return !border[vertex.index()];
        });
        return members(cut);
    }

    /// The vertices connected with the source when a cut is removed.
    Side side_of_source(const Cut& cut) const {
        Side side(graph_.size(), 0);
        side[source_.index()] = 1;
        grow(side, [&](VariableId vertex) { return !std::ranges::binary_search(cut, vertex); });
        return side;
    }

private:
    static Cut members(const Side& side) {
        Cut list;
        for (std::size_t v = 0; v < side.size(); ++v)
            if (side[v]) list.emplace_back(v);
        return list;
    }

    /// Adds to a side every neighbour that `enters`, and theirs.
    template <class Enters>
    void grow(Side& side, const Enters& enters) const {
        Cut stack = members(side);
        while (!stack.empty()) {
            const VariableId vertex = stack.back();
            stack.pop_back();
            for (const VariableId next : graph_[vertex.index()]) {
                if (side[next.index()] || !enters(next)) continue;
                side[next.index()] = 1;
                stack.push_back(next);
            }
        }
    }

    const NeighbourLists& graph_;
    VariableId source_, target_;
    Side removable_;
};

}  // namespace

MinimalCuts minimal_cuts(const NeighbourLists& graph, VariableId source, VariableId target,
                         std::span<const VariableId> removable, std::size_t most) {
    const CutSearch search(graph, source, target, removable);
    MinimalCuts found;
    std::set<Cut> seen;
    const auto take = [&](const std::optional<Cut>& cut) {
        if (!cut || !seen.insert(*cut).second) return;
        if (found.cuts.size() == most)
            found.complete = false;
        else
            found.cuts.push_back(*cut);
    };
    Side start(graph.size(), 0);
    start[source.index()] = 1;
    take(search.nearest_cut(start));
    for (std::size_t i = 0; i < found.cuts.size() && found.complete; ++i) {
        const Cut cut = found.cuts[i];
        const Side side = search.side_of_source(cut);
        for (const VariableId vertex : cut) {
            Side seeds = side;
            seeds[vertex.index()] = 1;
            take(search.nearest_cut(seeds));
        }
    }
    return found;
}

}  // namespace pgm::detail
