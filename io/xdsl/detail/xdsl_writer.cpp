#include <io/xdsl/detail/xdsl.hpp>

#include <io/network/detail/annotation.hpp>
#include <io/network/detail/network_writing.hpp>
#include <io/network/detail/plain_name.hpp>
#include <io/text/detail/block_lexer.hpp>
#include <io/text/detail/xml_document.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/graph/ancestry.hpp>

#include <algorithm>
#include <optional>
#include <ostream>

namespace pgm::io::detail {
namespace {

/// The names that XDSL has for some variables and their states.
struct Names {
    explicit Names(const BayesianNetwork& network) {
        for (const Variable& variable : network.variables()) variables.push_back(variable.name());
        variables = plain_names(variables, FirstByte::letter);
        for (const Variable& variable : network.variables())
            states.push_back(plain_names(variable.states(), FirstByte::letter_or_digit));
    }

    std::vector<std::string> variables;
    std::vector<std::vector<std::string>> states;
};

/// The text between the quotes of a value, or null.
std::optional<std::string> unquoted(const std::string& value) {
    if (value.size() < 2 || value.front() != '"') return std::nullopt;
    const std::string_view inside = std::string_view(value).substr(1, value.size() - 2);
    std::string text = BlockLexer::text_of({BlockToken::Kind::quoted, inside, 0});
    return block_quoted(text) == value ? std::optional(std::move(text)) : std::nullopt;
}

/// "state_label_2" as the attribute `label` of state number 2, counted from 1.
struct StateAttribute {
    std::string name;
    std::size_t state = 0;
};

std::optional<StateAttribute> state_attribute(std::string_view name) {
    constexpr std::string_view begin = "state_";
    const std::size_t last = name.rfind('_');
    if (!name.starts_with(begin) || last == name.npos || last <= begin.size()) return std::nullopt;
    const std::optional<double> number = parse_number(name.substr(last + 1));
    if (!number || to_text(*number) != name.substr(last + 1)) return std::nullopt;
    return StateAttribute{std::string(name.substr(begin.size(), last - begin.size())),
                          static_cast<std::size_t>(*number)};
}

/// GeNIe lists the strongest effect first.
const NoisyMaxCpd* noisy_in_genie(const Cpd& cpd) {
    return noisy_max(cpd, NoisyMaxCpd::Order::strongest_first);
}

/// The parts of a variable's annotations that XDSL has places for.
struct Described {
    std::vector<std::string> attributes;             ///< of the node, ` ranked="true"`
    std::vector<std::vector<std::string>> of_state;  ///< likewise
    std::vector<std::string> elements;               ///< within the node
    std::vector<std::string> appearance;             ///< elements of GeNIe
    std::optional<std::string> label;
    std::optional<Position> position, size;
    std::size_t lost = 0;
};

class Describer {
public:
    Describer(const Variable& variable) : variable_(variable) {
        found_.of_state.resize(variable.cardinality());
        for (const std::string& line : variable.annotations()) describe(line);
        describe_place();
    }

    Described described() && { return std::move(found_); }

private:
    void describe(const std::string& line) {
        const std::optional<Attribute> attribute = attribute_of(line);
        if (!attribute) {
            ++found_.lost;
            return;
        }
        const std::string& name = attribute->name;
        const std::optional<std::string> text = unquoted(attribute->value);
        const std::optional<StateAttribute> state = state_attribute(name);
        if (const std::optional<Position> position = position_of(line)) {
            found_.position = position;
        } else if (name == "size" && position_of("position = " + attribute->value)) {
            found_.size = position_of("position = " + attribute->value);
        } else if (text && name == "label" && !found_.label) {
            found_.label = text;
        } else if (text && name == "doc") {
            found_.elements.push_back("<doc>" + xml_text(*text) + "</doc>");
        } else if (text && name == "comment") {
            found_.appearance.push_back("<comment>" + xml_text(*text) + "</comment>");
        } else if (text && (name == "interior" || name == "outline")) {
            found_.appearance.push_back("<" + name + " color=\"" + xml_text(*text) + "\" />");
        } else if (text && is_node_attribute(name)) {
            found_.attributes.push_back(" " + name + "=\"" + xml_text(*text) + "\"");
        } else if (text && state && state->state >= 1 && state->state <= variable_.cardinality()) {
            found_.of_state[state->state - 1].push_back(" " + state->name + "=\"" +
                                                        xml_text(*text) + "\"");
        } else {
            found_.elements.push_back("<property id=\"" + name + "\">" +
                                      xml_text(attribute->value) + "</property>");
        }
    }

    /// The corners of a rectangle.
    void describe_place() {
        if (!found_.position) return;
        const Position size = found_.size.value_or(usual_size);
        const auto corner = [&](double sign) {
            return to_text(found_.position->x + sign * size.x / 2) + " " +
                   to_text(found_.position->y + sign * size.y / 2);
        };
        found_.appearance.push_back("<position>" + corner(-1) + " " + corner(1) + "</position>");
    }

    const Variable& variable_;
    Described found_;
};

Described described(const Variable& variable) {
    return Describer(variable).described();
}

class XdslWriter {
public:
    XdslWriter(const BayesianNetwork& network, std::ostream& out)
        : network_(network), out_(out), names_(network) {
        for (const Variable& variable : network.variables())
            described_.push_back(described(variable));
    }

