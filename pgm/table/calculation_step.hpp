#pragma once

#include <pgm/core/ids.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pgm {

/// One step of a Calculation: a table made of others.
struct CalculationStep {
    enum class Kind : std::uint8_t {
        select,     ///< the cells at which `variables` have `states`
        multiply,   ///< the product of the inputs
        sum,        ///< the sum over the states of `variables`
        maximise,   ///< the greatest cell over the states of `variables`
        normalise,  ///< divided by the sum of its cells
    };

    Kind kind = Kind::multiply;
    std::vector<std::size_t> inputs;  ///< numbers of tables
    std::size_t output = 0;
    std::vector<VariableId> variables{};  ///< those that the output has no longer
    std::vector<StateId> states{};        ///< of these, of a selection
};

}  // namespace pgm
