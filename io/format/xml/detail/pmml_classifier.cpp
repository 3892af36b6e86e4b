#include <io/format/xml/detail/xml_formats.hpp>

#include <io/format/detail/network_writing.hpp>
#include <io/format/xml/detail/pmml_elements.hpp>
#include <io/format/xml/detail/xml_document.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>

#include <algorithm>
#include <ostream>

namespace pgm::io::detail {
namespace {

/// True of the distribution of the class, and of tables and Gaussians given the class alone.
bool is_naive(const Cpd& cpd, VariableId class_id) {
    const std::span<const VariableId> parents = parents_of(cpd);
    if (child_of(cpd) == class_id) return parents.empty() && as_table(cpd) != nullptr;
    return parents.size() == 1 && parents.front() == class_id &&
           (as_table(cpd) != nullptr || is_linear_gaussian(cpd));
}

class NaiveBayesWriter {
public:
    NaiveBayesWriter(const NetworkClassifier& classifier, std::ostream& out)
        : classifier_(classifier),
          network_(classifier.model().network()),
          class_id_(network_.id(classifier.class_name())),
          out_(out) {}

    void write() {
        out_ << pmml_head << "  <DataDictionary"
             << xml_attribute("numberOfFields", std::to_string(network_.size())) << ">\n";
        for (const Variable& variable : network_.variables())
            out_ << pmml_field(is_cut(variable) ? without_states(variable) : variable);
        out_ << "  </DataDictionary>\n  <NaiveBayesModel";
        if (!network_.name().empty()) out_ << xml_attribute("modelName", network_.name());
        out_ << " functionName=\"classification\" threshold=\"0\">\n"
             << pmml_extensions(network_.annotations(), "    ") << "    <MiningSchema>\n";
        for (std::size_t v = 0; v < network_.size(); ++v)
            out_ << "      <MiningField" << xml_attribute("name", network_.variables()[v].name())
                 << (VariableId(v) == class_id_ ? " usageType=\"predicted\" />\n"
                                                : " usageType=\"active\" />\n");
        out_ << "    </MiningSchema>\n    <BayesInputs>\n";
        for (const Cpd& cpd : network_.cpds())
            if (child_of(cpd) != class_id_) write_input(cpd);
        out_ << "    </BayesInputs>\n    <BayesOutput"
             << xml_attribute("fieldName", classifier_.class_name()) << ">\n";
        write_counts(*as_table(network_.cpd(class_id_)), "      ");
        out_ << "    </BayesOutput>\n  </NaiveBayesModel>\n</PMML>\n";
    }

private:
    bool is_cut(const Variable& variable) const {
        return classifier_.discretisation().find(variable.name()) != nullptr;
    }

    static Variable without_states(const Variable& variable) {
        Variable field(variable.name());
        for (const std::string& line : variable.annotations()) field.annotate(line);
        return field;
    }

    void write_input(const Cpd& cpd) {
        const Variable& variable = network_.variable(child_of(cpd));
        out_ << "      <BayesInput" << xml_attribute("fieldName", variable.name()) << ">\n";
        if (const TableCpd* const table = as_table(cpd)) {
            if (is_cut(variable)) write_bins(variable);
            for (std::size_t s = 0; s < variable.cardinality(); ++s) {
                out_ << "        <PairCounts" << xml_attribute("value", variable.states()[s])
                     << ">\n";
                write_counts_of_state(*table, s);
                out_ << "        </PairCounts>\n";
            }
        } else {
            write_gaussians(cpd);
        }
        out_ << "      </BayesInput>\n";
    }

    void write_bins(const Variable& variable) {
        const std::vector<double>& cuts = classifier_.discretisation().find(variable.name())->cuts;
        out_ << "        <DerivedField" << xml_attribute("name", variable.name() + "_bin")
             << " optype=\"categorical\" dataType=\"string\">\n          <Discretize"
             << xml_attribute("field", variable.name()) << ">\n";
        for (std::size_t bin = 0; bin <= cuts.size(); ++bin) {
            out_ << "            <DiscretizeBin"
                 << xml_attribute("binValue", variable.states()[bin])
                 << "><Interval closure=\"closedOpen\"";
            if (bin > 0) out_ << xml_attribute("leftMargin", to_text(cuts[bin - 1]));
            if (bin < cuts.size()) out_ << xml_attribute("rightMargin", to_text(cuts[bin]));
            out_ << " /></DiscretizeBin>\n";
        }
        out_ << "          </Discretize>\n        </DerivedField>\n";
    }

    const std::vector<std::string>& classes() const {
        return network_.variable(class_id_).states();
    }

    void write_count(std::size_t class_state, double count, std::string_view indent) {
        out_ << indent << "<TargetValueCount" << xml_attribute("value", classes()[class_state])
             << xml_attribute("count", to_text(count)) << " />\n";
    }

    void write_counts(const TableCpd& prior, const std::string& indent) {
        out_ << indent << "<TargetValueCounts>\n";
        for (std::size_t k = 0; k < classes().size(); ++k)
            write_count(k, prior.row(0)[k], indent + "  ");
        out_ << indent << "</TargetValueCounts>\n";
    }

    void write_counts_of_state(const TableCpd& table, std::size_t state) {
        out_ << "          <TargetValueCounts>\n";
        for (std::size_t k = 0; k < classes().size(); ++k)
            write_count(k, table.row(k)[state], "            ");
        out_ << "          </TargetValueCounts>\n";
    }

    void write_gaussians(const Cpd& cpd) {
        out_ << "        <TargetValueStats>\n";
        for (std::size_t k = 0; k < classes().size(); ++k) {
            const LinearGaussianCpd::Row& normal = *regression(cpd, k);
            out_ << "          <TargetValueStat" << xml_attribute("value", classes()[k])
                 << "><GaussianDistribution" << xml_attribute("mean", to_text(normal.intercept))
                 << xml_attribute("variance", to_text(normal.variance))
                 << " /></TargetValueStat>\n";
        }
        out_ << "        </TargetValueStats>\n";
    }

    const NetworkClassifier& classifier_;
    const BayesianNetwork& network_;
    VariableId class_id_;
    std::ostream& out_;
};

}  // namespace

bool is_pmml_naive_bayes(const Classifier& classifier) {
    const NetworkClassifier* const networks = classifier.networks();
    if (!networks || networks->model().is_mixture() || !networks->replacements().empty() ||
        !networks->temperature().changes_nothing())
        return false;
    const BayesianNetwork& network = networks->model().network();
    const VariableId class_id = network.id(networks->class_name());
    return std::ranges::all_of(network.cpds(),
                               [&](const Cpd& cpd) { return is_naive(cpd, class_id); });
}

void write_pmml_naive_bayes(const Classifier& classifier, std::ostream& out) {
    const NetworkClassifier& networks = *classifier.networks();
    require_utf8_names(networks.model().network(), "PMML");
    NaiveBayesWriter(networks, out).write();
}

}  // namespace pgm::io::detail
