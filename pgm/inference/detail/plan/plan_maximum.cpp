#include <pgm/inference/detail/plan/plan_maximum.hpp>

#include <algorithm>
#include <span>

namespace pgm::detail {
namespace {

using Axes = std::span<const MaximumStep::OperandAxis>;

/// The cells of the operands for one combination of the reduced axes after the other.
struct Odometer {
    Axes axes;
    std::size_t a, b;
    std::uint32_t at[64] =
        {};  // every axis has two states or more, and a table fewer than 2^64 cells

    /// False when it was the last one.
    bool advance() {
        for (std::size_t i = axes.size(); i-- > 0;) {
            a += axes[i].a, b += axes[i].b;
            if (++at[i] < axes[i].extent) return true;
            a -= std::size_t{axes[i].a} * axes[i].extent,
                b -= std::size_t{axes[i].b} * axes[i].extent;
            at[i] = 0;
        }
        return false;
    }
};

/// One variable, as most steps have it: its first best state.
template <class Number>
std::uint32_t best_state(const MaximumStep::OperandAxis& axis, const Number* a, const Number* b) {
    std::uint32_t best = 0;
    Number largest = *a * *b;
    for (std::uint32_t state = 1; state < axis.extent; ++state) {
        a += axis.a, b += axis.b;
        const Number product = *a * *b;
        const bool is_larger = product > largest;
        best = is_larger ? state : best;
        largest = is_larger ? product : largest;
    }
    return best;
}

template <class Number>
void choose_states(const MaximumStep& step, Axes given, Axes reduced, const Number* arena,
                   std::vector<std::uint32_t>& chosen) {
    std::size_t a = step.a, b = step.b;
    for (const MaximumStep::OperandAxis& axis : given) {
        a += std::size_t{chosen[axis.local]} * axis.a;
        b += std::size_t{chosen[axis.local]} * axis.b;
    }
    if (reduced.size() == 1) {
        chosen[reduced[0].local] = best_state(reduced[0], arena + a, arena + b);
        return;
    }
    Odometer place{reduced, a, b};
    Number best = arena[a] * arena[b];
    for (const MaximumStep::OperandAxis& axis : reduced) chosen[axis.local] = 0;
    while (place.advance()) {
        const Number product = arena[place.a] * arena[place.b];
        if (!(product > best)) continue;
        best = product;
        for (std::size_t i = 0; i < reduced.size(); ++i) chosen[reduced[i].local] = place.at[i];
    }
}

template <class Number>
void read(const Plan& plan, const Number* arena, std::vector<std::uint32_t>& chosen) {
    chosen.assign(plan.kept.size(), 0);
    const Axes axes(plan.maximum_axes);
    for (const MaximumStep& step : plan.maximum_steps) {
        choose_states(step, axes.subspan(step.first_axis, step.given),
                      axes.subspan(step.first_axis + step.given, step.reduced), arena, chosen);
    }
}

/// Appends the axes of a node's operands that are reduced, or those that are kept; returns how
/// many.
std::uint32_t append_axes(Plan& plan, const ContractionGraph& graph, ContractionGraph::Value made,
                          bool reduced) {
    const PlanScope a = graph.scope(graph.node_of(made).a), b = graph.scope(graph.node_of(made).b);
    // Of an operand, from the next axis on.
    auto cells_a = static_cast<std::uint32_t>(graph.cells(a)),
         cells_b = static_cast<std::uint32_t>(graph.cells(b));
    const std::size_t before = plan.maximum_axes.size();
    walk_union(a, b, [&](std::uint32_t p, bool in_a, bool in_b) {
        const std::uint32_t extent = graph.cardinalities[p];
        cells_a /= in_a ? extent : 1;
        cells_b /= in_b ? extent : 1;
        if (std::ranges::binary_search(graph.scope(made), p) == reduced) return;
        plan.maximum_axes.push_back(
            {p - graph.first_kept, extent, in_a ? cells_a : 0, in_b ? cells_b : 0});
    });
    return static_cast<std::uint32_t>(plan.maximum_axes.size() - before);
}

}  // namespace

MaximumStep& append_maximum_step(Plan& plan, const ContractionGraph& graph,
                                 ContractionGraph::Value made) {
    MaximumStep& step = plan.maximum_steps.emplace_back();
    step.first_axis = static_cast<std::uint32_t>(plan.maximum_axes.size());
    step.given = append_axes(plan, graph, made, false);
    step.reduced = append_axes(plan, graph, made, true);
    return step;
}

void read_maximum(const Plan& plan, const double* arena, std::vector<std::uint32_t>& chosen) {
    read(plan, arena, chosen);
}

void read_maximum(const Plan& plan, const ExtendedNumber* arena,
                  std::vector<std::uint32_t>& chosen) {
    read(plan, arena, chosen);
}

}  // namespace pgm::detail
