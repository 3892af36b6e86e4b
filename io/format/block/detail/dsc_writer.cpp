#include <io/format/block/detail/dsc.hpp>

#include <io/format/detail/annotation.hpp>
#include <io/format/detail/network_writing.hpp>
#include <io/text/detail/block_lexer.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <iterator>
#include <ostream>

namespace pgm::io::detail {
namespace {

/// A text in quotes may have several lines, which not every program reads.
bool is_one_line(const std::string& line) {
    return line.find_first_of("\r\n") == std::string::npos;
}

/// Lets the lines about label and position take their places; returns the others.
std::vector<std::string> others_than(LabelAndPosition& known, const Variable& variable) {
    std::vector<std::string> others;
    for (const std::string& line : variable.annotations())
        if (!known.take(line)) others.push_back(line);
    return others;
}

class DscWriter {
public:
    DscWriter(const BayesianNetwork& network, std::ostream& out)
        : network_(network), out_(out), names_(plain_variable_names(network)) {}

    void write() {
        out_ << "belief network " << block_quoted(network_.name()) << "\n";
        if (!network_.annotations().empty()) {
            out_ << "properties {\n";
            for (const std::string& line : network_.annotations()) write_property(line);
            out_ << "}\n";
        }
        for (std::size_t v = 0; v < network_.size(); ++v) write_node(VariableId(v));
        for_each_table(network_, [&](const TableCpd& table) { write_probability(table); });
    }

private:
    void write_property(const std::string& line) {
        if (is_one_line(line)) out_ << "  property " << block_quoted(line) << ";\n";
    }

    void write_node(VariableId id) {
        const Variable& variable = network_.variable(id);
        LabelAndPosition known;
        known.name = names_[id.index()];
        const std::vector<std::string> others = others_than(known, variable);
        if (!known.label) known.set_label(variable.name());
        out_ << "node " << known.name << " {\n";
        if (known.label) out_ << "  name : " << block_quoted(*known.label) << ";\n";
        out_ << "  type : discrete [ " << std::to_string(variable.cardinality()) << " ] = {";
        for (std::size_t s = 0; s < variable.cardinality(); ++s)
            out_ << (s == 0 ? " " : ", ") << block_quoted(variable.states()[s]);
        out_ << " };\n";
        if (known.position)
            out_ << "  position : (" << to_text(known.position->x) << ", "
                 << to_text(known.position->y) << ");\n";
        for (const std::string& line : others) write_property(line);
        out_ << "}\n";
    }

    void write_probability(const TableCpd& table) {
        out_ << "probability ( " << names_[table.child().index()];
        const char* separator = " | ";
        for (const VariableId parent : table.parents()) {
            out_ << separator << names_[parent.index()];
            separator = ", ";
        }
        out_ << " ) {\n";
        std::vector<std::size_t> states(table.parents().size(), 0);
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            std::string line = "  ";
            for (std::size_t i = 0; i < states.size(); ++i)
                line += (i == 0 ? "(" : ", ") + std::to_string(states[i]);
            if (!states.empty()) line += ") : ";
            for (std::size_t x = 0; x < table.row(row).size(); ++x)
                line += (x == 0 ? "" : ", ") + to_text(table.row(row)[x]);
            out_ << line << ";\n";
            next_cell(states, table.cardinalities());
        }
        out_ << "}\n";
    }

    const BayesianNetwork& network_;
    std::ostream& out_;
    std::vector<std::string> names_;
};

}  // namespace

void write_dsc(const BayesianNetwork& network, std::ostream& out) {
    require_tables(network, "DSC");
    require_utf8_names(network, "DSC");
    DscWriter(network, out).write();
}

std::vector<std::string> losses_of_dsc(const BayesianNetwork& network) {
    std::vector<std::string> losses = lost_distributions(network);
    add_lost_names(network, plain_variable_names(network), losses);
    std::vector<std::string> lines;
    const auto collect = [&](const std::vector<std::string>& annotations) {
        std::ranges::copy_if(annotations, std::back_inserter(lines),
                             [](const std::string& line) { return !is_one_line(line); });
    };
    collect(network.annotations());
    for (const Variable& variable : network.variables()) {
        LabelAndPosition known;
        collect(others_than(known, variable));
    }
    add_lost_lines(lines, losses);
    return losses;
}

}  // namespace pgm::io::detail
