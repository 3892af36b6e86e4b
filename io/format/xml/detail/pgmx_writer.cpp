#include <io/format/xml/detail/xml_formats.hpp>

#include <io/format/detail/annotation.hpp>
#include <io/format/detail/network_writing.hpp>
#include <io/format/xml/detail/xml_document.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <optional>
#include <ostream>

namespace pgm::io::detail {
namespace {

std::string pgmx_property(const std::string& line) {
    const Attribute property = property_of(line);
    return "<Property" + xml_attribute("name", property.name) +
           xml_attribute("value", property.value) + " />";
}

/// The element that OpenMarkov has for a line, or null: all others are properties.
std::optional<std::string> element_of_line(const std::string& line) {
    const std::optional<Position> position = position_of(line);
    if (position && position_line(*position) == line)
        return "<Coordinates x=\"" + to_text(position->x) + "\" y=\"" + to_text(position->y) +
               "\" />";
    const Attribute property = property_of(line);
    if (property.value.empty()) return std::nullopt;
    for (const char* const name : {"Comment", "Unit", "Precision"})
        if (property.name == name) return xml_element(property.name, property.value);
    return std::nullopt;
}

class PgmxWriter {
public:
    PgmxWriter(const BayesianNetwork& network, std::ostream& out) : network_(network), out_(out) {}

    void write() {
        out_ << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<ProbModelXML formatVersion=\"0.2.0\">\n"
                "  <ProbNet"
             << xml_attribute(
                    "type", decision_or_utility(network_) ? "InfluenceDiagram" : "BayesianNetwork");
        if (!network_.name().empty()) out_ << " name=\"" << xml_text(network_.name()) << "\"";
        out_ << ">\n    <Variables>\n";
        for (const Variable& variable : network_.variables()) write_variable(variable);
        out_ << "    </Variables>\n    <Links>\n";
        for (const Cpd& cpd : network_.cpds())
            for (const VariableId parent : parents_of(cpd)) write_link(parent, child_of(cpd));
        out_ << "    </Links>\n    <Potentials>\n";
        for (const Cpd& cpd : network_.cpds()) write_potential(cpd);
        out_ << "    </Potentials>\n";
        write_lines(network_.annotations(), "    ");
        out_ << "  </ProbNet>\n</ProbModelXML>\n";
    }

private:
    void write_variable(const Variable& variable) {
        const Variable::Kind kind = variable.kind();
        const bool is_utility = kind == Variable::Kind::utility;
        const char* const role = is_utility                         ? "utility"
                                 : kind == Variable::Kind::decision ? "decision"
                                                                    : "chance";
        out_ << "      <Variable" << xml_attribute("name", variable.name())
             << xml_attribute("type", is_utility ? "numeric" : "finiteStates")
             << xml_attribute("role", role) << " isInput=\"false\">\n";
        write_lines(variable.annotations(), "        ");
        if (!is_utility) out_ << "        <States>\n";
        for (const std::string& state : variable.states())
            out_ << "          <State name=\"" << xml_text(state) << "\" />\n";
        out_ << (is_utility ? "" : "        </States>\n") << "      </Variable>\n";
    }

    /// In their order, so that they read back in it; properties beside each other share an element.
    void write_lines(const std::vector<std::string>& lines, const std::string& indent) {
        bool is_open = false;
        const auto open_or_close = [&](bool opens) {
            if (opens != is_open)
                out_ << indent << (opens ? "<" : "</") << "AdditionalProperties>\n";
            is_open = opens;
        };
        for (const std::string& line : lines) {
            const std::optional<std::string> element = element_of_line(line);
            open_or_close(!element);
            out_ << indent << (element ? *element : "  " + pgmx_property(line)) << "\n";
        }
        open_or_close(false);
    }

    std::string reference(VariableId id) const {
        return "<Variable name=\"" + xml_text(network_.variable(id).name()) + "\" />";
    }

    void write_link(VariableId parent, VariableId child) {
        out_ << "      <Link directed=\"true\">\n        " << reference(parent) << "\n        "
             << reference(child) << "\n      </Link>\n";
    }

