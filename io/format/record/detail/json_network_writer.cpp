#include <io/format/record/detail/json_network.hpp>

#include <io/format/record/detail/json_distribution.hpp>

#include <string>
#include <variant>
#include <vector>

namespace pgm::io::detail {
namespace {

class VariableWriter {
public:
    VariableWriter(JsonLines& lines, const BayesianNetwork& network)
        : lines_(lines), network_(network) {}

    void write(VariableId id) {
        const Variable& variable = network_.variable(id);
        const Cpd& cpd = network_.cpd(id);
        lines_.open('{');
        lines_.member("name") += json_quoted(variable.name());
        if (variable.is_discrete()) lines_.member("states") += json_array(variable.states());
        if (!parents_of(cpd).empty())
            lines_.member("parents") += json_array(names(parents_of(cpd)));
        if (!variable.annotations().empty())
            lines_.member("annotations") += json_array(variable.annotations());
        std::visit([&](const auto& kind) { write(kind); }, cpd);
        lines_.close('}');
    }

private:
    std::vector<std::string> names(std::span<const VariableId> ids) const {
        std::vector<std::string> found;
        for (const VariableId id : ids) found.push_back(network_.variable(id).name());
        return found;
    }

    /// The beginning of a row: the states of these variables, which it is for.
    std::string& row(std::span<const VariableId> parents, std::size_t number) {
        std::vector<std::string> states;
        for (std::size_t i = parents.size(); i-- > 0;) {
            const Variable& parent = network_.variable(parents[i]);
            states.insert(states.begin(), parent.states()[number % parent.cardinality()]);
            number /= parent.cardinality();
        }
        std::string& text = lines_.next() += '{';
        if (!states.empty()) text.append("\"given\": ").append(json_array(states)).append(", ");
        return text;
    }

    void write(const TableCpd& table) {
        lines_.member(name_of(JsonKind::table));
        lines_.open('[');
        for (std::size_t r = 0; r < table.row_count(); ++r)
            row(table.parents(), r).append("\"p\": ").append(json_array(table.row(r))) += '}';
        lines_.close(']');
    }

    void write(const NoisyMaxCpd& noisy_max) {
        lines_.member(name_of(JsonKind::noisy_max));
        lines_.open('{');
        if (noisy_max.order() == NoisyMaxCpd::Order::strongest_first)
            lines_.member("strongest_first") += "true";
        lines_.member("links");
        lines_.open('[');
        for (std::size_t i = 0; i < noisy_max.parents().size(); ++i) {
            const Variable& parent = network_.variable(noisy_max.parents()[i]);
            for (std::size_t s = 0; s < parent.cardinality(); ++s)
                lines_.next()
                    .append("{\"parent\": ")
                    .append(json_quoted(parent.name()))
                    .append(", \"state\": ")
                    .append(json_quoted(parent.states()[s]))
                    .append(", \"p\": ")
                    .append(json_array(noisy_max.in_order_of_states(noisy_max.link(i, StateId(s)))))
                    .append("}");
        }
        lines_.close(']');
        lines_.member("leak") += json_array(noisy_max.in_order_of_states(noisy_max.leak()));
        lines_.close('}');
    }

    void write(const LinearGaussianCpd& gaussian) {
        const std::vector<std::string> parents = names(gaussian.continuous_parents());
        lines_.member(name_of(JsonKind::gaussian));
        lines_.open('{');
        if (gaussian.tying() == LinearGaussianCpd::Tying::slopes_and_variance)
            lines_.member("tied") += "true";
        lines_.member("rows");
        lines_.open('[');
        for (std::size_t r = 0; r < gaussian.row_count(); ++r) {
            const LinearGaussianCpd::Row& numbers = gaussian.row(r);
            std::string& text = row(gaussian.discrete_scope().variables(), r);
            text.append("\"intercept\": ").append(json_value(numbers.intercept));
            for (std::size_t i = 0; i < parents.size(); ++i)
                text.append(i == 0 ? ", \"slopes\": {" : ", ")
                    .append(json_quoted(parents[i]))
                    .append(": ")
                    .append(json_value(numbers.slopes[i]));
            text.append(parents.empty() ? "" : "}")
                .append(", \"variance\": ")
                .append(json_value(numbers.variance)) += '}';
        }
        lines_.close(']');
        lines_.close('}');
    }

    void write(const KernelDensityCpd& density) {
        lines_.member(name_of(JsonKind::kernel_density));
        lines_.open('{');
        lines_.member("kernel") +=
            density.kernel() == KernelDensityCpd::Kernel::gaussian ? "\"gaussian\"" : "\"tophat\"";
        lines_.member("rows");
        lines_.open('[');
        for (std::size_t r = 0; r < density.row_count(); ++r) {
            const KernelDensityCpd::Row& numbers = density.row(r);
            std::string& text = row(density.parents(), r);
            text.append("\"bandwidth\": ").append(json_value(numbers.bandwidth));
            text.append(", \"points\": ").append(json_array(numbers.points));
            if (!numbers.weights.empty())
                text.append(", \"weights\": ").append(json_array(numbers.weights));
            text += '}';
        }
        lines_.close(']');
        lines_.close('}');
    }

    void write(const FunctionCpd& function) {
        if (function.name().empty()) function.numbers();  // throws: no file holds it
        lines_.member(name_of(JsonKind::function)) += json_quoted(function.name());
    }

    /// A kind that has no form of its own here, by the numbers that it has in files.
    template <class Kind>
    void write(const Kind& cpd) {
        const auto& numbers = cpd.numbers();
        lines_.member(name_of(JsonKind::other));
        lines_.open('{');
        lines_.member("kind") += json_quoted(Kind::kind);
        lines_.member("numbers") += json_array(numbers);
        lines_.close('}');
    }

    JsonLines& lines_;
    const BayesianNetwork& network_;
};

}  // namespace

void write_variable(JsonLines& lines, const BayesianNetwork& network, VariableId id) {
    VariableWriter(lines, network).write(id);
}

void write_network_members(JsonLines& lines, const BayesianNetwork& network) {
    if (!network.name().empty()) lines.member("name") += json_quoted(network.name());
    if (network.row_sums() == RowSums::keep) lines.member("row_sums") += "\"keep\"";
    if (!network.annotations().empty())
        lines.member("annotations") += json_array(network.annotations());
    lines.member("variables");
    lines.open('[');
    for (std::size_t v = 0; v < network.size(); ++v) {
        lines.next();
        write_variable(lines, network, VariableId(v));
    }
    lines.close(']');
}

}  // namespace pgm::io::detail
