#include <pgm/inference/plan_maximum.hpp>

#include <span>

namespace pgm {
namespace {

using Axes = std::span<const MaximumStep::Axis>;

/// The cells of the operands for one combination of the reduced axes after the other.
struct Odometer {
    Axes axes;
    std::size_t a, b;
    std::uint32_t at[64] = {};  // every axis has two states or more, and a table fewer than 2^64 cells

    /// False when it was the last one.
    bool advance() {
        for (std::size_t i = axes.size(); i-- > 0;) {
            a += axes[i].a, b += axes[i].b;
            if (++at[i] < axes[i].extent) return true;
            a -= std::size_t{axes[i].a} * axes[i].extent, b -= std::size_t{axes[i].b} * axes[i].extent;
            at[i] = 0;
        }
        return false;
    }
};

/// One variable, as most steps have it: its first best state.
template <class Number>
std::uint32_t best_state(const MaximumStep::Axis& axis, const Number* a, const Number* b) {
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
void choose_states(const MaximumStep& step, Axes given, Axes reduced, const Number* arena, std::vector<std::uint32_t>& chosen) {
    std::size_t a = step.a, b = step.b;
    for (const MaximumStep::Axis& axis : given) {
        a += std::size_t{chosen[axis.local]} * axis.a;
        b += std::size_t{chosen[axis.local]} * axis.b;
    }
    if (reduced.size() == 1) {
        chosen[reduced[0].local] = best_state(reduced[0], arena + a, arena + b);
        return;
    }
    Odometer place{reduced, a, b};
    Number best = arena[a] * arena[b];
    for (const MaximumStep::Axis& axis : reduced) chosen[axis.local] = 0;
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
        choose_states(step, axes.subspan(step.first_axis, step.given), axes.subspan(step.first_axis + step.given, step.reduced), arena, chosen);
    }
}

}  // namespace

void read_maximum(const Plan& plan, const double* arena, std::vector<std::uint32_t>& chosen) {
    read(plan, arena, chosen);
}

void read_maximum(const Plan& plan, const WideNumber* arena, std::vector<std::uint32_t>& chosen) {
    read(plan, arena, chosen);
}

}  // namespace pgm
