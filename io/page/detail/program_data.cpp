#include <io/page/detail/program_data.hpp>

#include <io/page/detail/script_data.hpp>
#include <pgm/compile/packed_image.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

ProgramTask task_of(PackedImage packed) {
    return {std::move(packed.steps), std::move(packed.roots), std::move(packed.choices),
            packed.forward};
}

ProgramData compiled(const BayesianNetwork& network, const ImageOptions& options) {
    ImagePool pool;
    ProgramData data;
    ImageOptions chosen = options;
    chosen.task = ImageTask::posteriors;
    const Image image = make_image(network, chosen);
    data.marginals = task_of(pool.add(image));
    chosen.task = ImageTask::explanation;
    const Image explanation = make_image(network, chosen);
    data.explanation = task_of(pool.add(explanation));

    data.first.push_back(0);
    for (const Variable& variable : network.variables())
        data.first.push_back(data.first.back() + variable.cardinality());
    if (image.slots.size() < data.first.back()) {
        for (const Image::StateSlot& slot : image.slots)
            data.slots.push_back(data.first[slot.variable.index()] + slot.state.index());
    }
    data.constants = base64_of(pool.constants());
    for (const Image::OwnTable& table : pool.own_tables()) {
        data.tables.push_back({table.variable.index(), table.cell, table.cells});
        for (const VariableId axis : table.axes) data.tables.back().push_back(axis.index());
    }
    std::ranges::sort(data.tables);
    data.shapes = pool.shapes();
    data.scratch = std::max(image.scratch_cells, explanation.scratch_cells);
    data.loops = static_cast<std::size_t>(pool.most_loops());
    return data;
}

}  // namespace

ProgramData program_data(const BayesianNetwork& network, ImageOptions options) {
    options.interventions = true;
    try {
        return compiled(network, options);
    } catch (const TooLargeError&) {
        // States that no evidence makes possible are left out of the tables without interventions.
        options.interventions = false;
        return compiled(network, options);
    }
}

}  // namespace pgm::io::detail
