#include <pgm/compile/packed_image.hpp>

#include <pgm/compile/detail/image_walk.hpp>

#include <algorithm>
#include <span>

namespace pgm {

PackedImage ImagePool::add(const Image& image) {
    PackedImage packed;
    for (const Image::Step& step : image.steps) add_step(image, step, packed);
    packed.forward = image.forward;
    for (const Image::Table& root : image.roots) packed.roots.push_back(place(image, root, 1));
    if (packed.roots.empty()) packed.roots.push_back(place(image, {Image::Space::constants, 0}, 1));
    for (const Image::StateChoice& choice : image.choices) add_choice(image, choice, packed);
    return packed;
}

std::int64_t ImagePool::place(const Image& image, const Image::Table& table, std::size_t cells) {
    std::size_t cell = table.cell;
    if (table.space == Image::Space::constants) {
        const auto own = std::ranges::find(image.own_tables, table.cell, &Image::OwnTable::cell);
        const bool is_own = own != image.own_tables.end();
        const auto first = image.constants.begin() + table.cell;
        TableKey key{is_own ? own->variable.index() : image.variables.size(),
                     {first, first + static_cast<std::ptrdiff_t>(cells)}};
        const auto [found, is_new] = place_of_.try_emplace(std::move(key), constants_.size());
        cell = found->second;
        if (is_new) {
            const std::vector<double>& numbers = found->first.second;
            constants_.insert(constants_.end(), numbers.begin(), numbers.end());
            table_ends_.push_back(constants_.size());
            if (is_own) {
                own_tables_.push_back(*own);
                own_tables_.back().cell = static_cast<std::uint32_t>(cell);
            }
        }
    }
    return static_cast<std::int64_t>(4 * cell) + static_cast<std::int64_t>(table.space);
}

void ImagePool::add_step(const Image& image, const Image::Step& step, PackedImage& packed) {
    const std::span<const Image::StepLoop> loops = detail::loops_of(image, step);
    packed.steps.push_back(place(image, step.out, step.cells));
    packed.steps.push_back(place(image, step.a, detail::reach(loops, &Image::StepLoop::a)));
    packed.steps.push_back(place(image, step.b, detail::reach(loops, &Image::StepLoop::b)));
    const auto [found, is_new] = place_of_shape_.try_emplace(shape_of(image, step), shapes_.size());
    if (is_new) shapes_.insert(shapes_.end(), found->first.begin(), found->first.end());
    packed.steps.push_back(static_cast<std::int64_t>(found->second));
}

ImagePool::Numbers ImagePool::shape_of(const Image& image, const Image::Step& step) {
    std::vector<Image::StepLoop> loops(detail::loops_of(image, step).begin(),
                                       detail::loops_of(image, step).end());
    const auto sums = std::ranges::stable_partition(
        loops, [](const Image::StepLoop& loop) { return loop.out > 0; });
    Numbers moves;
    std::int64_t a = 0, b = 0;  // what the inner loops have moved by when they end
    for (std::size_t i = loops.size(); i-- > 0;) {
        const Image::StepLoop& loop = loops[i];
        moves.insert(moves.begin(), {loop.extent, loop.a - a, loop.b - b});
        a += std::int64_t{loop.extent - 1} * loop.a;
        b += std::int64_t{loop.extent - 1} * loop.b;
    }
    const auto count = static_cast<std::int64_t>(loops.size());
    most_loops_ = std::max(most_loops_, count);
    Numbers shape{step.maximise + 2 * step.rescale, count,
                  count - static_cast<std::int64_t>(sums.size())};
    shape.insert(shape.end(), moves.begin(), moves.end());
    return shape;
}

void ImagePool::add_choice(const Image& image, const Image::StateChoice& choice,
                           PackedImage& packed) {
    const std::span<const Image::ChoiceAxis> axes = detail::axes_of(image, choice);
    const auto cells = [&](auto stride) { return detail::reach(axes, stride); };
    packed.choices.insert(
        packed.choices.end(),
        {place(image, choice.a, cells(&Image::ChoiceAxis::a)),
         place(image, choice.b, cells(&Image::ChoiceAxis::b)), choice.given, choice.chosen});
    for (const Image::ChoiceAxis& axis : axes)
        packed.choices.insert(packed.choices.end(),
                              {axis.variable.value, axis.extent, axis.a, axis.b});
}

}  // namespace pgm
