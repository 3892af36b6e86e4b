#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/graph/d_separation.hpp>
#include <pgm/model/model.hpp>
#include <pgm/query/d_separation_statement.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace pgm::apps {
namespace {

struct DsepRequest {
    std::string model;
    std::string statement;
};

/// An active path as text, between the names how they are joined.
struct Path {
    std::vector<std::string> names;
    std::vector<const char*> joints;  ///< " -> " or " <- ", one less than names
};

/// "asia -> tub -> either <- lung"
std::string format_path(const Path& path) {
    std::string text = shown_name(path.names.front());
    for (std::size_t i = 1; i < path.names.size(); ++i)
        text += path.joints[i - 1] + shown_name(path.names[i]);
    return text;
}

Report report_of(const std::optional<Path>& active) {
    if (!active) return {{"separated", true, Sentence{"true"}}};
    return {{"separated", false, Sentence{"false, active path: " + format_path(*active)}},
            {"active_path", active->names}};
}

/// The first of the variables that is not known; null where all are, which are constant then.
std::optional<VariableId> first_unknown(const std::vector<VariableId>& variables,
                                        const std::vector<VariableId>& known) {
    const auto found = std::ranges::find_if(
        variables, [&](VariableId id) { return std::ranges::find(known, id) == known.end(); });
    return found == variables.end() ? std::nullopt : std::optional(*found);
}

/// An active path between the two sides, in one of the networks or by way of the hidden variable
/// that says which of several networks speaks, a parent of every variable; null where they are
/// separated.
std::optional<Path> active_path(const MixtureGraphs& graphs,
                                const DSeparationStatement& statement) {
    Path path;
    const auto add = [&](VariableId id) {
        path.names.push_back(graphs.variables[id.index()].name());
    };
    for (const Dag& dag : graphs.dags) {
        const DSeparation answer =
            d_separation(dag, statement.left, statement.right, statement.given);
        if (answer.separated) continue;
        for (std::size_t i = 0; i < answer.active_path.size(); ++i) {
            const VariableId id = answer.active_path[i];
            if (i > 0)
                path.joints.push_back(dag.has_arc(answer.active_path[i - 1], id) ? " -> " : " <- ");
            add(id);
        }
        return path;
    }
    const auto left = first_unknown(statement.left, statement.given),
               right = first_unknown(statement.right, statement.given);
    if (graphs.dags.size() == 1 || !left || !right) return std::nullopt;
    add(*left);
    path.names.push_back("(which network)");
    add(*right);
    path.joints = {" <- ", " -> "};
    return path;
}

Report row_of(const MixtureGraphs& graphs, const DSeparationStatement& one,
              const std::optional<Path>& active) {
    Report row{{"variable", "", graphs.variables[one.right.front().index()].name()},
               {"separated", !active.has_value(), Shown{"", active ? "false" : "true"}}};
    if (active)
        row.add("active_path", active->names, Shown{"", "active path: " + format_path(*active)});
    return row;
}

/// The answer about each variable of the right side by itself: {"variables":[{"variable":"A",
/// "separated":true},{"variable":"B","separated":false,"active_path":[..]}]}.
Report report_of_each(const MixtureGraphs& graphs, const DSeparationStatement& statement) {
    return {{"variables",
             Section{.title = "",
                     .rows = rows_of(statement.right,
                                     [&](VariableId id) {
                                         DSeparationStatement one = statement;
                                         one.right = {id};
                                         return row_of(graphs, one, active_path(graphs, one));
                                     }),
                     .indent = 0}}};
}

int dsep(Session& session, const DsepRequest& request) {
    const std::vector<WeightedNetwork> members =
        networks_of(session, request.model, load_structure(session, request.model).model);
    const MixtureGraphs graphs = graphs_of(members);
    const DSeparationStatement statement = with_caret(
        request.statement, [&] { return parse_d_separation(graphs.variables, request.statement); });
    if (statement.is_about_each) {
        write(session, timed(session, [&] { return report_of_each(graphs, statement); }));
        return fine;
    }
    const std::optional<Path> active =
        timed(session, [&] { return active_path(graphs, statement); });
    write(session, report_of(active));
    return fine;
}

}  // namespace

Action set_up_dsep(Options& options, Session& session) {
    const auto given = std::make_shared<DsepRequest>();
    options.argument("MODEL", given->model,
                     "Model file, - for standard input, or a structure, 'A -> B, C'");
    options.argument("STATEMENT", given->statement,
                     "'A, B _||_ C | D'; 'A _||_ * | D' is about each other variable",
                     Options::Empty::allowed);
    add_chance_only(options, session);
    return [given, &session] { return dsep(session, *given); };
}

}  // namespace pgm::apps
