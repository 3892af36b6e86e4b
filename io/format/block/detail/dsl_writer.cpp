#include <io/format/block/detail/block_formats.hpp>

#include <io/format/detail/genie_network.hpp>
#include <io/format/detail/network_writing.hpp>
#include <io/format/detail/plain_name.hpp>
#include <io/text/detail/block_lexer.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/graph/ancestry.hpp>

#include <algorithm>
#include <optional>
#include <ostream>

namespace pgm::io::detail {
namespace {

/// The number that DSL has for a colour such as "ffcc99", or null.
std::optional<std::size_t> color_number(const std::string& text) {
    if (text.size() != 6) return std::nullopt;
    std::size_t number = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t digit = std::string_view("0123456789abcdef").find(text[i]);
        if (digit == std::string_view::npos) return std::nullopt;
        number += digit << (8 * (i / 2) + (i % 2 == 0 ? 4 : 0));
    }
    return number;
}

/// Rows of so many numbers, one on a line.
std::string numbers_text(std::span<const double> numbers, std::size_t row, std::size_t indent) {
    std::string text = "(";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) text += i % row == 0 ? ",\n" + std::string(indent, '\t') : ", ";
        text += to_text(numbers[i]);
    }
    return text + ")";
}

class DslWriter {
public:
    DslWriter(const BayesianNetwork& network, std::ostream& out)
        : network_(network), out_(out), names_(network) {}

    void write() {
        const std::string id = plain_network_name(network_, "Network1");
        begin("net " + id);
        begin("HEADER =");
        attribute("ID", id);
        attribute("NAME", block_quoted(network_.name()));
        end();
        std::vector<Attribute> properties;
        for (const std::string& line : network_.annotations())
            if (const auto property = attribute_of(line)) properties.push_back(*property);
        write_properties(properties);
        for (const VariableId variable : topological_order(network_.dag())) write_node(variable);
        end();
    }

private:
    void line(const std::string& text) { out_ << std::string(depth_, '\t') << text << "\n"; }
    void begin(const std::string& head) {
        line(head);
        line("{");
        ++depth_;
    }
    void end() {
        --depth_;
        line("};");
    }
    void attribute(const std::string& name, const std::string& value) {
        line(name + " = " + value + ";");
    }

    void write_node(VariableId id) {
        GenieNode node(network_.variable(id));
        const std::string& name = names_.variables[id.index()];
        begin("node " + name);
        attribute("TYPE", type_of(id));
        begin("HEADER =");
        attribute("ID", name);
        attribute("NAME", block_quoted(node.label.value_or(network_.variable(id).name())));
        const bool has_comment = !node.comments.empty() && !node.comments.front().empty();
        if (has_comment) attribute("COMMENT", block_quoted(node.comments.front()));
        end();
        write_screen(node);
        write_properties(properties_of(node, has_comment ? 1 : 0));
        attribute("PARENTS", "(" + names_.of(parents_of(network_.cpd(id)), ", ") + ")");
        begin("DEFINITION =");
        write_definition(id);
        end();
        write_diagnosis(node);
        end();
    }

    std::string type_of(VariableId id) const {
        const Variable::Kind kind = network_.variable(id).kind();
        if (kind == Variable::Kind::decision) return "LIST";
        if (kind == Variable::Kind::utility)
            return continuous_parents(network_.cpd(id)).empty() ? "TABLE" : "MAU";
        return genie_noisy_max(network_.cpd(id)) ? "NOISY_MAX" : "CPT";
    }

