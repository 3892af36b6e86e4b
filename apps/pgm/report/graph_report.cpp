#include <apps/pgm/report/graph_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/network_facts.hpp>

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

}  // namespace

Report graph_report(const BayesianNetwork& network, const PlanGraph& graph) {
    std::vector<Report> tables, contractions;
    const auto add_line = [&](std::vector<Report>& rows, const std::vector<VariableId>& scope,
                              const std::string& text) -> Report& {
        const std::size_t value = tables.size() + contractions.size();
        return rows.emplace_back(
            Report{Shown{"", head_of(value, network, scope)}, Shown{"", text}});
    };
    for (const PlanGraph::Table& table : graph.tables)
        add_line(tables, table.scope, table_text(network, table))
            .add("variable", table.variable ? network.variable(*table.variable).name() : Value())
            .add("scope", names_of(network, table.scope))
            .add("evidence_axes", names_of(network, table.evidence_axes));
    for (const PlanGraph::Contraction& contraction : graph.contractions)
        add_line(contractions, contraction.scope, "= " + contraction_text(network, contraction))
            .add("operands", contraction.operands)
            .add("scope", names_of(network, contraction.scope))
            .add("summed_out", names_of(network, contraction.summed_out));
    std::vector<Report> lines = tables;
    lines.insert(lines.end(), contractions.begin(), contractions.end());
    lines.push_back({Shown{"", "P(e)"}, Shown{"", "= " + product_text(graph.evidence)}});
    Report marginals;
    for (const auto& [variable, value] : graph.marginals) {
        const std::string& name = network.variable(variable).name();
        marginals.add(name, value);
        lines.push_back(
            {Shown{"", "P(" + shown_name(name) + ", e)"}, Shown{"", "= " + value_name(value)}});
    }
    return {{"tables", Rows(std::move(tables))},
            {"contractions", Rows(std::move(contractions))},
            {"evidence", graph.evidence},
            {"marginals", marginals},
            Sentence{},
            Section{.title = "Graph of contractions:",
                    .rows = std::move(lines),
                    .most = most_lines,
                    .more = "more lines (--json)"}};
}

}  // namespace pgm::apps
