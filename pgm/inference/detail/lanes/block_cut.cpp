#include <pgm/inference/detail/lanes/block_cut.hpp>

#include <span>

namespace pgm::detail {
namespace {

/// The cells that the loops go through, in their order: first those of the output, or for
/// reductions the terms, whose `out` is 0.
std::vector<Loop> cells_of(std::span<const Loop> loops, bool reductions) {
    std::vector<Loop> cells{{1, 0, 0, 0}}, inner;
    for (const Loop& loop : loops) {
        if ((loop.out == 0) != reductions) continue;
        inner.clear();
        for (const Loop& at : cells) {
            for (std::uint32_t i = 0; i < loop.extent; ++i)
                inner.push_back({1, at.out + i * loop.out, at.a + i * loop.a, at.b + i * loop.b});
        }
        cells.swap(inner);
    }
    return cells;
}

}  // namespace

std::uint32_t cut_for_block(const Contraction& c, const Loop* loops, BlockParts& parts) {
    const std::span all(loops, c.loops);
    const std::vector<Loop> cells = cells_of(all, false), terms = cells_of(all, true);
    BlockContraction cut{};
    cut.first_group = static_cast<std::uint32_t>(parts.groups.size());
    cut.groups = static_cast<std::uint32_t>(cells.size()) / BlockGroup::most_cells;
    cut.rest = static_cast<std::uint32_t>(cells.size()) % BlockGroup::most_cells;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t u = i % BlockGroup::most_cells;
        if (u == 0) parts.groups.emplace_back();
        BlockGroup& group = parts.groups.back();
        group.out[u] = cells[i].out;
        group.a[u] = cells[i].a;
        group.b[u] = cells[i].b;
    }
    cut.first_term = static_cast<std::uint32_t>(parts.terms.size());
    cut.terms = static_cast<std::uint32_t>(terms.size());
    for (const Loop& term : terms) parts.terms.push_back({term.a, term.b});
    parts.contractions.push_back(cut);
    return static_cast<std::uint32_t>(parts.contractions.size() - 1);
}

}  // namespace pgm::detail
