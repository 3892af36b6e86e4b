#include <io/format/record/detail/json_network.hpp>
#include <io/format/record/detail/json_values.hpp>

#include <string>
#include <variant>
#include <vector>

namespace pgm::io::detail {
namespace {

std::vector<WrittenName> written(std::span<const std::string> texts) {
    std::vector<WrittenName> names;
    for (const std::string& text : texts) names.push_back({text});
    return names;
}

/// Sets the member of a variable that is its distribution.
class DistributionFields {
public:
    DistributionFields(const BayesianNetwork& network, VariableFields& variable)
        : network_(network), variable_(variable) {}

    void operator()(const TableCpd& table) {
        variable_.table.value = rows<TableRow>(
            table.parents(), table.row_count(), [&table](std::size_t r, TableRow& row) {
                row.p.values.assign(table.row(r).begin(), table.row(r).end());
            });
    }

    void operator()(const NoisyMaxCpd& noisy_max) {
        NoisyMaxFields& fields = variable_.noisy_max.value.emplace();
        fields.strongest_first = noisy_max.order() == NoisyMaxCpd::Order::strongest_first;
        std::vector<std::pair<std::size_t, StateId>> links;
        for (std::size_t i = 0; i < noisy_max.parents().size(); ++i)
            for (std::size_t s = 0; s < network_.cardinality(noisy_max.parents()[i]); ++s)
                links.emplace_back(i, s);
        fields.links.size = links.size();
        fields.links.make = [&network = network_, &noisy_max, links](std::size_t i,
                                                                     NoisyMaxLink& link) {
            const auto [number, state] = links[i];
            const Variable& parent = network.variable(noisy_max.parents()[number]);
            link.parent.text = parent.name();
            link.state.text = parent.states()[state.index()];
            link.p.values = noisy_max.in_order_of_states(noisy_max.link(number, state));
        };
        fields.leak.values = noisy_max.in_order_of_states(noisy_max.leak());
    }

    void operator()(const LinearGaussianCpd& gaussian) {
        GaussianFields& fields = variable_.gaussian.value.emplace();
        fields.tied = gaussian.tying() == LinearGaussianCpd::Tying::slopes_and_variance;
        fields.rows =
            rows<GaussianRow>(gaussian.discrete_scope().variables(), gaussian.row_count(),
                              [&network = network_, &gaussian](std::size_t r, GaussianRow& row) {
                                  const LinearGaussianCpd::Row& numbers = gaussian.row(r);
                                  row.intercept = numbers.intercept;
                                  row.variance = numbers.variance;
                                  for (std::size_t i = 0; i < numbers.slopes.size(); ++i)
                                      row.slopes.push_back(named(
                                          network.variable(gaussian.continuous_parents()[i]).name(),
                                          numbers.slopes[i]));
                              });
    }

    void operator()(const KernelDensityCpd& density) {
        DensityFields& fields = variable_.kernel_density.value.emplace();
        const bool is_gaussian = density.kernel() == KernelDensityCpd::Kernel::gaussian;
        fields.kernel.text = is_gaussian ? "gaussian" : "tophat";
        fields.rows = rows<DensityRow>(
            density.parents(), density.row_count(),
            [&density](std::size_t r, DensityRow& row) { row.density = density.row(r); });
    }

    void operator()(const FunctionCpd& function) {
        if (function.name().empty()) function.numbers();  // throws: no file holds it
        variable_.function.value = {function.name()};
    }

    /// A kind that has no form of its own here, by the numbers that it has in files.
    template <class Kind>
    void operator()(const Kind& cpd) {
        const auto& numbers = cpd.numbers();
        WrittenOther& fields = variable_.other.value.emplace();
        fields.kind.text = Kind::kind;
        fields.numbers.assign(numbers.begin(), numbers.end());
    }

private:
    /// One row per configuration of the discrete parents, which it names.
    template <class Row, class Set>
    Sequence<Row> rows(std::span<const VariableId> parents, std::size_t size, const Set& set) {
        return {.size = size, .make = [&network = network_, parents, set](std::size_t r, Row& row) {
                    row.given.is_given = !parents.empty();
                    row.given.names.resize(parents.size());
                    std::size_t number = r;
                    for (std::size_t i = parents.size(); i-- > 0;) {
                        const Variable& parent = network.variable(parents[i]);
                        row.given.names[i].text = parent.states()[number % parent.cardinality()];
                        number /= parent.cardinality();
                    }
                    set(r, row);
                }};
    }

    const BayesianNetwork& network_;
    VariableFields& variable_;
};

void set_variable(VariableFields& fields, const BayesianNetwork& network, VariableId id) {
    const Variable& variable = network.variable(id);
    fields.name.text = variable.name();
    if (variable.is_discrete()) fields.states = written(variable.states());
    for (const VariableId parent : parents_of(network.cpd(id)))
        fields.parents.push_back({network.variable(parent).name()});
    fields.annotations = variable.annotations();
    if (variable.kind() == Variable::Kind::utility) fields.kind.text = "utility";
    if (variable.kind() == Variable::Kind::decision) {
        fields.kind.text = "decision";
        return;
    }
    const std::span<const double> weights = network.row_weights(id);
    fields.row_weights.assign(weights.begin(), weights.end());
    std::visit(DistributionFields(network, fields), network.cpd(id));
}

}  // namespace

NetworkFields fields_of(const BayesianNetwork& network) {
    NetworkFields fields;
    fields.name.text = network.name();
    if (network.row_sums() == RowSums::keep) fields.row_sums.text = "keep";
    fields.annotations = network.annotations();
    fields.variables.size = network.size();
    fields.variables.make = [&network](std::size_t i, VariableFields& variable) {
        set_variable(variable, network, VariableId(i));
    };
    return fields;
}

void write_value(JsonWriter& writer, const FormatName& format) {
    writer.write(format.expected);
}

void write_value(JsonWriter& writer, FormatVersion version) {
    writer.write(version.number);
}

void write_value(JsonWriter& writer, const GivenStates& given) {
    writer.write(given.names);
}

void write_value(JsonWriter& writer, const BayesianNetwork& network) {
    writer.write(fields_of(network));
}

}  // namespace pgm::io::detail
