#include <pgm/inference/detail/contraction/contraction_shapes.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

constexpr std::uint32_t empty = ~std::uint32_t{0};
constexpr std::size_t first_slots = 256;

std::uint64_t hash_of(std::span<const Loop> axes, bool maximise) {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15,
                            other_odd = 0xd1342543de82ef95;  // neighbouring values end far apart
    std::uint64_t hash = axes.size() * 2 + maximise;
    for (const Loop& axis : axes) {
        const std::uint64_t operands = (std::uint64_t{axis.a} << 32 | axis.b) *
                                       other_odd;  // does not wait for the axis before
        hash = (hash ^ operands ^ (std::uint64_t{axis.extent} << 32 | axis.out)) * odd;
        hash ^= hash >> 32;
    }
    return hash;
}

}  // namespace

ContractionShapes::ShapeMatch ContractionShapes::look_up(std::span<const Loop> axes,
                                                         bool maximise) {
    if (2 * (shapes_.size() + 1) > slots_.size()) grow();
    const std::uint64_t hash = hash_of(axes, maximise);
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    for (; slots_[slot] != empty; slot = (slot + 1) & mask) {
        KeptShape& shape = shapes_[slots_[slot]];
        if (is_that(shape, hash, axes, maximise)) return {shape.contraction, false};
    }
    slots_[slot] = static_cast<std::uint32_t>(shapes_.size());
    // Written where it stays: a copy would read at once what has just been written in parts, and
    // wait until all of it has left the processor.
    KeptShape& shape = shapes_.emplace_back();
    shape.hash = hash;
    shape.first_axis = static_cast<std::uint32_t>(axes_.size());
    shape.axes = static_cast<std::uint32_t>(axes.size());
    shape.contraction.maximise = maximise;
    axes_.insert(axes_.end(), axes.begin(), axes.end());
    return {shape.contraction, true};
}

bool ContractionShapes::is_that(const KeptShape& shape, std::uint64_t hash,
                                std::span<const Loop> axes, bool maximise) const {
    return shape.hash == hash && shape.contraction.maximise == maximise &&
           std::ranges::equal(axes, std::span(axes_).subspan(shape.first_axis, shape.axes));
}

void ContractionShapes::grow() {
    slots_.assign(slots_.empty() ? first_slots : 4 * slots_.size(), empty);
    shapes_.reserve(slots_.size() / 2);
    for (std::uint32_t number = 0; number < shapes_.size(); ++number) {
        std::size_t slot = shapes_[number].hash & (slots_.size() - 1);
        while (slots_[slot] != empty) slot = (slot + 1) & (slots_.size() - 1);
        slots_[slot] = number;
    }
}

}  // namespace pgm::detail
