#include <apps/pgm/report/graph_report.hpp>

#include <apps/pgm/report/network_json.hpp>
#include <apps/pgm/report/wording.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

/// More lines than this are left to JSON.
constexpr std::size_t most_lines = 100;

std::string value_name(std::size_t value) {
    return "f" + std::to_string(value + 1);
}

std::string product_text(std::span<const std::size_t> values) {
    std::string text;
    for (const std::size_t value : values) text += (text.empty() ? "" : " ") + value_name(value);
    return text.empty() ? "1" : text;
}

/// "f3(A, B)"
std::string head_of(std::size_t value, const BayesianNetwork& network,
                    std::span<const VariableId> scope) {
    return value_name(value) + (scope.empty() ? "" : "(" + joined_names(network, scope) + ")");
}

std::string table_text(const BayesianNetwork& network, const PlanGraph::Table& table) {
    std::string text = table.variable
                           ? "table of " + joined_names(network, std::span(&*table.variable, 1))
                           : "densities of what is observed";
    if (!table.evidence_axes.empty())
        text += ", given " + joined_names(network, table.evidence_axes);
    return text;
}

std::string contraction_text(const BayesianNetwork& network,
                             const PlanGraph::Contraction& contraction) {
    const std::string product = product_text(contraction.operands);
    if (contraction.summed_out.empty()) return product;
    return "sum over " + joined_names(network, contraction.summed_out) + " of " + product;
}

void write_values(JsonText& json, std::span<const std::size_t> values) {
    json.begin_array();
    for (const std::size_t value : values) json.count(value);
    json.end_array();
}

}  // namespace

void write_graph(JsonText& json, const BayesianNetwork& network, const PlanGraph& graph) {
    json.begin_object().key("tables").begin_array();
    for (const PlanGraph::Table& table : graph.tables) {
        json.begin_object().key("variable");
        table.variable ? json.string(network.variable(*table.variable).name()) : json.null();
        write_names(json.key("scope"), network, table.scope);
        write_names(json.key("evidence_axes"), network, table.evidence_axes);
        json.end_object();
    }
    json.end_array().key("contractions").begin_array();
    for (const PlanGraph::Contraction& contraction : graph.contractions) {
        write_values(json.begin_object().key("operands"), contraction.operands);
        write_names(json.key("scope"), network, contraction.scope);
        write_names(json.key("summed_out"), network, contraction.summed_out);
        json.end_object();
    }
    write_values(json.end_array().key("evidence"), graph.evidence);
    json.key("marginals").begin_object();
    for (const auto& [variable, value] : graph.marginals)
        json.key(network.variable(variable).name()).count(value);
    json.end_object().end_object();
}

std::string graph_text(const BayesianNetwork& network, const PlanGraph& graph) {
    TextTable lines({TextTable::Align::left, TextTable::Align::left});
    const std::size_t tables = graph.tables.size(), contractions = graph.contractions.size();
    const std::size_t all = tables + contractions + 1 + graph.marginals.size();
    for (std::size_t i = 0; i < std::min(all, most_lines); ++i) {
        if (i < tables) {
            lines.add(
                {head_of(i, network, graph.tables[i].scope), table_text(network, graph.tables[i])});
        } else if (i < tables + contractions) {
            const PlanGraph::Contraction& contraction = graph.contractions[i - tables];
            lines.add({head_of(i, network, contraction.scope),
                       "= " + contraction_text(network, contraction)});
        } else if (i == tables + contractions) {
            lines.add({"P(e)", "= " + product_text(graph.evidence)});
        } else {
            const auto& [variable, value] = graph.marginals[i - tables - contractions - 1];
            lines.add({"P(" + joined_names(network, std::span(&variable, 1)) + ", e)",
                       "= " + value_name(value)});
        }
    }
    const std::string rest =
        all > most_lines ? "  and " + std::to_string(all - most_lines) + " more lines (--json)\n"
                         : "";
    return "\nGraph of contractions:\n" + lines.text(2) + rest;
}

}  // namespace pgm::apps
