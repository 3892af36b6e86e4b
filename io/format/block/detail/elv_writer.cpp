#include <io/format/block/detail/block_formats.hpp>

#include <io/format/block/detail/block_writer.hpp>
#include <io/format/detail/plain_name.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <ostream>

namespace pgm::io::detail {
namespace {

/// True for names that the reader understands, so that no annotation may have them.
bool has_meaning(std::string_view name) {
    constexpr std::array<std::string_view, 17> words = {"node",
                                                        "link",
                                                        "relation",
                                                        "default",
                                                        "states",
                                                        "num-states",
                                                        "kind-of-node",
                                                        "type-of-variable",
                                                        "pos_x",
                                                        "pos_y",
                                                        "relation-values",
                                                        "relation-name-of-relation",
                                                        "relation-",
                                                        "relation-kind",
                                                        "relation-active",
                                                        "relation-kind-of-relation",
                                                        "relation-deterministic"};
    return std::ranges::any_of(
        words, [&](std::string_view word) { return equals_ignoring_case(name, word); });
}

/// The attribute that an annotation is written as, or null. Names in Elvira may have hyphens.
std::optional<Attribute> elv_attribute(const std::string& line) {
    constexpr std::string_view between = " = ";
    const std::size_t equals = line.find(between);
    if (equals == line.npos) return std::nullopt;
    Attribute attribute{line.substr(0, equals), line.substr(equals + between.size())};
    const bool is_word = attribute.name.find_first_of(" \"{}()[]=;,|:*") == std::string::npos &&
                         is_block_value(attribute.name, elv_comments);
    const bool is_usual = line == "relation-comment = \"\"" || has_meaning(attribute.name);
    if (!is_word || is_usual || !is_block_value(attribute.value, elv_comments)) return std::nullopt;
    return attribute;
}

std::optional<Position> exact_position(const std::string& line) {
    const std::optional<Position> position = position_of(line);
    return position && position_line(*position) == line ? position : std::nullopt;
}

class ElvWriter : BlockWriter {
public:
    ElvWriter(const BayesianNetwork& network, std::ostream& out) : BlockWriter(network, out) {}

    void write() {
        out_ << "// Bayesian Network\n//   Elvira format\n\n"
             << (decision_or_utility(network_) ? "id-with-svnodes " : "bnet ")
             << block_quoted(network_.name()) << " {\n\n// Network Properties\n\n";
        for (const std::string& line : network_.annotations())
            if (const auto attribute = elv_attribute(line)) write_attributes({*attribute}, "");
        out_ << "\n// Variables\n\n";
        for (std::size_t v = 0; v < network_.size(); ++v) write_node(VariableId(v));
        out_ << "// Links of the associated graph:\n\n";
        for (const Cpd& cpd : network_.cpds())
            for (const VariableId parent : parents_of(cpd))
                out_ << "link " << name(parent) << " " << name(child_of(cpd)) << ";\n\n";
        out_ << "// Network Relationships:\n\n";
        for (const Cpd& cpd : network_.cpds()) write_distribution(cpd);
        out_ << "}\n";
    }

private:
    void write_node(VariableId id) {
        const Variable& variable = network_.variable(id);
        const bool is_utility = variable.kind() == Variable::Kind::utility;
        const std::string_view type = is_utility ? "continuous" : "finite-states";
        out_ << "node " << name(id) << "(" << type << ") {\nkind-of-node = " << kind_of_node(id)
             << ";\ntype-of-variable = " << type << ";\n";
        for (const std::string& line : variable.annotations()) {
            if (const auto position = exact_position(line)) {
                out_ << "pos_x = " << to_text(position->x) << ";\npos_y = " << to_text(position->y)
                     << ";\n";
            } else if (const auto attribute = elv_attribute(line);
                       attribute && !attribute->name.starts_with(elv_relation_prefix)) {
                write_attributes({*attribute}, "");
            }
        }
        if (!is_utility)
            out_ << "num-states = " << std::to_string(variable.cardinality()) << ";\nstates = ("
                 << quoted_states(variable, " ") << ");\n";
        out_ << "}\n\n";
    }

    std::string_view kind_of_node(VariableId id) const {
        const Variable::Kind kind = network_.variable(id).kind();
        if (kind == Variable::Kind::chance) return "chance";
        if (kind == Variable::Kind::decision) return "decision";
        return continuous_parents(network_.cpd(id)).empty() ? "utility" : "super-value";
    }

