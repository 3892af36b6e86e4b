#pragma once

#include <io/network/detail/annotation.hpp>
#include <pgm/model/variable.hpp>

namespace pgm::io::detail {

/// The label and the position that the file of a network has for a variable: its annotations
/// `label = "wet grass"` and `position = (10, 20)`, which readers of all formats write so.
inline LabelAndPosition place_in_file(const Variable& variable) {
    LabelAndPosition place{.name = variable.name()};
    for (const std::string& line : variable.annotations()) place.take(line);
    return place;
}

}  // namespace pgm::io::detail
