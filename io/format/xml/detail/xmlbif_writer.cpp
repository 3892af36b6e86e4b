#include <io/format/xml/detail/xml_formats.hpp>

#include <io/format/detail/network_writing.hpp>
#include <io/format/xml/detail/xml_document.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <ostream>
#include <span>
#include <string>

namespace pgm::io::detail {
namespace {

/// An element on a line of its own.
std::string element_line(const std::string& name, std::string_view text) {
    return "  " + xml_element(name, text) + "\n";
}

std::string_view xmlbif_type(const Variable& variable) {
    if (variable.kind() == Variable::Kind::decision) return "decision";
    return variable.kind() == Variable::Kind::utility ? "utility" : "nature";
}

std::string variable_element(const Variable& variable) {
    std::string text = "<VARIABLE" + xml_attribute("TYPE", xmlbif_type(variable)) + ">\n" +
                       element_line("NAME", variable.name());
    for (const std::string& state : variable.states()) text += element_line("OUTCOME", state);
    // Others want one of a utility, whose name says nothing.
    if (variable.kind() == Variable::Kind::utility) text += element_line("OUTCOME", "value");
    for (const std::string& line : variable.annotations()) text += element_line("PROPERTY", line);
    return text + "</VARIABLE>\n";
}

/// One row of the table a line.
void write_definition(const BayesianNetwork& network, VariableId id, std::ostream& out) {
    const Variable& variable = network.variable(id);
    out << "<DEFINITION>\n" << element_line("FOR", variable.name());
    for (const VariableId parent : parents_of(network.cpd(id)))
        out << element_line("GIVEN", network.variable(parent).name());
    const std::vector<double> numbers = listed_numbers(network, id);
    const std::size_t length = std::max<std::size_t>(variable.cardinality(), 1);
    if (!numbers.empty()) out << "  <TABLE>\n";
    for (std::size_t first = 0; first < numbers.size(); first += length)
        out << "    " << joined(std::span(numbers).subspan(first, length), " ") << "\n";
    if (!numbers.empty()) out << "  </TABLE>\n";
    out << "</DEFINITION>\n";
}

}  // namespace

void write_xmlbif(const BayesianNetwork& network, std::ostream& out) {
    require_utf8_diagram(network, "XMLBIF", HeldSums::none);
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<BIF VERSION=\"0.3\">\n<NETWORK>\n"
        << element_line("NAME", network.name());
    for (const std::string& line : network.annotations()) out << element_line("PROPERTY", line);
    for (const Variable& variable : network.variables()) out << variable_element(variable);
    for (std::size_t v = 0; v < network.size(); ++v) write_definition(network, VariableId(v), out);
    out << "</NETWORK>\n</BIF>\n";
}

}  // namespace pgm::io::detail
