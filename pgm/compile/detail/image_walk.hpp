#pragma once

#include <pgm/compile/image.hpp>

#include <array>
#include <span>

namespace pgm::detail {

inline std::span<const Image::StepLoop> loops_of(const Image& image, const Image::Step& step) {
    return std::span(image.loops).subspan(step.first_loop, step.loops);
}

/// The axes of the variables that are given, then of those that are chosen.
inline std::span<const Image::ChoiceAxis> axes_of(const Image& image,
                                                  const Image::StateChoice& choice) {
    return std::span(image.axes).subspan(choice.first_axis, choice.given + choice.chosen);
}

inline std::size_t products_of(const Image& image, const Image::Step& step) {
    std::size_t products = 1;
    for (const Image::StepLoop& loop : loops_of(image, step)) products *= loop.extent;
    return products;
}

/// Calls visit(out, a, b) for every product of a step, with the cells counted from the first of
/// each table.
template <class Visit>
void for_each_product(std::span<const Image::StepLoop> loops, const Visit& visit) {
    std::array<std::uint32_t, 64> at{};
    std::size_t out = 0, a = 0, b = 0;
    for (bool more = true; more;) {
        visit(out, a, b);
        more = false;
        for (std::size_t i = loops.size(); i-- > 0 && !more;) {
            const Image::StepLoop& loop = loops[i];
            out += loop.out, a += loop.a, b += loop.b;
            more = ++at[i] < loop.extent;
            if (more) continue;
            out -= std::size_t{loop.out} * loop.extent, a -= std::size_t{loop.a} * loop.extent,
                b -= std::size_t{loop.b} * loop.extent;
            at[i] = 0;
        }
    }
}

/// Cells that loops, or the axes of a choice, reach in a table with these strides.
template <class Axis>
std::size_t reach(std::span<const Axis> axes, std::uint32_t Axis::*stride) {
    std::size_t last = 0;
    for (const Axis& axis : axes) last += std::size_t{axis.extent - 1} * (axis.*stride);
    return last + 1;
}

}  // namespace pgm::detail
