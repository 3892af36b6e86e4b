#pragma once

#include <pgm/inference/detail/contraction/contraction.hpp>

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace pgm::detail {

/// The contractions of a plan by shape: those whose axes have the same extents and strides are
/// carried out alike, by the same loops, tiles and steps. Networks repeat themselves (pigs: a
/// thousand contractions of 130 shapes), so that most need not be cut into tiles at all, and the
/// parts of the plan stay in the cache.
class ContractionShapes {
public:
    struct ShapeMatch {
        /// The contraction of this shape, its tables left open; good until the next look_up().
        Contraction& contraction;
        bool is_new;  ///< it is still to be filled in
    };

    explicit ContractionShapes(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : slots_(memory), shapes_(memory), axes_(memory) {}

    /// The shape with these axes, outermost first, and this kind of reduction.
    ShapeMatch look_up(std::span<const Loop> axes, bool maximise);

private:
    struct KeptShape {
        std::uint64_t hash;
        std::uint32_t first_axis, axes;  ///< in axes_
        Contraction contraction;
    };
    bool is_that(const KeptShape& shape, std::uint64_t hash, std::span<const Loop> axes,
                 bool maximise) const;
    void grow();

    /// Open addressing: number of a shape, or `empty`; a power of two, at least half of them empty.
    std::pmr::vector<std::uint32_t> slots_;
    std::pmr::vector<KeptShape> shapes_;
    std::pmr::vector<Loop> axes_;
};

}  // namespace pgm::detail
