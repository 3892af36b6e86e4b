#include <learners/structure/user_defined.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/structure_graph.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners {
namespace {

ColumnId column_of(std::span<const Variable> schema, const StructureNode& node) {
    const auto found = std::find_if(schema.begin(), schema.end(), [&](const Variable& variable) {
        return variable.name() == node.name;
    });
    if (found != schema.end()) return ColumnId(static_cast<std::size_t>(found - schema.begin()));
    throw ArgumentError(
        "the structure names '" + printable(node.name) + "', which is no column of the data",
        did_you_mean(node.name, names_of(schema)));
}

void require_acyclic(std::span<const Variable> schema, const ParentLists& parents) {
    std::vector<Arc> arcs;
    for (std::size_t child = 0; child < parents.size(); ++child) {
        for (const ColumnId parent : parents[child])
            arcs.push_back({VariableId(parent.index()), VariableId(child)});
    }
    const auto cycle = find_cycle(parents.size(), arcs);
    if (!cycle) return;
    std::string text;
    for (const VariableId v : *cycle) text += printable_word(schema[v.index()].name()) + " -> ";
    throw ModelError("the structure has a cycle: " + text +
                     printable_word(schema[cycle->front().index()].name()));
}

/// One statement per variable with parents, lonely variables by themselves.
std::string text_of(const BayesianNetwork& network) {
    std::string text;
    for (std::size_t i = 0; i < network.size(); ++i) {
        const VariableId id(i);
        std::string parents;
        for (const VariableId parent : parents_of(network.cpd(id)))
            parents +=
                (parents.empty() ? "" : ", ") + quoted_if_needed(network.variable(parent).name());
        const std::string name = quoted_if_needed(network.variable(id).name());
        if (parents.empty() && network.dag().out_degree(id) > 0 && network.size() > 1)
            continue;  // named by its children
        text += (text.empty() ? "" : "; ") + (parents.empty() ? name : parents + " -> " + name);
    }
    // A lonely variable alone would be a word.
    return network.size() == 1 ? text + ";" : text;
}

/// "a; H{0|1, hidden}; c; a, H -> c;"
std::string text_of(const Dag& dag, std::span<const Variable> variables,
                    std::span<const std::string> hidden) {
    std::string text;
    for (const Variable& variable : variables) {
        text += quoted_if_needed(variable.name());
        if (std::ranges::find(hidden, variable.name()) != hidden.end()) {
            std::string states;
            for (const std::string& state : variable.states())
                states += (states.empty() ? "{" : "|") + quoted_if_needed(state);
            text += states + ", hidden}";
        }
        text += ";";
    }
    for (std::size_t v = 0; v < variables.size(); ++v) {
        std::string parents;
        for (const VariableId parent : dag.parents(VariableId(v)))
            parents +=
                (parents.empty() ? "" : ", ") + quoted_if_needed(variables[parent.index()].name());
        if (!parents.empty())
            text += parents + " -> " + quoted_if_needed(variables[v].name()) + ";";
    }
    return text;
}

}  // namespace

std::optional<UserDefined> UserDefined::parse(std::string_view words) {
    const bool is_text = words.find("->") != words.npos || words.find("<-") != words.npos ||
                         words.find_first_of(",;\n{") != words.npos || is_model_string(words);
    return is_text ? std::optional(UserDefined(std::string(words))) : std::nullopt;
}

UserDefined::UserDefined(std::string text)
    : text_(std::move(text)), graph_(parse_structure_graph(text_)) {}

UserDefined::UserDefined(const BayesianNetwork& network) : UserDefined(text_of(network)) {}

UserDefined::UserDefined(const Dag& dag, std::span<const Variable> variables,
                         std::span<const std::string> hidden)
    : UserDefined(text_of(dag, variables, hidden)) {}

std::vector<std::string> UserDefined::names() const {
    std::vector<std::string> names;
    for (const StructureNode& node : graph_.nodes) names.push_back(node.name);
    return names;
}

std::vector<Variable> UserDefined::hidden_variables() const {
    std::vector<Variable> hidden;
    for (const StructureNode& node : graph_.nodes)
        if (node.hidden) hidden.emplace_back(node.name, node.states);
    return hidden;
}

std::vector<Variable> UserDefined::declared_columns() const {
    std::vector<Variable> declared;
    for (const StructureNode& node : graph_.nodes)
        if (!node.hidden && !node.states.empty()) declared.emplace_back(node.name, node.states);
    return declared;
}

std::vector<ModelStructure> UserDefined::models(const Columns& columns) const {
    std::vector<ColumnId> column;
    for (const StructureNode& node : graph_.nodes)
        column.push_back(column_of(columns.schema, node));
    ParentLists parents(columns.schema.size());
    for (const Arc& arc : graph_.arcs)
        parents[column[arc.child.index()].index()].push_back(column[arc.parent.index()]);
    require_acyclic(columns.schema, parents);
    const auto takes_part = [&](ColumnId id) {
        return id == class_column ||
               std::binary_search(columns.features.begin(), columns.features.end(), id);
    };
    for (std::size_t child = 0; child < parents.size(); ++child) {
        std::erase_if(parents[child], [&](ColumnId parent) { return !takes_part(parent); });
        // The order of writing says nothing: the same arcs are the same structure.
        std::ranges::sort(parents[child]);
    }
    return {structure_of(columns, std::move(parents))};
}

}  // namespace pgm::learners
