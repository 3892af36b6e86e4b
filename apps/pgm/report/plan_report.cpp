#include <apps/pgm/report/plan_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/engine.hpp>

namespace pgm::apps {
namespace {

constexpr double milliseconds = 1000;  // in a second

struct KindText {
    const char* key;
    const char* description;
};

KindText text_of(PlanKind kind) {
    switch (kind) {
        case PlanKind::full:
            return {"full", "for any evidence"};
        case PlanKind::observed:
            return {"observed", "for what is observed"};
        case PlanKind::joint:
            return {"joint", "the joint table"};
        case PlanKind::evidence:
            break;
    }
    return {"evidence", "for this evidence"};
}

std::string time_text(double seconds) {
    return to_text(seconds * milliseconds, 3) + " ms";
}

Report cost_report(const BayesianNetwork& network, const PredictedCost& prediction) {
    const PredictedCost::Candidate& taken = prediction.candidates[prediction.taken];
    const auto& [multiplications, instructions, arena_bytes] = std::tuple(
        prediction.cost.multiplications, prediction.cost.instructions, prediction.cost.arena_bytes);
    const std::string clique = joined_names(network, taken.largest_clique);
    return {{"kind", text_of(taken.kind).key, Shown{"plan", text_of(taken.kind).description}},
            {"compile_ms", taken.compile_seconds * milliseconds},
            Shown{"largest clique", counted(count_text(taken.largest_clique_cells), "cell") +
                                        (clique.empty() ? "" : ": " + clique)},
            {"run_ms", prediction.run_seconds * milliseconds,
             Shown{"run", "about " + time_text(prediction.run_seconds) + ": " +
                              counted(count_text(multiplications), "multiplication") + " in " +
                              counted(instructions, "instruction") + ", working memory of " +
                              bytes_text(static_cast<double>(arena_bytes))}},
            {"multiplications", Count{multiplications}},
            {"instructions", instructions},
            {"arena_bytes", arena_bytes},
            {"largest_clique_cells", Count{taken.largest_clique_cells}},
            {"largest_clique", names_of(network, taken.largest_clique)}};
}

Report candidate_row(const PredictedCost::Candidate& candidate, bool is_taken) {
    using enum Align;
    const double compile = candidate.compile_seconds, run = candidate.run_seconds,
                 cells = candidate.largest_clique_cells;
    return {
        {"kind", text_of(candidate.kind).key, Shown{"plan", text_of(candidate.kind).description}},
        {"compile_ms", compile * milliseconds, Shown{"compile", time_text(compile), right}},
        {"run_ms", run * milliseconds, Shown{"run", time_text(run), right}},
        {"largest_clique_cells", Count{cells},
         Shown{"largest clique", counted(count_text(cells), "cell"), right}},
        Shown{"", is_taken ? "taken" : ""}};
}

/// More lines than this are left to JSON.
constexpr std::size_t most_lines = 100;

std::string value_name(std::size_t value) {
    return "f" + std::to_string(value + 1);
}

std::string product_text(std::span<const std::size_t> values) {
    return values.empty() ? "1" : join(values, value_name, " ");
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

/// The graph of contractions of a plan: tables, contractions, and which values are P(e) and the
/// posteriors, values being numbers from 0 on, tables first. People see a line per value, f1 and so
/// on, and per posterior; of a large graph the beginning.
Report graph_report(const BayesianNetwork& network, const PlanGraph& graph) {
    std::vector<Report> tables, contractions, lines;
    std::size_t value = 0;
    for (const PlanGraph::Table& table : graph.tables)
        tables.push_back(
            {{"variable", table.variable ? network.variable(*table.variable).name() : Value()},
             {"scope", names_of(network, table.scope)},
             {"evidence_axes", names_of(network, table.evidence_axes)},
             Shown{"", head_of(value++, network, table.scope)},
             Shown{"", table_text(network, table)}});
    for (const PlanGraph::Contraction& contraction : graph.contractions)
        contractions.push_back({{"operands", contraction.operands},
                                {"scope", names_of(network, contraction.scope)},
                                {"summed_out", names_of(network, contraction.summed_out)},
                                Shown{"", head_of(value++, network, contraction.scope)},
                                Shown{"", "= " + contraction_text(network, contraction)}});
    for (const auto* const rows : {&tables, &contractions})
        lines.insert(lines.end(), rows->begin(), rows->end());
    lines.push_back({Shown{"", "P(e)"}, Shown{"", "= " + product_text(graph.evidence)}});
    Report marginals;
    for (const auto& [variable, of_variable] : graph.marginals) {
        const std::string& name = network.variable(variable).name();
        marginals.add(name, of_variable);
        lines.push_back({Shown{"", "P(" + shown_name(name) + ", e)"},
                         Shown{"", "= " + value_name(of_variable)}});
    }
    return {
        {"tables", ReportRows(std::move(tables))},
        {"contractions", ReportRows(std::move(contractions))},
        {"evidence", graph.evidence},
        {"marginals", marginals},
        Sentence{},
        Section{.title = "Graph of contractions:", .rows = std::move(lines), .most = most_lines}};
}

}  // namespace

Report plan_report(const Session& session, const BayesianNetwork& network, const Given& given) {
    const auto [extended, evidence, contradictory] = conditioned(network, given);
    const InferenceEngine engine(extended, engine_options(session));
    const PredictedCost prediction =
        contradictory ? PredictedCost{.impossible = true} : engine.predicted_cost(evidence);
    Report report{Sentence{}};
    if (prediction.impossible) {
        const InferenceEngine original(network, engine_options(session));
        const std::string why = conflict_report(original, given).sentence();
        return report.add("plan", Value(), Sentence{"plan           none: " + why});
    }
    Report plan = cost_report(extended, prediction);
    std::vector<Report> candidates;
    for (const PredictedCost::Candidate& candidate : prediction.candidates)
        candidates.push_back(candidate_row(candidate, candidates.size() == prediction.taken));
    plan.add(Sentence{}).add("candidates", Section{"Predicted:", std::move(candidates)});
    plan.add("graph", prediction.graph ? graph_report(extended, *prediction.graph) : Value());
    return report.add("plan", plan);
}

}  // namespace pgm::apps
