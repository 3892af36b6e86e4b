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
    "data",       "missing",   "algorithm", "score",          "held out", "bound",  "edges",
    "parameters", "bootstrap", "threshold", "concentrations", "linear",   "written"};

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
             Report{{"held_out_rows", rows}, {"candidates", ReportRows(std::move(candidates))}},
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

/// Every arc with a confidence, the most confident first.
ReportRows confidence_rows(const LearnResult& learned, const learners::ArcConfidence& confidence) {
    return [&learned, all = sure_arcs(confidence)](const ReportRows::Visit& visit) {
        for (const auto& [arc, of_arc] : all)
            visit({{"arc", pair_of(learned, arc.parent, arc.child)}, {"confidence", of_arc}});
    };
}

/// "draw, 7 rounds until the arcs repeated; confidence of arcs from the last 5"
std::string missing_text(const MissingReport& missing) {
    std::string text = learners::format(missing.treatment);
    if (missing.rounds == 0) return text;
    text += ", " + counted(missing.rounds, "round") +
            (missing.settled ? " until the arcs repeated" : "; the arcs still changed");
    if (missing.confidence) text += "; confidence of arcs from the last of them";
    return text;
}

/// The confidence is that of the bootstrap where there is one, which has all that draws have.
Report missing_report(const LearnResult& learned) {
    if (!learned.missing) return {};
    const MissingReport& missing = *learned.missing;
    Report report{{"missing_cells", learners::format(missing.treatment),
                   Shown{"missing", missing_text(missing)}}};
    if (missing.rounds > 0) report.add("rounds", missing.rounds).add("settled", missing.settled);
    if (missing.confidence && !learned.arcs)
        report.add("confidence", confidence_rows(learned, *missing.confidence));
    return report;
}

Report confidence_report(const LearnResult& learned) {
    const ArcReport& arcs = *learned.arcs;
    Report report{
        {"replicates", arcs.replicates, Shown{"bootstrap", counted(arcs.replicates, "replicate")}}};
    if (arcs.threshold)
        report.add("threshold", *arcs.threshold,
                   Shown{"threshold", fmt::format("{:.3f}", *arcs.threshold)});
    return report.add("confidence", confidence_rows(learned, arcs.confidence));
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
    return report.add("linear_relations", ReportRows(std::move(rows)));
}

/// A line per edge, with the confidence of the edge in this direction and of the edge as such.
Section edges_section(const LearnResult& learned) {
    constexpr std::size_t most_edges = 60, headings = 1;
    const learners::ArcConfidence* const confidence = shown_confidence(learned);
    const ReportRows rows = [&learned, confidence](const ReportRows::Visit& visit) {
        if (confidence && !(learned.graph.compelled.empty() && learned.graph.reversible.empty()))
            visit({Shown{}, Shown{"", "direction", Align::right}, Shown{"", "edge", Align::right}});
        const auto add = [&](VariableId a, const char* sign, VariableId b) {
            Report row{Shown{"", shown_name(learned.names[a.index()]) + sign +
                                     shown_name(learned.names[b.index()])}};
            if (confidence)
                for (const double share : {confidence->arc(a, b), confidence->edge(a, b)})
                    row.add(Shown{"", fmt::format("{:.3f}", share), Align::right});
            visit(row);
        };
        for (const auto& [parent, child] : learned.graph.compelled) add(parent, " -> ", child);
        for (const auto& [a, b] : learned.graph.reversible) add(a, " - ", b);
    };
    return {.title = "", .rows = rows, .most = most_edges + (confidence ? headings : 0)};
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

const learners::ArcConfidence* shown_confidence(const LearnResult& learned) {
    if (learned.arcs) return &learned.arcs->confidence;
    if (learned.missing && learned.missing->confidence) return &*learned.missing->confidence;
    return nullptr;
}

Report learn_report(const LearnResult& learned, const std::string& data_source) {
    Report report{{"algorithm", "algorithm", learned.algorithm}, score_fact(learned)};
    report.append(missing_report(learned)).append(choice_report(learned));
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
