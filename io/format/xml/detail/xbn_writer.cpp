#include <io/format/detail/annotation.hpp>
#include <io/format/detail/network_writing.hpp>
#include <io/format/xml/detail/xml_document.hpp>
#include <io/format/xml/detail/xml_formats.hpp>
#include <pgm/core/text/number_text.hpp>

#include <ostream>
#include <string>
#include <vector>

namespace pgm::io::detail {
namespace {

std::string xbn_property(const std::string& line) {
    const Attribute property = property_of(line);
    return "<PROPERTY" + xml_attribute("NAME", property.name) + ">" + xml_text(property.value) +
           "</PROPERTY>\n";
}

/// Label and position have places of their own, and all other lines are properties. So are all
/// lines where a reader would put them into another order or leave a label out.
std::string xbn_variable(const Variable& variable) {
    LabelAndPosition known{.name = variable.name()};
    std::vector<std::string> others = known.take_all(variable.annotations());
    if (known.label == "" || known.lines(others) != variable.annotations())
        others = variable.annotations();
    std::string text = "<VAR" + xml_attribute("NAME", variable.name()) + " TYPE=\"discrete\"";
    if (known.position)
        text += xml_attribute("XPOS", to_text(known.position->x)) +
                xml_attribute("YPOS", to_text(known.position->y));
    text += ">\n  " + xml_element("FULLNAME", known.label.value_or(variable.name())) + "\n";
    for (const std::string& state : variable.states())
        text += "  " + xml_element("STATENAME", state) + "\n";
    for (const std::string& line : others) text += "  " + xbn_property(line);
    return text + "</VAR>\n";
}

/// The states of the parents in a row, " 0 1 ", of which the last one is the fastest.
std::string indexes_of(const TableCpd& table, std::size_t row) {
    std::string text = " ";
    for (std::size_t i = table.parents().size(); i-- > 0; row /= table.cardinalities()[i])
        text.insert(0, " " + std::to_string(row % table.cardinalities()[i]));
    return text;
}

void write_xbn_distribution(const BayesianNetwork& network, const TableCpd& table,
                            std::ostream& out) {
    const auto element = [&](const char* name, VariableId id) {
        return "<" + std::string(name) + xml_attribute("NAME", network.variable(id).name()) + "/>";
    };
    out << "<DIST TYPE=\"discrete\">\n";
    if (!table.parents().empty()) {
        out << "  <CONDSET>";
        for (const VariableId parent : table.parents()) out << element("CONDELEM", parent);
        out << "</CONDSET>\n";
    }
    out << "  " << element("PRIVATE", table.child()) << "\n  <DPIS>\n";
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        out << "    <DPI";
        if (!table.parents().empty()) out << " INDEXES=\"" << indexes_of(table, row) << "\"";
        out << "> " << joined(table.row(row), " ") << " </DPI>\n";
    }
    out << "  </DPIS>\n</DIST>\n";
}

}  // namespace

void write_xbn(const BayesianNetwork& network, std::ostream& out) {
    require_utf8_tables(network, "XBN");
    const std::string name = xml_text(network.name());
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ANALYSISNOTEBOOK NAME=\"" << name
        << "\" ROOT=\"" << name << "\">\n<BNMODEL NAME=\"" << name
        << "\">\n<STATICPROPERTIES><FORMAT VALUE=\"MSR DTAS XML\"/><VERSION VALUE=\"0.2\"/>"
           "<CREATOR VALUE=\"pgm\"/></STATICPROPERTIES>\n<DYNAMICPROPERTIES>\n";
    for (const std::string& line : network.annotations()) out << xbn_property(line);
    out << "</DYNAMICPROPERTIES>\n<VARIABLES>\n";
    for (const Variable& variable : network.variables()) out << xbn_variable(variable);
    out << "</VARIABLES>\n<STRUCTURE>\n";
    for (const Arc& arc : network.dag().arcs())
        out << "<ARC" << xml_attribute("PARENT", network.variable(arc.parent).name())
            << xml_attribute("CHILD", network.variable(arc.child).name()) << "/>\n";
    out << "</STRUCTURE>\n<DISTRIBUTIONS>\n";
    for_each_table(network,
                   [&](const TableCpd& table) { write_xbn_distribution(network, table, out); });
    out << "</DISTRIBUTIONS>\n</BNMODEL>\n</ANALYSISNOTEBOOK>\n";
}

}  // namespace pgm::io::detail
