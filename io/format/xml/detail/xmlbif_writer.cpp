#include <io/format/xml/detail/xml_formats.hpp>

#include <io/format/detail/network_writing.hpp>
#include <io/format/xml/detail/xml_document.hpp>
#include <pgm/core/text/number_text.hpp>

#include <ostream>
#include <string>

namespace pgm::io::detail {
namespace {

/// An element on a line of its own.
std::string element_line(const std::string& name, std::string_view text) {
    return "  " + xml_element(name, text) + "\n";
}

std::string variable_element(const Variable& variable) {
    std::string text = "<VARIABLE TYPE=\"nature\">\n" + element_line("NAME", variable.name());
    for (const std::string& state : variable.states()) text += element_line("OUTCOME", state);
    for (const std::string& line : variable.annotations()) text += element_line("PROPERTY", line);
    return text + "</VARIABLE>\n";
}

/// One row of the table a line.
void write_definition(const BayesianNetwork& network, const TableCpd& table, std::ostream& out) {
    out << "<DEFINITION>\n" << element_line("FOR", network.variable(table.child()).name());
    for (const VariableId parent : table.parents())
        out << element_line("GIVEN", network.variable(parent).name());
    out << "  <TABLE>\n";
    for (std::size_t row = 0; row < table.row_count(); ++row)
        out << "    " << joined(table.row(row), " ") << "\n";
    out << "  </TABLE>\n</DEFINITION>\n";
}

}  // namespace

void write_xmlbif(const BayesianNetwork& network, std::ostream& out) {
    require_utf8_tables(network, "XMLBIF");
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<BIF VERSION=\"0.3\">\n<NETWORK>\n"
        << element_line("NAME", network.name());
    for (const std::string& line : network.annotations()) out << element_line("PROPERTY", line);
    for (const Variable& variable : network.variables()) out << variable_element(variable);
    for_each_table(network, [&](const TableCpd& table) { write_definition(network, table, out); });
    out << "</NETWORK>\n</BIF>\n";
}

}  // namespace pgm::io::detail
