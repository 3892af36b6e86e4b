#pragma once

#include <pgm/model/variable.hpp>

#include <span>
#include <string>
#include <string_view>

namespace pgm::io::detail {

// The parts that the writers of both models of PMML share.

/// The declaration of the text and the beginning of the outermost element.
inline constexpr std::string_view pmml_head =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<PMML version=\"4.3\" xmlns=\"http://www.dmg.org/PMML-4_3\">\n"
    "  <Header />\n";

/// An <Extension> for each annotation, in lines of that indent.
std::string pmml_extensions(std::span<const std::string> annotations, std::string_view indent);

/// The <DataField> of a variable with its annotations.
std::string pmml_field(const Variable& variable);

}  // namespace pgm::io::detail
