#pragma once

#include <pgm/core/ids.hpp>

namespace pgm {

/// variable = value, or do(variable = value), of a continuous variable.
struct Measurement {
    VariableId variable;
    double value = 0;
    bool made = false;  ///< by an intervention

    friend bool operator==(const Measurement&, const Measurement&) = default;
};

}  // namespace pgm
