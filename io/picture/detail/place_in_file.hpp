#pragma once

#include <io/format/detail/annotation.hpp>
#include <pgm/model/variable.hpp>

#include <string>
#include <vector>

namespace pgm::io::detail {

/// The label and the position that the file of a network has for a variable: its annotations
/// `label = "wet grass"` and `position = (10, 20)`, which readers of all formats write so.
inline LabelAndPosition place_in_file(const Variable& variable) {
    LabelAndPosition place{.name = variable.name()};
    for (const std::string& line : variable.annotations()) place.take(line);
    return place;
}

/// The label that the file has for the variable, or else its name.
inline std::string label_or_name(const Variable& variable) {
    const std::string label = place_in_file(variable).label.value_or("");
    return label.empty() ? variable.name() : label;
}

/// For each state the label that the file has for it, or else its name: `state_label_2 = "mild"` of
/// GeNIe, `statetitles = ("none", "mild")` of Netica.
std::vector<std::string> state_labels(const Variable& variable);

}  // namespace pgm::io::detail
