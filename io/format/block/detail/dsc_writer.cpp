#include <io/format/block/detail/block_formats.hpp>

#include <io/format/block/detail/block_writer.hpp>
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

class DscWriter : BlockWriter {
public:
    DscWriter(const BayesianNetwork& network, std::ostream& out) : BlockWriter(network, out) {}

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
        LabelAndPosition known{.name = name(id)};
        const std::vector<std::string> others = known.take_all(variable.annotations());
        if (!known.label) known.set_label(variable.name());
        out_ << "node " << known.name << " {\n";
        if (known.label) out_ << "  name : " << block_quoted(*known.label) << ";\n";
        out_ << "  type : discrete [ " << std::to_string(variable.cardinality()) << " ] = { "
             << quoted_states(variable, ", ") << " };\n";
        if (known.position)
            out_ << "  position : (" << to_text(known.position->x) << ", "
                 << to_text(known.position->y) << ");\n";
        for (const std::string& line : others) write_property(line);
        out_ << "}\n";
    }

    void write_probability(const TableCpd& table) {
        out_ << "probability ( " << name(table.child()) << (table.parents().empty() ? "" : " | ")
             << names(table.parents(), ", ") << " ) {\n";
        std::vector<std::size_t> states(table.parents().size(), 0);
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            const auto number = [](std::size_t state) { return std::to_string(state); };
            out_ << (states.empty() ? "  " : "  (" + joined(states, ", ", number) + ") : ")
                 << joined(table.row(row), ", ") << ";\n";
            next_cell(states, table.cardinalities());
        }
        out_ << "}\n";
    }
};

}  // namespace

void write_dsc(const BayesianNetwork& network, std::ostream& out) {
    require_utf8_tables(network, "DSC");
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
    for (const Variable& variable : network.variables())
        collect(LabelAndPosition{}.take_all(variable.annotations()));
    add_lost_lines(lines, losses);
    return losses;
}

}  // namespace pgm::io::detail
