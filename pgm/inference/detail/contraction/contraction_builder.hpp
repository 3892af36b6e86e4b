#pragma once

#include <pgm/inference/detail/contraction/contraction.hpp>
#include <pgm/inference/detail/contraction/scope_pool.hpp>
#include <pgm/inference/detail/contraction/tile_places.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// Turns "this table times that table, keep these axes" into a Contraction: finds strides, merges
/// axes that run alike, orders the loops and chooses the kernel. The cells of the tables (out, a,
/// b) are left to the caller.
///
/// Where the innermost loop is long, it is the last axis, whose stride is 0 or 1 in all three
/// tables. If the output has it, the longest reduction comes second, so that sums stay in
/// registers; otherwise the output's own last axis does. Where it is short, the contraction is cut
/// into tiles (contraction.hpp).
class ContractionBuilder {
public:
    ContractionBuilder(std::span<const std::uint32_t> cardinalities, ContractionParts& parts,
                       std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : cardinalities_(cardinalities),
          parts_(parts),
          found_(memory),
          current_(memory),
          inside_(memory) {}

    /// `out` must be a subset of the union of `a` and `b`; axes of the union that are not in `out`
    /// are reduced. Good until the next one is built.
    const Contraction& build(const PlanScope& out, const PlanScope& a, const PlanScope& b,
                             bool maximise);

private:
    /// Outermost first, in the order of the axes. Good until they are looked for again.
    std::span<const Loop> find_loops(const PlanScope& out, const PlanScope& a, const PlanScope& b);
    void cut(Contraction& contraction);
    bool is_tiled() const;
    void cut_into_tiles(Contraction& contraction);
    void choose_tile_loops(Contraction& contraction);
    void list_tiles(Contraction& contraction);
    bool is_whole(std::uint32_t Loop::*stride) const;
    std::uint32_t innermost_sum() const;
    bool fits_one_iteration(const Contraction& contraction) const;
    void list_steps(Contraction& contraction);
    void order_loops(Contraction& contraction);
    void order_outer_loops(Contraction& contraction, double chunk);
    void file_loops(Contraction& contraction);

    std::span<const std::uint32_t> cardinalities_;
    ContractionParts& parts_;
    Contraction contraction_;
    /// Place for the axes of one contraction; the last one is empty.
    std::pmr::vector<Loop> found_;
    std::pmr::vector<Loop> current_;  ///< those of one contraction while it is cut
    std::pmr::vector<Loop> inside_;   ///< of the tiles and steps, outermost first
    TilePlaces places_;
};

}  // namespace pgm::detail
