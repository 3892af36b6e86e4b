#include <io/picture/detail/layer_positions.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

/// Between the boxes of two neighbours, in points.
double gap_between(const LayeredGraph::Vertex& a, const LayeredGraph::Vertex& b) {
    constexpr double bends = 10, bend_and_box = 14, boxes = 22;
    return a.is_bend && b.is_bend ? bends : a.is_bend || b.is_bend ? bend_and_box : boxes;
}

/// How straight an edge should be, as Gansner, Koutsofios, North and Vo (1993) weigh it.
double straightness(const LayeredGraph::Vertex& a, const LayeredGraph::Vertex& b) {
    return a.is_bend && b.is_bend ? 8 : a.is_bend || b.is_bend ? 2 : 1;
}

class Placement {
public:
    explicit Placement(const LayeredGraph& graph) : graph_(graph), x_(graph.vertices.size(), 0) {}

    std::vector<double> place() {
        constexpr std::size_t vertices_of_all_sweeps = 4'000'000, most = 24, least = 4;
        const std::size_t sweeps =
            std::clamp(vertices_of_all_sweeps / std::max<std::size_t>(x_.size(), 1), least, most);
        for (const auto& layer : graph_.layers) place_layer(layer, false, false);
        const std::size_t layers = graph_.layers.size();
        for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
            const bool downwards = sweep % 2 == 0, by_both = sweep + 4 >= sweeps;
            for (std::size_t i = 0; i < layers; ++i)
                place_layer(graph_.layers[downwards ? i : layers - 1 - i], downwards || by_both,
                            !downwards || by_both);
        }
        return std::move(x_);
    }

private:
    /// Places a layer where the neighbours above, below or both pull its vertices; without any,
    /// where they are.
    void place_layer(const std::vector<std::uint32_t>& layer, bool by_above, bool by_below) {
        constexpr double faint = 1e-3;
        std::vector<double> wishes, weights, offsets;
        for (const std::uint32_t v : layer) {
            double sum = faint * x_[v], weight = faint;
            if (by_above) add(v, graph_.above[v], sum, weight);
            if (by_below) add(v, graph_.below[v], sum, weight);
            offsets.push_back(offsets.empty() ? 0 : offsets.back() + distance_from(last_, v));
            wishes.push_back(sum / weight - offsets.back());
            weights.push_back(weight);
            last_ = v;
        }
        const std::vector<double> places = isotonic_regression(wishes, weights);
        for (std::size_t i = 0; i < layer.size(); ++i) x_[layer[i]] = places[i] + offsets[i];
    }

    void add(std::uint32_t v, const std::vector<std::uint32_t>& neighbours, double& sum,
             double& weight) const {
        for (const std::uint32_t other : neighbours) {
            const double w = straightness(graph_.vertices[v], graph_.vertices[other]);
            sum += w * x_[other];
            weight += w;
        }
    }

    double distance_from(std::uint32_t left, std::uint32_t right) const {
        const LayeredGraph::Vertex &a = graph_.vertices[left], &b = graph_.vertices[right];
        return a.right + gap_between(a, b) + b.left;
    }

    const LayeredGraph& graph_;
    std::vector<double> x_;
    std::uint32_t last_ = 0;  ///< the vertex that was looked at before
};

}  // namespace

std::vector<double> isotonic_regression(std::span<const double> wishes,
                                        std::span<const double> weights) {
    struct MergedRun {
        double mean, weight;
        std::size_t size;
    };
    std::vector<MergedRun> pools;
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        MergedRun pool{wishes[i], weights[i], 1};
        for (; !pools.empty() && pools.back().mean >= pool.mean; pools.pop_back()) {
            const MergedRun& last = pools.back();
            const double weight = last.weight + pool.weight;
            pool = {(last.mean * last.weight + pool.mean * pool.weight) / weight, weight,
                    last.size + pool.size};
        }
        pools.push_back(pool);
    }
    std::vector<double> values;
    for (const MergedRun& pool : pools) values.insert(values.end(), pool.size, pool.mean);
    return values;
}

std::vector<double> place_vertices(const LayeredGraph& graph) {
    return Placement(graph).place();
}

}  // namespace pgm::io::detail