    void write_definition(VariableId id) {
        const std::string type = type_of(id), states = block_list(names_.states[id.index()]);
        const auto write = [&](const std::string& name, std::span<const double> numbers) {
            const std::size_t row = std::max<std::size_t>(network_.cardinality(id), 1);
            attribute(name, numbers_text(numbers, row, depth_ + 1));
        };
        if (type == "LIST") return attribute("NAMECHOICES", states);
        if (type == "TABLE") return write("UTILITIES", listed_numbers(network_, id));
        if (type == "MAU") return write("WEIGHTS", regression(network_.cpd(id), 0)->slopes);
        attribute("NAMESTATES", states);
        if (type == "CPT") return write("PROBABILITIES", listed_numbers(network_, id));
        const NoisyMaxCpd& noisy = *genie_noisy_max(network_.cpd(id));
        attribute("STRENGTHS", "(" + genie_order_of_causes(noisy, ", ") + ")");
        write("PROBABILITIES", genie_numbers(noisy));
    }

    void write_screen(const GenieNode& node) {
        const auto interior = node.interior ? color_number(*node.interior) : std::nullopt,
                   outline = node.outline ? color_number(*node.outline) : std::nullopt;
        if (!node.position && !interior && !outline) return;
        begin("SCREEN =");
        if (node.position) {
            const Position size = node.size.value_or(GenieNode::usual_size);
            begin("POSITION =");
            attribute("CENTER_X", to_text(node.position->x));
            attribute("CENTER_Y", to_text(node.position->y));
            attribute("WIDTH", to_text(size.x));
            attribute("HEIGHT", to_text(size.y));
            end();
        }
        if (interior) attribute("COLOR", std::to_string(*interior));
        if (outline) attribute("BORDERCOLOR", std::to_string(*outline));
        end();
    }

    /// The properties of a node that DSL has no elements for; GenieNode finds them again.
    static std::vector<Attribute> properties_of(const GenieNode& node, std::size_t first_comment) {
        std::vector<Attribute> properties;
        const auto add = [&](const std::string& name, const std::string& text) {
            properties.push_back({name, block_quoted(text)});
        };
        if (node.interior && !color_number(*node.interior)) add("interior", *node.interior);
        if (node.outline && !color_number(*node.outline)) add("outline", *node.outline);
        for (std::size_t i = first_comment; i < node.comments.size(); ++i)
            add("comment", node.comments[i]);
        for (const std::string& text : node.documents) add("doc", text);
        for (const auto& [name, text] : node.attributes)
            if (!is_diagnosis(name, text)) add(name, text);
        for (std::size_t s = 0; s < node.of_states.size(); ++s)
            for (const auto& [name, text] : node.of_states[s])
                add("state_" + name + "_" + std::to_string(s + 1), text);
        properties.insert(properties.end(), node.properties.begin(), node.properties.end());
        return properties;
    }

    void write_properties(const std::vector<Attribute>& properties) {
        if (properties.empty()) return;
        begin("USER_PROPERTIES =");
        for (const Attribute& property : properties)
            attribute(property.name, block_quoted(property.value));
        end();
    }

    static bool is_diagnosis(const std::string& name, const std::string& text) {
        return name == "ranked" ? text == "true"
                                : name == "diagtype" && (text == "target" || text == "observation");
    }

    void write_diagnosis(const GenieNode& node) {
        std::vector<Attribute> attributes;
        for (const auto& [name, text] : node.attributes) {
            if (!is_diagnosis(name, text)) continue;
            attributes.push_back({name == "ranked" ? "RANKED" : "DIAGNOSIS_TYPE",
                                  name == "ranked"   ? "TRUE"
                                  : text == "target" ? "TARGET"
                                                     : "OBSERVATION"});
        }
        if (attributes.empty()) return;
        begin("EXTRA_DEFINITION =");
        for (const Attribute& given : attributes) attribute(given.name, given.value);
        end();
    }

    const BayesianNetwork& network_;
    std::ostream& out_;
    GenieNames names_;
    std::size_t depth_ = 0;
};

}  // namespace

void write_dsl(const BayesianNetwork& network, std::ostream& out) {
    require_utf8_diagram(network, "DSL", HeldSums::weighted);
    DslWriter(network, out).write();
}

}  // namespace pgm::io::detail
