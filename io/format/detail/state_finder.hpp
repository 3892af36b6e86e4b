#pragma once

#include <pgm/model/network_builder.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Finds the states that the rows of a file name. Most files list rows in order, so the state of
/// the row before, the next one and the first are compared before others are looked up.
class StateFinder {
public:
    /// The builder must outlive the object, and get no more variables.
    explicit StateFinder(const NetworkBuilder& builder) : builder_(builder) {}

    /// The number of a state; null where there is none of this name.
    std::optional<std::uint32_t> find(VariableId id, std::string_view name,
                                      std::uint32_t before = 0) {
        const Variable& variable = builder_.variable(id);
        for (const std::uint32_t guess : {before, before + 1, std::uint32_t{0}})
            if (guess < variable.cardinality() && variable.states()[guess] == name) return guess;
        states_.resize(builder_.size());
        std::optional<StateIndex>& index = states_[id.index()];
        if (!index) index.emplace(variable);
        const std::optional<StateId> state = index->find(name);
        return state ? std::optional(state->value) : std::nullopt;
    }

private:
    const NetworkBuilder& builder_;
    std::vector<std::optional<StateIndex>> states_;  ///< by variable, made when first needed
};

}  // namespace pgm::io::detail
