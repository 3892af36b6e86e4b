#include <io/format/block/detail/block_formats.hpp>

#include <io/format/block/detail/block_writer.hpp>
#include <io/format/block/detail/dne_attribute.hpp>
#include <io/format/detail/plain_name.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <iterator>
#include <ostream>

namespace pgm::io::detail {
namespace {

std::vector<std::string> dne_states(const Variable& variable) {
    return plain_names(variable.states(), FirstByte::letter);
}

bool says_continuous(const Attribute& attribute) {
    return equals_ignoring_case(attribute.name, "discrete") &&
           equals_ignoring_case(attribute.value, "false");
}

/// Annotations by the places that DNE has for them.
struct DneAnnotations {
    LabelAndPosition known;
    bool is_discrete = true;
    std::vector<Attribute> attributes, fields;
    std::vector<std::string> lost;  ///< lines

    /// Annotations of the network.
    explicit DneAnnotations(const std::vector<std::string>& lines) {
        for (const std::string& line : lines) add(line);
    }

    /// Annotations of a variable that is written with that name. Attributes that contradict its
    /// states are lost.
    DneAnnotations(const Variable& variable, std::string name) {
        known.name = std::move(name);
        for (const std::string& line : known.take_all(variable.annotations())) add(line);
        if (!known.label) known.set_label(variable.name());
        is_discrete = std::ranges::none_of(attributes, says_continuous);
        std::erase_if(attributes, [&](const Attribute& attribute) {
            if (!contradicts_states(attribute, variable)) return false;
            lost.push_back(attribute.name + " = " + attribute.value);
            return true;
        });
    }

private:
    bool contradicts_states(const Attribute& attribute, const Variable& variable) const {
        return equals_ignoring_case(attribute.name, "levels")
                   ? count_of_levels(attribute.value) !=
                         levels_of(variable.cardinality(), is_discrete)
                   : equals_ignoring_case(attribute.name, "discrete") &&
                         !says_continuous(attribute);
    }

    void add(const std::string& line) {
        const std::optional<Attribute> attribute = block_attribute(line, dne_comments);
        if (!attribute)
            lost.push_back(line);
        else
            (is_dne_attribute(attribute->name) ? attributes : fields).push_back(*attribute);
    }
};

class DneWriter : BlockWriter {
public:
    DneWriter(const BayesianNetwork& network, std::ostream& out) : BlockWriter(network, out) {}

    void write() {
        const std::string& name = network_.name();
        const std::string written = plain_network_name(network_, "Unnamed");
        out_ << dne_identifier << "\n\nbnet " << written << " {\n";
        if (written != name) out_ << "title = " << block_quoted(name) << ";\n";
        const DneAnnotations annotations(network_.annotations());
        write_attributes(annotations.attributes, "");
        write_user(annotations.fields, "");
        for (std::size_t v = 0; v < network_.size(); ++v) write_node(VariableId(v));
        out_ << "};\n";
    }

private:
    void write_user(const std::vector<Attribute>& fields, const std::string& indent) {
        if (fields.empty()) return;
        out_ << indent << "user U1 {\n";
        write_attributes(fields, indent + "\t");
        out_ << indent << "\t};\n";
    }

    void write_node(VariableId id) {
        const Variable& variable = network_.variable(id);
        const DneAnnotations annotations(variable, name(id));
        const Variable::Kind kind = variable.kind();
        const bool is_utility = kind == Variable::Kind::utility;
        out_ << "\nnode " << name(id) << " {\n\tkind = " << kind_of_node(kind) << ";\n";
        if (annotations.is_discrete)
            out_ << "\tdiscrete = " << (is_utility ? "FALSE" : "TRUE") << ";\n";
        if (kind != Variable::Kind::decision)
            out_ << "\tchance = " << (is_utility ? "DETERMIN" : "CHANCE") << ";\n";
        if (!is_utility) out_ << "\tstates = " << block_list(dne_states(variable)) << ";\n";
        write_attributes(annotations.attributes, "\t");
        out_ << "\tparents = (" << names(parents_of(network_.cpd(id)), ", ") << ");\n";
        write_numbers(id);
        if (const auto& label = annotations.known.label)
            out_ << "\ttitle = " << block_quoted(*label) << ";\n";
        write_user(annotations.fields, "\t");
        if (const auto& position = annotations.known.position)
            out_ << "\tvisual V1 {\n\t\tcenter = (" << to_text(position->x) << ", "
                 << to_text(position->y) << ");\n\t\t};\n";
        out_ << "\t};\n";
    }

    static std::string_view kind_of_node(Variable::Kind kind) {
        if (kind == Variable::Kind::decision) return "DECISION";
        return kind == Variable::Kind::utility ? "UTILITY" : "NATURE";
    }

    void write_numbers(VariableId id) {
        const std::vector<double> numbers = listed_numbers(network_, id);
        if (numbers.empty()) return;
        const std::size_t states = network_.cardinality(id), length = states == 0 ? 1 : states;
        out_ << (states == 0 ? "\tfunctable =\n" : "\tprobs =\n");
        for (std::size_t first = 0; first < numbers.size(); first += length)
            out_ << (first == 0 ? "\t\t(" : "\t\t ")
                 << joined(std::span(numbers).subspan(first, length), ", ")
                 << (first + length == numbers.size() ? ");\n" : ",\n");
    }
};

}  // namespace

void write_dne(const BayesianNetwork& network, std::ostream& out) {
    require_utf8_diagram(network, "DNE", HeldSums::none);
    DneWriter(network, out).write();
}

std::vector<std::string> losses_of_dne(const BayesianNetwork& network) {
    std::vector<std::string> losses = lost_distributions(network);
    const std::vector<std::string> names = plain_variable_names(network);
    add_lost_names(network, names, losses);
    std::vector<std::string> lines = DneAnnotations(network.annotations()).lost;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Variable& variable = network.variables()[v];
        if (dne_states(variable) != variable.states())
            losses.push_back("names of states of " + in_quotes(variable.name()) +
                             " that are no identifiers");
        std::ranges::move(DneAnnotations(variable, names[v]).lost, std::back_inserter(lines));
    }
    add_lost_lines(lines, losses);
    return losses;
}

}  // namespace pgm::io::detail
