#pragma once

#include <pgm/core/text/sorted_names.hpp>
#include <pgm/model/variable.hpp>

#include <optional>
#include <string_view>

namespace pgm {

/// Finds the states of a variable by name in logarithmic time, for code that looks up a name per
/// row. Variable::find_state(), in contrast, compares all states. The index refers to the variable.
class StateIndex {
    auto name_of() const {
        return [this](std::uint32_t i) { return std::string_view(variable_->states()[i]); };
    }

public:
    explicit StateIndex(const Variable& variable)
        : variable_(&variable), names_(variable.cardinality(), name_of()) {}

    /// The state of that name, or nothing.
    std::optional<StateId> find(std::string_view state) const {
        const auto found = names_.find(state, name_of());
        return found ? std::optional(StateId{*found}) : std::nullopt;
    }

    /// The state of that name; where there is none, does what Variable::state_id() does.
    StateId id(std::string_view state) const {
        const std::optional<StateId> found = find(state);
        return found ? *found : variable_->state_id(state);
    }

private:
    const Variable* variable_;
    SortedNames names_;
};

}  // namespace pgm
