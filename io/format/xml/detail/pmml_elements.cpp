#include <io/format/xml/detail/pmml_elements.hpp>

#include <io/format/detail/annotation.hpp>
#include <io/format/xml/detail/xml_document.hpp>

namespace pgm::io::detail {

std::string pmml_extensions(std::span<const std::string> annotations, std::string_view indent) {
    std::string text;
    for (const std::string& line : annotations) {
        const Attribute property = property_of(line);
        text.append(indent).append("<Extension" + xml_attribute("name", property.name) +
                                   xml_attribute("value", property.value) + " />\n");
    }
    return text;
}

std::string pmml_field(const Variable& variable) {
    std::string text = "    <DataField" + xml_attribute("name", variable.name()) +
                       (variable.is_discrete() ? " optype=\"categorical\" dataType=\"string\">\n"
                                               : " optype=\"continuous\" dataType=\"double\">\n") +
                       pmml_extensions(variable.annotations(), "      ");
    for (const std::string& state : variable.states())
        text += "      <Value" + xml_attribute("value", state) + " />\n";
    return text + "    </DataField>\n";
}

}  // namespace pgm::io::detail
