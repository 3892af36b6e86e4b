#include <apps/pgm/report/learn_report.hpp>

#include <apps/pgm/report/calibration_report.hpp>
#include <apps/pgm/report/wording.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <apps/pgm/shell/output.hpp>
#include <pgm/core/text/counted.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace pgm::apps {
namespace {

constexpr std::size_t most_arcs_shown = 60;

const std::string& variable_name(const LearnReport& report, VariableId v) {
    return report.names[v.index()];
}

void write_pair(JsonText& json, const LearnReport& report, VariableId a, VariableId b) {
    json.begin_array()
        .string(variable_name(report, a))
        .string(variable_name(report, b))
        .end_array();
}

void write_score(JsonText& json, const LearnReport& report) {
    json.key("score").begin_object().key("name").string(learners::name_of(report.score));
    if (const auto* const bdeu = std::get_if<learners::BdeuScore>(&report.score))
        json.key("ess").number(bdeu->equivalent_sample_size);
    if (const auto* const bds = std::get_if<learners::BdsScore>(&report.score))
        json.key("ess").number(bds->equivalent_sample_size);
    json.key("value").number(report.value).end_object();
}

void write_confidence(JsonText& json, const LearnReport& report) {
    json.key("replicates").count(report.arcs->replicates);
    if (report.arcs->threshold) json.key("threshold").number(*report.arcs->threshold);
    json.key("confidence").begin_array();
    for (const io::SureArc& sure : sure_arcs(report.arcs->confidence)) {
        json.begin_object().key("arc");
        write_pair(json, report, sure.arc.parent, sure.arc.child);
        json.key("confidence").number(sure.confidence).end_object();
    }
    json.end_array();
}

/// Whose families the score leaves out.
void write_relations(JsonText& json, const LearnReport& report) {
    if (report.relations.empty()) return;
    json.key("linear_relations").begin_array();
    for (const auto& [relation, formula] : report.relations) {
        json.begin_object().key("column").string(report.names[relation.column.index()]);
        json.key("intercept").number(relation.intercept).key("slopes").begin_object();
        for (std::size_t k = 0; k < relation.by.size(); ++k)
            json.key(report.names[relation.by[k].index()]).number(relation.slopes[k]);
        json.end_object().end_object();
    }
    json.end_array();
}

std::string arc_text(const LearnReport& report, VariableId a, const char* sign, VariableId b) {
    return shown_name(variable_name(report, a)) + sign + shown_name(variable_name(report, b));
}

/// With the confidence of an edge in this direction and of the edge as such.
void add_row(TextTable& table, const LearnReport& report, VariableId a, const char* sign,
             VariableId b) {
    std::vector<std::string> row{arc_text(report, a, sign, b)};
    if (report.arcs) {
        row.push_back(fmt::format("{:.3f}", report.arcs->confidence.arc(a, b)));
        row.push_back(fmt::format("{:.3f}", report.arcs->confidence.edge(a, b)));
    }
    table.add(std::move(row));
}

std::string edges_text(const LearnReport& report) {
    using enum TextTable::Align;
    TextTable table(report.arcs ? std::vector{left, right, right} : std::vector{left});
    if (report.arcs) table.add({"", "direction", "edge"});
    std::size_t shown = 0;
    for (const Arc& arc : report.graph.compelled)
        if (shown++ < most_arcs_shown) add_row(table, report, arc.parent, " -> ", arc.child);
    for (const Edge& edge : report.graph.reversible)
        if (shown++ < most_arcs_shown) add_row(table, report, edge.a, " - ", edge.b);
    std::string text = table.text(2);
    if (shown > most_arcs_shown)
        text += "  and " + std::to_string(shown - most_arcs_shown) + " more\n";
    return text;
}

}  // namespace

std::vector<io::SureArc> sure_arcs(const learners::ArcConfidence& confidence) {
    std::vector<io::SureArc> arcs;
    for (std::size_t a = 0; a < confidence.variables(); ++a)
        for (std::size_t b = 0; b < confidence.variables(); ++b) {
            const Arc arc{VariableId(a), VariableId(b)};
            if (confidence.arc(arc.parent, arc.child) > 0)
                arcs.push_back({arc, confidence.arc(arc.parent, arc.child)});
        }
    std::ranges::sort(arcs, [](const io::SureArc& a, const io::SureArc& b) {
        return std::tie(b.confidence, a.arc) < std::tie(a.confidence, b.arc);
    });
    return arcs;
}

std::string json_of(const LearnReport& report) {
    JsonText json;
    json.begin_object().key("algorithm").string(report.algorithm);
    write_score(json, report);
    json.key("arcs").begin_array();
    for (const Arc& arc : report.graph.compelled) write_pair(json, report, arc.parent, arc.child);
    json.end_array().key("undirected").begin_array();
    for (const Edge& edge : report.graph.reversible) write_pair(json, report, edge.a, edge.b);
    json.end_array().key("free_parameters").count(report.free_parameters);
    json.key("rows").count(report.rows).key("partial").boolean(report.partial);
    if (report.arcs) write_confidence(json, report);
    write_strengths(json, report.strengths);
    write_relations(json, report);
    report.path.empty() ? json.key("model").null() : json.key("model").string(report.path);
    return json.end_object().take() + "\n";
}

std::string text_of(const LearnReport& report, const std::string& data_path) {
    using enum TextTable::Align;
    TextTable table({left, left});
    table.add({"data", (data_path == "-" ? "standard input" : data_path) + ", " +
                           counted(count_text(report.rows), "row") + ", " +
                           counted(report.names.size(), "variable")});
    table.add({"algorithm", report.algorithm});
    table.add(
        {"score", learners::format(report.score) + " " + fmt::format("{:.4f}", report.value)});
    table.add({"edges", std::to_string(report.graph.compelled.size()) + " directed, " +
                            std::to_string(report.graph.reversible.size()) +
                            " whose direction the data leave open"});
    table.add({"parameters", count_text(report.free_parameters) + " free"});
    if (report.arcs) table.add({"bootstrap", counted(report.arcs->replicates, "replicate")});
    if (report.arcs && report.arcs->threshold)
        table.add({"threshold", fmt::format("{:.3f}", *report.arcs->threshold)});
    add_strengths(table, report.strengths);
    for (const auto& [relation, formula] : report.relations)
        table.add({"linear", shown_name(report.names[relation.column.index()]) + " = " + formula +
                                 ", which the score leaves out"});
    if (!report.path.empty()) table.add({"written", report.path});
    return table.text() + edges_text(report);
}

}  // namespace pgm::apps
