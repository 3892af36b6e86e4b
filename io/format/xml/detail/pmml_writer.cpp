#include <io/format/xml/detail/xml_formats.hpp>

#include <io/format/detail/network_writing.hpp>
#include <io/format/xml/detail/pmml_elements.hpp>
#include <io/format/xml/detail/xml_document.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>

#include <ostream>

namespace pgm::io::detail {
namespace {

std::string constant(double number) {
    return "<Constant dataType=\"double\">" + to_text(number) + "</Constant>";
}

class PmmlWriter {
public:
    PmmlWriter(const BayesianNetwork& network, std::ostream& out) : network_(network), out_(out) {}

    void write() {
        out_ << pmml_head << "  <DataDictionary"
             << xml_attribute("numberOfFields", std::to_string(network_.size())) << ">\n";
        for (const Variable& variable : network_.variables()) out_ << pmml_field(variable);
        out_ << "  </DataDictionary>\n  <BayesianNetworkModel";
        if (!network_.name().empty()) out_ << xml_attribute("modelName", network_.name());
        out_ << xml_attribute("functionName",
                              network_.is_discrete() ? "classification" : "regression")
             << ">\n";
        out_ << pmml_extensions(network_.annotations(), "    ");
        out_ << "    <MiningSchema>\n";
        for (const Variable& variable : network_.variables())
            out_ << "      <MiningField" << xml_attribute("name", variable.name())
                 << " usageType=\"active\" />\n";
        out_ << "    </MiningSchema>\n    <BayesianNetworkNodes>\n";
        for (const Cpd& cpd : network_.cpds()) write_node(cpd);
        out_ << "    </BayesianNetworkNodes>\n  </BayesianNetworkModel>\n</PMML>\n";
    }

private:
    /// The states of the parents in a row of a scope, the last parent fastest.
    void write_parents(const Scope& parents, std::size_t row, const std::string& indent) {
        for (std::size_t i = 0; i < parents.size(); ++i) {
            const Variable& parent = network_.variable(parents.variables()[i]);
            const std::size_t state = row / parents.strides()[i] % parents.cardinalities()[i];
            out_ << indent << "<ParentValue" << xml_attribute("parent", parent.name())
                 << xml_attribute("value", parent.states()[state]) << " />\n";
        }
    }

    void write_node(const Cpd& cpd) {
        const VariableId child = child_of(cpd);
        const bool is_normal = is_continuous(cpd);
        const char* const element = is_normal ? "ContinuousNode" : "DiscreteNode";
        out_ << "      <" << element << xml_attribute("name", network_.variable(child).name())
             << ">\n";
        if (is_normal)
            write_normals(cpd);
        else
            write_table(table_of(network_, child));
        out_ << "      </" << element << ">\n";
    }

    /// Calls write(row, indent) for each row of a node, in an element of its own if it has parents.
    template <class Write>
    void write_rows(const Scope& parents, std::string_view element, const Write& write) {
        if (parents.size() == 0) return write(0, "        ");
        for (std::size_t row = 0; row < parents.cells(); ++row) {
            out_ << "        <" << element << ">\n";
            write_parents(parents, row, "          ");
            write(row, "          ");
            out_ << "        </" << element << ">\n";
        }
    }

    void write_table(const TableCpd& table) {
        const Scope parents({table.parents().begin(), table.parents().end()},
                            {table.cardinalities().begin(), table.cardinalities().end() - 1});
        const std::vector<std::string>& states = network_.variable(table.child()).states();
        write_rows(
            parents, "DiscreteConditionalProbability", [&](std::size_t row, const char* indent) {
                for (std::size_t s = 0; s < states.size(); ++s)
                    out_ << indent << "<ValueProbability" << xml_attribute("value", states[s])
                         << xml_attribute("probability", to_text(table.row(row)[s])) << " />\n";
            });
    }

    void write_normals(const Cpd& cpd) {
        std::vector<std::string> parents;
        for (const VariableId parent : continuous_parents(cpd))
            parents.push_back(network_.variable(parent).name());
        write_rows(discrete_scope(cpd), "ContinuousConditionalProbability",
                   [&](std::size_t row, const char* indent) {
                       const LinearGaussianCpd::Row& normal = *regression(cpd, row);
                       out_ << indent << "<ContinuousDistribution><NormalDistributionForBN>\n"
                            << indent << "  <Mean>" << mean(normal, parents) << "</Mean>\n"
                            << indent << "  <Variance>" << constant(normal.variance)
                            << "</Variance>\n"
                            << indent << "</NormalDistributionForBN></ContinuousDistribution>\n";
                   });
    }

    /// A sum of the intercept and a product for each parent.
    static std::string mean(const LinearGaussianCpd::Row& row,
                            const std::vector<std::string>& parents) {
        if (parents.empty()) return constant(row.intercept);
        std::string text = "<Apply function=\"sum\">" + constant(row.intercept);
        for (std::size_t i = 0; i < parents.size(); ++i)
            text += "<Apply function=\"*\">" + constant(row.slopes[i]) + "<FieldRef" +
                    xml_attribute("field", parents[i]) + " /></Apply>";
        return text + "</Apply>";
    }

    const BayesianNetwork& network_;
    std::ostream& out_;
};

}  // namespace

void write_pmml(const BayesianNetwork& network, std::ostream& out) {
    require_chance(network, "PMML");
    require_tables_or_gaussians(network, "PMML");
    require_utf8_names(network, "PMML");
    PmmlWriter(network, out).write();
}

}  // namespace pgm::io::detail