    void write() {
        const std::string name = network_.name().empty()
                                     ? "Network1"
                                     : plain_names({network_.name()}, FirstByte::letter).front();
        out_ << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<smile version=\"1.0\" id=\"" << name
             << "\" numsamples=\"10000\" discsamples=\"10000\">\n";
        if (!network_.annotations().empty()) {
            out_ << "\t<properties>\n";
            for (const std::string& line : network_.annotations())
                if (const auto attribute = attribute_of(line))
                    out_ << "\t\t<property id=\"" << attribute->name << "\">"
                         << xml_text(attribute->value) << "</property>\n";
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
    void write_node(VariableId id) {
        const Described& more = described_[id.index()];
        const bool is_noisy = is_written_noisy(id);
        const char* const element = is_noisy ? "noisymax" : "cpt";
        out_ << "\t\t<" << element << " id=\"" << names_.variables[id.index()] << "\"";
        for (const std::string& attribute : more.attributes) out_ << attribute;
        out_ << ">\n";
        for (std::size_t s = 0; s < names_.states[id.index()].size(); ++s) {
            out_ << "\t\t\t<state id=\"" << names_.states[id.index()][s] << "\"";
            for (const std::string& attribute : more.of_state[s]) out_ << attribute;
            out_ << " />\n";
        }
        const std::span<const VariableId> parents = parents_of(network_.cpd(id));
        if (!parents.empty()) {
            out_ << "\t\t\t<parents>";
            for (std::size_t i = 0; i < parents.size(); ++i)
                out_ << (i == 0 ? "" : " ") << names_.variables[parents[i].index()];
            out_ << "</parents>\n";
        }
        write_numbers(id, is_noisy);
        for (const std::string& part : more.elements) out_ << "\t\t\t" << part << "\n";
        out_ << "\t\t</" << element << ">\n";
    }

    void write_numbers(VariableId id, bool is_noisy) {
        if (is_noisy) return write_noisy_max(*noisy_in_genie(network_.cpd(id)));
        const Cpd& cpd = network_.cpd(id);
        const TableCpd table = as_table(cpd) ? *as_table(cpd) : tabulated(network_, id);
        out_ << "\t\t\t<probabilities>";
        for (std::size_t i = 0; i < table.table().size(); ++i)
            out_ << (i == 0 ? "" : " ") << to_text(table.table()[i]);
        out_ << "</probabilities>\n";
    }

    /// The rows of each parent in the order of its states, from the strongest effect on.
    void write_noisy_max(const NoisyMaxCpd& cpd) {
        out_ << "\t\t\t<strengths>";
        const char* separator = "";
        for (std::size_t i = 0; i < cpd.parents().size(); ++i) {
            for (std::size_t s = 0; s < cpd.cardinalities()[i]; ++s) {
                out_ << separator << std::to_string(s);
                separator = " ";
            }
        }
        out_ << "</strengths>\n\t\t\t<parameters>";
        separator = "";
        const auto write_row = [&](std::span<const double> row) {
            for (std::size_t x = row.size(); x-- > 0;) {
                out_ << separator << to_text(row[x]);
                separator = " ";
            }
        };
        for (std::size_t i = 0; i < cpd.parents().size(); ++i)
            for (std::size_t s = 0; s < cpd.cardinalities()[i]; ++s)
                write_row(cpd.link(i, StateId(s)));
        write_row(cpd.leak());
        out_ << "</parameters>\n";
    }

    void write_appearance(VariableId id) {
        const Described& more = described_[id.index()];
        const std::string& name = names_.variables[id.index()];
        const std::string& original = network_.variable(id).name();
        out_ << "\t\t\t<node id=\"" << name << "\">\n\t\t\t\t<name>"
             << xml_text(more.label.value_or(original)) << "</name>\n";
        for (const std::string& part : more.appearance) out_ << "\t\t\t\t" << part << "\n";
        out_ << "\t\t\t</node>\n";
    }

    bool is_written_noisy(VariableId id) const {
        return noisy_in_genie(network_.cpd(id)) != nullptr;
    }

    const BayesianNetwork& network_;
    std::ostream& out_;
    Names names_;
    std::vector<Described> described_;
};

}  // namespace

void write_xdsl(const BayesianNetwork& network, std::ostream& out) {
    require_tables(network, "XDSL");
    require_utf8_names(network, "XDSL");
    XdslWriter(network, out).write();
}

std::vector<std::string> losses_of_xdsl(const BayesianNetwork& network) {
    std::vector<std::string> losses;
    const Names names(network);
    std::size_t lines = 0;
    for (const std::string& line : network.annotations()) lines += attribute_of(line) ? 0 : 1;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Variable& variable = network.variables()[v];
        const std::string quoted = in_quotes(variable.name());
        if (names.variables[v] != variable.name())
            losses.push_back("the name " + quoted + " of a variable, written as " +
                             names.variables[v]);
        if (names.states[v] != variable.states())
            losses.push_back("names of states of " + quoted + " that are no identifiers");
        const Cpd& cpd = network.cpds()[v];
        if (needs_expansion(cpd) && !noisy_in_genie(cpd))
            losses.push_back("the noisy-MAX of " + quoted + ", written as its table");
        lines += described(variable).lost;
    }
    if (!std::ranges::is_sorted(topological_order(network.dag())))
        losses.push_back("the order of the variables: parents come before their children");
    if (lines > 0) losses.push_back(counted(lines, "line") + " of properties");
    return losses;
}

}  // namespace pgm::io::detail