    void write_head(VariableId child, std::span<const VariableId> parents) {
        out_ << "relation " << name(child) << " ";
        for (const VariableId parent : parents) out_ << name(parent) << " ";
        out_ << "{\n";
    }

    void write_distribution(const Cpd& cpd) {
        const VariableId child = child_of(cpd);
        const Variable::Kind kind = network_.variable(child).kind();
        if (kind == Variable::Kind::decision) return;  // links say what is known
        write_head(child, parents_of(cpd));
        for (const std::string& line : network_.variable(child).annotations()) {
            const auto attribute = elv_attribute(line);
            if (attribute && attribute->name.starts_with(elv_relation_prefix))
                write_attributes(
                    {{attribute->name.substr(elv_relation_prefix.size()), attribute->value}}, "");
        }
        if (kind == Variable::Kind::utility) return write_utility(cpd);
        if (const NoisyMaxCpd* const noisy = noisy_max(cpd)) return write_canonical(*noisy);
        out_ << "kind-of-relation = potential;\n";
        write_table(table_of(network_, child));
    }

    void write_utility(const Cpd& cpd) {
        const bool is_sum = !continuous_parents(cpd).empty();
        out_ << "kind-of-relation = " << (is_sum ? "utility-combination" : "utility")
             << ";\ndeterministic = false;\nvalues = ";
        if (is_sum)
            out_ << "function Sum();\n}\n\n";
        else
            out_ << "table (" << joined(listed_numbers(network_, child_of(cpd)), " ")
                 << " );\n}\n\n";
    }

    void write_table(const TableCpd& table) {
        const std::size_t states = table.cardinalities().back();
        write_numbers(table.row_count(), states,
                      [&](std::size_t row, std::size_t x) { return table.row(row)[x]; });
    }

    /// The first state of all rows, then the second, and so on.
    template <class Number>
    void write_numbers(std::size_t rows, std::size_t states, const Number& number) {
        out_ << "deterministic = false;\nvalues = table (";
        for (std::size_t x = 0; x < states; ++x)
            for (std::size_t row = 0; row < rows; ++row) out_ << to_text(number(row, x)) << " ";
        out_ << ");\n}\n\n";
    }

    void write_canonical(const NoisyMaxCpd& cpd) {
        const std::string& child = name(cpd.child());
        const bool is_maximum = cpd.order() == NoisyMaxCpd::Order::strongest_first;
        out_ << "deterministic = false;\nvalues = function\n    "
             << (is_maximum ? "GeneralizedMax(" : "Min(");
        for (std::size_t i = 0; i < cpd.parents().size(); ++i) out_ << link_name(child, i) << ",";
        out_ << child << "Residual);\n}\n\n";
        for (std::size_t i = 0; i < cpd.parents().size(); ++i) {
            const VariableId parent = cpd.parents()[i];
            write_link(cpd, std::span(&parent, 1), link_name(child, i), link_rows(cpd, i));
        }
        write_link(cpd, {}, child + "Residual", cpd.leak());
    }

    /// Names of the relations of one child have to differ.
    static std::string link_name(const std::string& child, std::size_t parent) {
        return child + "_" + std::to_string(parent + 1);
    }

    /// A net row of each state of the parent.
    void write_link(const NoisyMaxCpd& cpd, std::span<const VariableId> parent,
                    const std::string& name_of_link, std::span<const double> rows) {
        write_head(cpd.child(), parent);
        out_ << "kind-of-relation = potential;\nactive = false;\nname-of-relation = "
             << name_of_link << ";\n";
        const std::vector<double> numbers = cpd.in_order_of_states(rows);
        write_numbers(rows.size() / cpd.states(), cpd.states(),
                      [&](std::size_t i, std::size_t x) { return numbers[i * cpd.states() + x]; });
    }
};

}  // namespace

void write_elv(const BayesianNetwork& network, std::ostream& out) {
    require_utf8_diagram(network, "ELV", HeldSums::plain);
    ElvWriter(network, out).write();
}

std::vector<std::string> losses_of_elv(const BayesianNetwork& network) {
    std::vector<std::string> losses = lost_distributions(network, noisy_max);
    add_lost_names(network, plain_variable_names(network), losses);
    add_lost_lines(
        network, elv_attribute,
        [](const std::string& line) { return elv_attribute(line) || exact_position(line); },
        losses);
    return losses;
}

}  // namespace pgm::io::detail
