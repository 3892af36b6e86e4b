#include <apps/pgm/report/classifier_report.hpp>
#include <apps/pgm/report/fit_report.hpp>
#include <apps/pgm/report/learn_report.hpp>
#include <apps/pgm/report/unscored_families.hpp>

#include <apps/pgm/render/wording.hpp>
#include <pgm/core/text/number_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace pgm::apps {
namespace {

const std::vector<std::string_view> lines_of_learn = {
    "data",       "algorithm", "score",     "held out",       "bound",  "edges",
    "parameters", "bootstrap", "threshold", "concentrations", "linear", "written"};

std::vector<std::string> pair_of(const LearnResult& learned, VariableId a, VariableId b) {
    return {learned.names[a.index()], learned.names[b.index()]};
}

Fact score_fact(const LearnResult& learned) {
    Report score{{"name", learners::name_of(learned.score)}};
    if (const auto number = number_of(learned.score)) score.add(number->name, number->value);
    return {"score", score.add("value", learned.value),
            Shown{"score",
                  learners::format(learned.score) + " " + fmt::format("{:.4f}", learned.value)}};
}

/// How well each candidate predicted the rows that it was not learned from.
Report choice_report(const LearnResult& learned) {
    if (!learned.choice) return {};
    std::vector<Report> candidates;
    std::string shown;
    for (const auto& [score, log_likelihood] : learned.choice->judged) {
        candidates.push_back(
            {{"score", learners::format(score)}, {"log_likelihood", log_likelihood}});
        shown += (shown.empty() ? "" : ", ") + learners::format(score) + " " +
                 fmt::format("{:.4f}", log_likelihood);
    }
    const std::size_t rows = learned.choice->held_out_rows;
    return {{"score_choice",
             Report{{"held_out_rows", rows}, {"candidates", Rows(std::move(candidates))}},
             Shown{"held out", counted(rows, "row") + ", log-likelihood by " + shown}}};
}

Fact bound_fact(const LearnResult& learned) {
    const std::string shown =
        *learned.bound > learned.value
            ? fmt::format("no structure scores more than {:.4f}", *learned.bound)
            : "no structure scores more";
    return {"bound", *learned.bound, Shown{"bound", shown}};
}

Report graph_report(const LearnResult& learned) {
    std::vector<std::vector<std::string>> arcs, edges;
    for (const auto& [a, b] : learned.graph.compelled) arcs.push_back(pair_of(learned, a, b));
    for (const auto& [a, b] : learned.graph.reversible) edges.push_back(pair_of(learned, a, b));
    return {
        {"arcs", arcs,
         Shown{"edges", std::to_string(arcs.size()) + " directed, " + std::to_string(edges.size()) +
                            " whose direction the data leave open"}},
        {"undirected", edges}};
}

Report confidence_report(const LearnResult& learned) {
    const ArcReport& arcs = *learned.arcs;
    Report report{
        {"replicates", arcs.replicates, Shown{"bootstrap", counted(arcs.replicates, "replicate")}}};
    if (arcs.threshold)
        report.add("threshold", *arcs.threshold,
                   Shown{"threshold", fmt::format("{:.3f}", *arcs.threshold)});
    const Rows rows = [&learned, all = sure_arcs(arcs.confidence)](const Rows::Visit& visit) {
        for (const auto& [arc, confidence] : all)
            visit({{"arc", pair_of(learned, arc.parent, arc.child)}, {"confidence", confidence}});
    };
    return report.add("confidence", rows);
}

/// The variables whose families the score leaves out.
Report relations_report(const LearnResult& learned) {
    if (learned.relations.empty()) return {};
    Report report;
    std::vector<Report> rows;
    for (const auto& [relation, formula] : learned.relations) {
        const std::string& column = learned.names[relation.column.index()];
        Report slopes;
        for (std::size_t k = 0; k < relation.by.size(); ++k)
            slopes.add(learned.names[relation.by[k].index()], relation.slopes[k]);
        rows.push_back({{"column", column}, {"intercept", relation.intercept}, {"slopes", slopes}});
        report.add(
            Shown{"linear", shown_name(column) + " = " + formula + ", which the score leaves out"});
    }
    return report.add("linear_relations", Rows(std::move(rows)));
}

/// A line per edge, with the confidence of the edge in this direction and of the edge as such.
Section edges_section(const LearnResult& learned) {
    constexpr std::size_t most_edges = 60, headings = 1;
    const Rows rows = [&learned](const Rows::Visit& visit) {
        if (learned.arcs)
            visit({Shown{}, Shown{"", "direction", Align::right}, Shown{"", "edge", Align::right}});
        const auto add = [&](VariableId a, const char* sign, VariableId b) {
            Report row{Shown{"", shown_name(learned.names[a.index()]) + sign +
                                     shown_name(learned.names[b.index()])}};
            if (learned.arcs)
                for (const double confidence :
                     {learned.arcs->confidence.arc(a, b), learned.arcs->confidence.edge(a, b)})
                    row.add(Shown{"", fmt::format("{:.3f}", confidence), Align::right});
            visit(row);
        };
        for (const auto& [parent, child] : learned.graph.compelled) add(parent, " -> ", child);
        for (const auto& [a, b] : learned.graph.reversible) add(a, " - ", b);
    };
    return {.title = "", .rows = rows, .most = most_edges + (learned.arcs ? headings : 0)};
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

Report learn_report(const LearnResult& learned, const std::string& data_source) {
    Report report{{"algorithm", "algorithm", learned.algorithm}, score_fact(learned)};
    report.append(choice_report(learned));
    if (learned.bound) report.add(bound_fact(learned));
    report.append(graph_report(learned));
    report.add("free_parameters", "parameters", Count{learned.free_parameters}, " free");
    report.add("rows", Count{learned.rows},
               Shown{"data", data_source + ", " + counted(count_text(learned.rows), "row") + ", " +
                                 counted(learned.names.size(), "variable")});
    report.add("partial", learned.partial);
    if (learned.arcs) report.append(confidence_report(learned));
    report.append(concentrations_report(learned.concentrations)).append(relations_report(learned));
    report.add(model_fact(learned.path)).add(edges_section(learned));
    return report.order_lines(lines_of_learn);
}

}  // namespace pgm::apps
