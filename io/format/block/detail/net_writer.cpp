#include <io/format/block/detail/block_formats.hpp>

#include <io/format/block/detail/block_writer.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <iterator>
#include <ostream>

namespace pgm::io::detail {
namespace {

/// The attributes of a potential, which NET has beside its data.
bool belongs_to_potential(std::string_view name) {
    return name == "experience" || name == "fading" || name.starts_with("model_");
}

/// The attribute that an annotation is written as, or null.
std::optional<Attribute> written_attribute(const std::string& line) {
    if (const std::optional<Position> position = position_of(line))
        return Attribute{"position",
                         "( " + to_text(position->x) + " " + to_text(position->y) + " )"};
    return block_attribute(line, {"%"});
}

std::optional<Attribute> attribute_of_node(const std::string& line) {
    std::optional<Attribute> attribute = written_attribute(line);
    const bool has_meaning =
        attribute && (attribute->name == "states" || attribute->name == "data");
    return has_meaning ? std::nullopt : attribute;
}

std::optional<Attribute> attribute_of_network(const std::string& line) {
    std::optional<Attribute> attribute = written_attribute(line);
    const bool is_name = attribute && equals_ignoring_case(attribute->name, "name");
    return is_name ? std::nullopt : attribute;
}

/// Goes through the configurations of some parents with the brackets of NET around them: one pair
/// for the values of each parent.
class Nesting {
public:
    explicit Nesting(const Scope& parents) : parents_(parents) {}

    std::string before(std::size_t row) const { return std::string(boundaries(row), '(') + " "; }
    std::string after(std::size_t row) const { return std::string(boundaries(row + 1), ')'); }

private:
    /// How many of the last parents begin with their first state in this row.
    std::size_t boundaries(std::size_t row) const {
        std::size_t count = 0;
        for (std::size_t i = parents_.size(); i-- > 0; ++count) {
            const std::size_t k = parents_.cardinalities()[i];
            if (row % k != 0) break;
            row /= k;
        }
        return count;
    }

    const Scope& parents_;
};

/// "normal ( 1 + 0.5 * x, 4 )", with the names of the continuous parents.
std::string gaussian_text(const LinearGaussianCpd::Row& row, std::span<const std::string> parents) {
    std::string text = "normal ( " + to_text(row.intercept);
    for (std::size_t i = 0; i < parents.size(); ++i) {
        const bool negative = row.slopes[i] < 0;
        text += (negative ? " - " : " + ") + to_text(negative ? -row.slopes[i] : row.slopes[i]) +
                " * " + parents[i];
    }
    return text + ", " + to_text(row.variance) + " )";
}

class NetWriter : BlockWriter {
public:
    NetWriter(const BayesianNetwork& network, std::ostream& out) : BlockWriter(network, out) {}

    void write() {
        out_ << "net\n{\n";
        if (!network_.name().empty())
            out_ << "    name = " << block_quoted(network_.name()) << ";\n";
        for (const std::string& line : network_.annotations())
            if (const auto attribute = attribute_of_network(line))
                write_attributes({*attribute}, "    ");
        out_ << "}\n";
        for (std::size_t v = 0; v < network_.size(); ++v) write_node(VariableId(v));
        for (std::size_t v = 0; v < network_.size(); ++v) write_potential(VariableId(v));
    }

private:
    void write_node(VariableId id) {
        const Variable& variable = network_.variable(id);
        const Variable::Kind kind = variable.kind();
        out_ << (kind == Variable::Kind::decision  ? "\ndecision "
                 : kind == Variable::Kind::utility ? "\nutility "
                 : variable.is_discrete()          ? "\nnode "
                                                   : "\ncontinuous node ")
             << name(id) << "\n{\n";
        if (variable.is_discrete())
            out_ << "    states = (" << quoted_states(variable, " ") << ");\n";
        write_attributes(attributes(id).of_node, "    ");
        out_ << "}\n";
    }

    void write_potential(VariableId id) {
        const Cpd& cpd = network_.cpd(id);
        const std::span<const VariableId> parents = parents_of(cpd);
        out_ << "\npotential (" << name(id) << (parents.empty() ? "" : " | ") << names(parents, " ")
             << ")\n{\n";
        const Variable::Kind kind = network_.variable(id).kind();
        if (kind != Variable::Kind::decision) out_ << "    data =\n";
        if (kind == Variable::Kind::utility)
            write_rows(parents, listed_numbers(network_, id));
        else if (is_linear_gaussian(cpd))
            write_normals(cpd);
        else if (kind == Variable::Kind::chance)
            write_rows(table_of(network_, id).scope().variables(), listed_numbers(network_, id));
        write_attributes(attributes(id).of_potential, "    ");
        out_ << "}\n";
    }

    /// Attributes of a node and of its potential, which are read in this order.
    struct Attributes {
        std::vector<Attribute> of_node, of_potential;
    };
    Attributes attributes(VariableId id) const {
        Attributes found;
        for (const std::string& line : network_.variable(id).annotations()) {
            const std::optional<Attribute> attribute = attribute_of_node(line);
            if (!attribute) continue;
            const bool of_potential =
                !found.of_potential.empty() || belongs_to_potential(attribute->name);
            (of_potential ? found.of_potential : found.of_node).push_back(*attribute);
        }
        return found;
    }

    /// Rows of the states of the last axis, within the brackets of the others.
    void write_rows(std::span<const VariableId> axes, std::span<const double> numbers) {
        std::vector<VariableId> outer(axes.begin(), axes.end());
        std::size_t length = 1;
        if (!outer.empty()) {
            length = network_.cardinality(outer.back());
            outer.pop_back();
        }
        std::vector<std::size_t> sizes;
        for (const VariableId axis : outer) sizes.push_back(network_.cardinality(axis));
        const Scope scope(outer, sizes);
        const Nesting nesting(scope);
        for (std::size_t row = 0; row < scope.cells(); ++row)
            out_ << "      " << nesting.before(row) << "( "
                 << joined(numbers.subspan(row * length, length), " ") << " )" << nesting.after(row)
                 << (row + 1 == scope.cells() ? ";\n" : "\n");
    }

    void write_normals(const Cpd& cpd) {
        std::vector<std::string> parents;
        for (const VariableId parent : continuous_parents(cpd)) parents.push_back(name(parent));
        const Scope& discrete = discrete_scope(cpd);
        const Nesting nesting(discrete);
        for (std::size_t row = 0; row < discrete.cells(); ++row)
            out_ << "      " << nesting.before(row) << gaussian_text(*regression(cpd, row), parents)
                 << " " << nesting.after(row) << (row + 1 == discrete.cells() ? ";\n" : "\n");
    }
};

}  // namespace

void write_net(const BayesianNetwork& network, std::ostream& out) {
    require_tables_or_gaussians(network, "NET");
    require_utilities(network, "NET", HeldSums::none);
    require_utf8_names(network, "NET");
    NetWriter(network, out).write();
}

std::vector<std::string> losses_of_net(const BayesianNetwork& network) {
    std::vector<std::string> losses = lost_distributions(network);
    add_lost_names(network, plain_variable_names(network), losses);
    add_lost_lines(network, attribute_of_network, attribute_of_node, losses);
    return losses;
}

}  // namespace pgm::io::detail
