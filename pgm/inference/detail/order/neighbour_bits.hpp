#pragma once

#include <pgm/inference/detail/order/interaction_graph.hpp>

#include <bit>

namespace pgm::detail {

/// A graph that changes, as a matrix of bits: what greedy elimination uses for graphs of up to a
/// few thousand vertices. Whether two meet is one look, whom two have in common a handful of words,
/// and nothing ever moves; NeighbourLists, which offers the same, takes memory in proportion to the
/// edges instead.
class NeighbourBits {
public:
    explicit NeighbourBits(const InteractionGraph& graph,
                           std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : rows_(memory), degrees_(memory) {
        reset(graph);
    }

    /// Starts again with a graph, in the memory at hand.
    void reset(const InteractionGraph& graph) {
        words_ = (graph.size() + 63) / 64;
        rows_.assign(graph.size() * words_, 0);
        degrees_.resize(graph.size());
        for (std::uint32_t v = 0; v < graph.size(); ++v) {
            for (const std::uint32_t u : graph.neighbours(v))
                row(u)[v / 64] |= std::uint64_t{1} << (v % 64);
            degrees_[v] = static_cast<std::uint32_t>(graph.neighbours(v).size());
        }
    }

    std::size_t degree(std::uint32_t v) const { return degrees_[v]; }
    bool adjacent(std::uint32_t a, std::uint32_t b) const {
        return (row(a)[b / 64] >> (b % 64)) & 1;
    }

    /// Calls `visit` with each neighbour of `v`, ascending.
    template <class Visit>
    void for_each(std::uint32_t v, Visit visit) const {
        for (std::size_t w = 0; w < words_; ++w) visit_bits(row(v)[w], w, visit);
    }

    /// Calls `visit` with each neighbour that `a` and `b` have in common.
    template <class Visit>
    void for_each_common(std::uint32_t a, std::uint32_t b, Visit visit) const {
        for (std::size_t w = 0; w < words_; ++w) visit_bits(row(a)[w] & row(b)[w], w, visit);
    }

    /// Two that do not meet yet.
    void connect(std::uint32_t a, std::uint32_t b) {
        insert(a, b);
        insert(b, a);
    }
    /// Takes `u` out of the neighbours of `v`; those of `u` stay as they are.
    void erase(std::uint32_t v, std::uint32_t u) {
        row(v)[u / 64] &= ~(std::uint64_t{1} << (u % 64));
        --degrees_[v];
    }

private:
    template <class Visit>
    static void visit_bits(std::uint64_t bits, std::size_t word, Visit visit) {
        for (; bits; bits &= bits - 1)
            visit(static_cast<std::uint32_t>(word * 64 +
                                             static_cast<std::size_t>(std::countr_zero(bits))));
    }
    void insert(std::uint32_t v, std::uint32_t u) {
        row(v)[u / 64] |= std::uint64_t{1} << (u % 64);
        ++degrees_[v];
    }
    std::uint64_t* row(std::uint32_t v) { return rows_.data() + v * words_; }
    const std::uint64_t* row(std::uint32_t v) const { return rows_.data() + v * words_; }

    std::size_t words_ = 0;  ///< per row
    std::pmr::vector<std::uint64_t> rows_;
    std::pmr::vector<std::uint32_t> degrees_;
};

}  // namespace pgm::detail
