#include <pgm/classify/super_parent.hpp>

#include <algorithm>

namespace pgm {
namespace {

/// The sum of the weights that agree with the values; `weights` are those of all combinations.
double sum_where(std::span<const double> weights, std::span<const std::size_t> cardinalities,
                 std::span<const std::optional<StateId>> values) {
    if (values.empty()) return weights.front();
    const std::size_t stride = weights.size() / cardinalities.front();
    const auto of_state = [&](std::size_t state) {
        return sum_where(weights.subspan(state * stride, stride), cardinalities.subspan(1),
                         values.subspan(1));
    };
    if (values.front()) return of_state(values.front()->index());
    double sum = 0;
    for (std::size_t state = 0; state < cardinalities.front(); ++state) sum += of_state(state);
    return sum;
}

}  // namespace

double SuperParent::weight_of(std::span<const std::optional<StateId>> values) const {
    return sum_where(weights, cardinalities, values);
}

bool SuperParent::admits(std::span<const std::optional<StateId>> values) const {
    const bool any_known =
        std::ranges::any_of(values, [](const auto& value) { return value.has_value(); });
    return !any_known || weight_of(values) >= least_weight;
}

}  // namespace pgm
