#pragma once

#include <pgm/model/variable.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pgm {

/// Finds the states of a variable by name in logarithmic time, for code that looks up a name per
/// row. Variable::find_state(), in contrast, compares all states. The index refers to the variable.
class StateIndex {
public:
    explicit StateIndex(const Variable& variable);

    /// The state of that name, or nothing.
    std::optional<StateId> find(std::string_view state) const;
    /// The state of that name; throws what Variable::state_id() throws when there is none.
    StateId id(std::string_view state) const;

private:
    const Variable* variable_;
    std::vector<std::uint32_t> by_name_;  ///< state numbers in order of names
};

}  // namespace pgm