    void write_head(std::string_view type, std::span<const VariableId> members,
                    const std::string& indent) {
        out_ << indent << "<Potential type=\"" << type << "\" role=\"conditionalProbability\">\n";
        write_members(members, indent + "  ");
    }

    void write_members(std::span<const VariableId> members, const std::string& indent) {
        if (members.empty()) return;
        out_ << indent << "<Variables>\n";
        for (const VariableId id : members) out_ << indent << "  " << reference(id) << "\n";
        out_ << indent << "</Variables>\n";
    }

    void write_potential(const Cpd& cpd) {
        const Variable::Kind kind = network_.variable(child_of(cpd)).kind();
        if (kind == Variable::Kind::decision) return;  // links say what is known
        if (kind == Variable::Kind::utility) return write_utility(child_of(cpd));
        if (const NoisyMaxCpd* const noisy = noisy_max(cpd)) return write_noisy(*noisy);
        write_table(table_of(network_, child_of(cpd)));
    }

    /// OpenMarkov has the first parent faster than the second.
    void write_table(const TableCpd& table) {
        std::vector<VariableId> members(table.scope().variables().begin(),
                                        table.scope().variables().end());
        std::reverse(members.begin(), members.end() - 1);
        const Table numbers =
            table.parents().size() > 1 ? table.table().permuted(members) : table.table();
        std::reverse(members.begin(), members.end());
        write_head("Table", members, "      ");
        out_ << "        <Values>" << joined(numbers.values(), " ")
             << "</Values>\n      </Potential>\n";
    }

    /// Numbers with the first parent fastest, or a sum of others.
    void write_utility(VariableId id) {
        const Cpd& cpd = network_.cpd(id);
        const std::vector<double> numbers = listed_numbers(network_, id);
        out_ << "      <Potential type=\"" << (numbers.empty() ? "Sum" : "Table")
             << "\" role=\"utility\">\n        <UtilityVariable"
             << xml_attribute("name", network_.variable(id).name()) << " />\n";
        write_members(parents_of(cpd), "        ");
        const Scope& parents = discrete_scope(cpd);
        std::vector<VariableId> order(parents.variables().begin(), parents.variables().end());
        std::ranges::reverse(order);
        if (!numbers.empty())
            out_ << "        <Values>"
                 << joined(Table(parents, numbers).permuted(order).values(), " ") << "</Values>\n";
        out_ << "      </Potential>\n";
    }

    void write_noisy(const NoisyMaxCpd& cpd) {
        std::vector<VariableId> members{cpd.child()};
        members.insert(members.end(), cpd.parents().begin(), cpd.parents().end());
        write_head("ICIModel", members, "      ");
        const bool is_maximum = cpd.order() == NoisyMaxCpd::Order::absent_first;
        out_ << "        <Model>" << (is_maximum ? "OR / MAX" : "AND / MIN")
             << "</Model>\n        <Subpotentials>\n";
        for (std::size_t i = 0; i < cpd.parents().size(); ++i)
            write_link_table(std::vector{cpd.child(), cpd.parents()[i]},
                             cpd.in_order_of_states(link_rows(cpd, i)));
        write_link_table(std::vector{cpd.child()}, cpd.in_order_of_states(cpd.leak()));
        out_ << "        </Subpotentials>\n      </Potential>\n";
    }

    void write_link_table(std::span<const VariableId> members, std::span<const double> numbers) {
        write_head("Table", members, "          ");
        out_ << "            <Values>" << joined(numbers, " ")
             << "</Values>\n          </Potential>\n";
    }

    const BayesianNetwork& network_;
    std::ostream& out_;
};

}  // namespace

void write_pgmx(const BayesianNetwork& network, std::ostream& out) {
    require_utf8_diagram(network, "PGMX", HeldSums::plain);
    PgmxWriter(network, out).write();
}

std::vector<std::string> losses_of_pgmx(const BayesianNetwork& network) {
    return lost_distributions(network, noisy_max);
}

}  // namespace pgm::io::detail
