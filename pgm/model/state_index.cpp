#include <pgm/model/state_index.hpp>

#include <algorithm>
#include <numeric>

namespace pgm {

StateIndex::StateIndex(const Variable& variable)
    : variable_(&variable), by_name_(variable.cardinality()) {
    std::iota(by_name_.begin(), by_name_.end(), std::uint32_t{0});
    const std::vector<std::string>& states = variable.states();
    const auto name = [&](std::uint32_t i) { return std::string_view(states[i]); };
    std::ranges::stable_sort(by_name_, {}, name);
}

std::optional<StateId> StateIndex::find(std::string_view state) const {
    const std::vector<std::string>& states = variable_->states();
    const auto name = [&](std::uint32_t i) { return std::string_view(states[i]); };
    const auto found = std::ranges::lower_bound(by_name_, state, {}, name);
    if (found == by_name_.end() || name(*found) != state) return std::nullopt;
    return StateId{*found};
}

StateId StateIndex::id(std::string_view state) const {
    const std::optional<StateId> found = find(state);
    return found ? *found : variable_->state_id(state);
}

}  // namespace pgm
