#include <io/format/xml/detail/xml_formats.hpp>

#include <io/format/detail/genie_network.hpp>
#include <io/format/detail/network_writing.hpp>
#include <io/format/detail/plain_name.hpp>
#include <io/format/xml/detail/xml_document.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/graph/ancestry.hpp>

#include <ostream>

namespace pgm::io::detail {
namespace {

std::string property_element(const Attribute& line) {
    return "<property" + xml_attribute("id", line.name) + ">" + xml_text(line.value) +
           "</property>\n";
}

class XdslWriter {
public:
    XdslWriter(const BayesianNetwork& network, std::ostream& out)
        : network_(network), out_(out), names_(network) {
        for (const Variable& variable : network.variables()) nodes_.emplace_back(variable);
    }

    void write() {
        const std::string name = plain_network_name(network_, "Network1");
        out_ << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<smile version=\"1.0\" id=\"" << name
             << "\" numsamples=\"10000\" discsamples=\"10000\">\n";
        if (!network_.annotations().empty()) {
            out_ << "\t<properties>\n";
            for (const std::string& line : network_.annotations())
                if (const auto attribute = attribute_of(line))
                    out_ << "\t\t" << property_element(*attribute);
            out_ << "\t</properties>\n";
        }
        out_ << "\t<nodes>\n";
        const std::vector<VariableId> order = topological_order(network_.dag());
        for (const VariableId id : order) write_node(id);
        out_ << "\t</nodes>\n\t<extensions>\n\t\t<genie version=\"1.0\" app=\"pgm\" name=\""
             << xml_text(network_.name()) << "\">\n";
        for (const VariableId id : order) write_appearance(id);
        out_ << "\t\t</genie>\n\t</extensions>\n</smile>\n";
    }

private:
    std::string_view element_of(VariableId id) const {
        const Variable::Kind kind = network_.variable(id).kind();
        if (kind == Variable::Kind::decision) return "decision";
        if (kind == Variable::Kind::utility)
            return continuous_parents(network_.cpd(id)).empty() ? "utility" : "mau";
        return genie_noisy_max(network_.cpd(id)) ? "noisymax" : "cpt";
    }

    void write_node(VariableId id) {
        const GenieNode& node = nodes_[id.index()];
        const std::string_view kind = element_of(id);
        out_ << "\t\t<" << kind << " id=\"" << names_.variables[id.index()] << "\"";
        for (const auto& [name, text] : node.attributes) out_ << xml_attribute(name, text);
        out_ << ">\n";
        for (std::size_t s = 0; s < names_.states[id.index()].size(); ++s) {
            out_ << "\t\t\t<state id=\"" << names_.states[id.index()][s] << "\"";
            for (const auto& [name, text] : node.of_states[s]) out_ << xml_attribute(name, text);
            out_ << " />\n";
        }
        const auto write_list = [&](const std::string& name, const std::string& list) {
            out_ << "\t\t\t<" << name << ">" << list << "</" << name << ">\n";
        };
        const std::string parents = names_.of(parents_of(network_.cpd(id)), " ");
        if (!parents.empty()) write_list("parents", parents);
        if (kind == "noisymax") {
            const NoisyMaxCpd& noisy = *genie_noisy_max(network_.cpd(id));
            write_list("strengths", genie_order_of_causes(noisy, " "));
            write_list("parameters", joined(genie_numbers(noisy), " "));
        } else if (kind == "mau") {
            write_list("weights", joined(regression(network_.cpd(id), 0)->slopes, " "));
        } else if (kind != "decision") {
            write_list(kind == "utility" ? "utilities" : "probabilities",
                       joined(listed_numbers(network_, id), " "));
        }
        for (const std::string& text : node.documents)
            out_ << "\t\t\t" << xml_element("doc", text) << "\n";
        for (const Attribute& line : node.properties) out_ << "\t\t\t" << property_element(line);
        out_ << "\t\t</" << kind << ">\n";
    }

    void write_appearance(VariableId id) {
        const GenieNode& node = nodes_[id.index()];
        const auto part = [&](const std::string& text) { out_ << "\t\t\t\t" << text << "\n"; };
        out_ << "\t\t\t<node id=\"" << names_.variables[id.index()] << "\">\n";
        part(xml_element("name", node.label.value_or(network_.variable(id).name())));
        if (node.interior) part("<interior" + xml_attribute("color", *node.interior) + " />");
        if (node.outline) part("<outline" + xml_attribute("color", *node.outline) + " />");
        for (const std::string& text : node.comments) part(xml_element("comment", text));
        if (const std::optional<Rectangle> rectangle = node.rectangle()) {
            const auto corner = [](const Position& at) {
                return to_text(at.x) + " " + to_text(at.y);
            };
            part("<position>" + corner(rectangle->first) + " " + corner(rectangle->last) +
                 "</position>");
        }
        out_ << "\t\t\t</node>\n";
    }

    const BayesianNetwork& network_;
    std::ostream& out_;
    GenieNames names_;
    std::vector<GenieNode> nodes_;
};

}  // namespace

void write_xdsl(const BayesianNetwork& network, std::ostream& out) {
    require_utf8_diagram(network, "XDSL", HeldSums::weighted);
    XdslWriter(network, out).write();
}

std::vector<std::string> losses_of_xdsl(const BayesianNetwork& network) {
    std::vector<std::string> losses = losses_in_genie(network);
    std::size_t positions = 0;
    for (const Variable& variable : network.variables())
        positions += GenieNode(variable).is_rectangle() ? 0 : 1;
    if (positions > 0)
        losses.push_back("the last digits of " + counted(positions, "position") +
                         ", which are written by two corners");
    return losses;
}

}  // namespace pgm::io::detail
