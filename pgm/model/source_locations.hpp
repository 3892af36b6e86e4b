#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/ids.hpp>

#include <functional>

namespace pgm {

/// The source locations of the parts of a network in the text that it is read from. They are
/// functions, which are called only for problems, so that a reader need not count lines for a text
/// without mistakes.
struct SourceLocations {
    std::function<Location(VariableId variable)> variable;
    std::function<Location(VariableId child)> cpd;
    std::function<Location(VariableId child, std::size_t row)> row;
};

}  // namespace pgm
