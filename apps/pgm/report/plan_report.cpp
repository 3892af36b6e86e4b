#include <apps/pgm/report/plan_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/report/graph_report.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <pgm/core/text/counted.hpp>
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

Report cost_report(const BayesianNetwork& network, const PlanPrediction& prediction) {
    const PlanPrediction::Candidate& taken = prediction.candidates[prediction.taken];
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

Report candidate_row(const PlanPrediction::Candidate& candidate, bool is_taken) {
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

}  // namespace

Report plan_report(const Session& session, const BayesianNetwork& network, const Given& given) {
    const auto [extended, evidence, contradictory] = conditioned(network, given);
    const MixtureEngine engine({{extended}}, engine_options(session));
    const PlanPrediction prediction = contradictory ? PlanPrediction{.impossible = true}
                                                    : engine.single()->plan_prediction(evidence);
    Report report{Sentence{}};
    if (prediction.impossible) {
        const MixtureEngine original({{network}}, engine_options(session));
        const std::string why = conflict_report(original, given).sentence();
        return report.add("plan", Value(), Sentence{"plan           none: " + why});
    }
    Report plan = cost_report(extended, prediction);
    std::vector<Report> candidates;
    for (const PlanPrediction::Candidate& candidate : prediction.candidates)
        candidates.push_back(candidate_row(candidate, candidates.size() == prediction.taken));
    plan.add(Sentence{}).add("candidates", Section{"Predicted:", std::move(candidates)});
    plan.add("graph", prediction.graph ? graph_report(extended, *prediction.graph) : Value());
    return report.add("plan", plan);
}

}  // namespace pgm::apps
