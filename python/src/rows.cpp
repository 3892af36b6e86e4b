#include <python/src/detail/bindings.hpp>

#include <nanobind/stl/variant.h>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/evidence.hpp>

#include <cmath>
#include <ranges>
#include <span>

namespace pgm::python {
namespace {

/// "A=no, B='b c'" of a configuration of discrete parents, which counts the last one fastest.
std::string key_of(const BayesianNetwork& network, std::span<const VariableId> parents,
                   std::size_t row) {
    std::string key;
    for (const VariableId id : parents | std::views::reverse) {
        const Variable& parent = network.variable(id);
        const StateId state(row % parent.cardinality());
        row /= parent.cardinality();
        key = quoted_if_needed(parent.name()) + "=" + quoted_if_needed(parent.state(state)) +
              (key.empty() ? "" : ", ") + key;
    }
    return key;
}

/// "2 + 0.95 cells - size"
std::string sum_text(const BayesianNetwork& network, const LinearGaussianCpd& gaussian,
                     const LinearGaussianCpd::Row& row) {
    std::string text = row.intercept == 0 ? "" : to_text(row.intercept);
    for (std::size_t i = 0; i < row.slopes.size(); ++i) {
        const double slope = row.slopes[i];
        if (slope == 0) continue;
        text += text.empty() ? (slope < 0 ? "-" : "") : (slope < 0 ? " - " : " + ");
        if (std::abs(slope) != 1) text += to_text(std::abs(slope)) + " ";
        text += quoted_if_needed(network.variable(gaussian.continuous_parents()[i]).name());
    }
    return text.empty() ? "0" : text;
}

/// The standard deviation where it is exact, else the variance.
std::string spread_text(double variance) {
    const double sd = std::sqrt(variance);
    return sd * sd == variance ? "sd " + to_text(sd) : "var " + to_text(variance);
}

std::optional<std::vector<GivenRow>> rows_in(const BayesianNetwork& network, const Cpd& cpd) {
    std::vector<GivenRow> rows;
    if (const auto* const gaussian = std::get_if<LinearGaussianCpd>(&cpd)) {
        for (std::size_t i = 0; i < gaussian->row_count(); ++i) {
            const LinearGaussianCpd::Row& row = gaussian->row(i);
            rows.emplace_back(key_of(network, gaussian->discrete_scope().variables(), i),
                              "normal(" + sum_text(network, *gaussian, row) + ", " +
                                  spread_text(row.variance) + ")");
        }
        return rows;
    }
    if (const TableCpd* const table = as_table(cpd)) {
        for (std::size_t i = 0; i < table->row_count(); ++i) {
            const std::span<const double> row = table->row(i);
            rows.emplace_back(key_of(network, table->parents(), i),
                              std::vector(row.begin(), row.end()));
        }
        return rows;
    }
    return std::nullopt;
}

/// The number of the row that a key such as "A=no, B=b" names; null where it names none.
std::optional<std::size_t> row_number(const Network& network, const std::string& name,
                                      const std::string& key) {
    const auto graph = network.graph();
    try {
        const Evidence states = parse_evidence(*graph, key);
        std::size_t number = 0;
        for (const VariableId parent : parents_of(graph->cpd(graph->id(name)))) {
            if (!graph->variable(parent).is_discrete()) continue;
            const Finding* const finding = states.find(parent);
            const std::optional<StateId> state = finding ? state_of(*finding) : std::nullopt;
            if (!state) return std::nullopt;
            number = number * graph->cardinality(parent) + state->index();
        }
        return number;
    } catch (const Error&) {
        return std::nullopt;  // the check of the network says what is wrong with it
    }
}

}  // namespace

void Network::clear(const std::string& name) {
    id(name);
    change().cpt(name).clear();
    given_rows_.erase(name);
}

void Network::set_values(const std::string& name, std::vector<double> values) {
    id(name);
    change().cpt(name).values(values);
}

void Network::add_row(const std::string& name, GivenRow row) {
    id(name);
    const auto& [parent_states, distribution] = row;
    NetworkBuilder::CptBuilder cpt = change().cpt(name);
    std::visit(
        [&](const auto& given) {
            parent_states.empty() ? cpt.otherwise(given) : cpt.row(parent_states, given);
        },
        distribution);
    given_rows_[name].push_back(std::move(row));
}

std::optional<std::vector<GivenRow>> Network::rows(const std::string& name) const {
    const VariableId variable = id(name);
    if (const auto given = given_rows_.find(name); given != given_rows_.end()) return given->second;
    try {
        const auto network = with_numbers_of(variable);
        return rows_in(*network, network->cpd(variable));
    } catch (const ModelError&) {
        return std::nullopt;
    }
}

void bind_rows(nb::module_& module) {
    module.def("rows_of", [](const Network& network, const std::string& name) {
        return network.rows(name);
    });
    module.def("row_number", &row_number);
    module.def("quoted_if_needed", &quoted_if_needed);
}

}  // namespace pgm::python
