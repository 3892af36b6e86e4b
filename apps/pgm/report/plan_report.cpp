#include <apps/pgm/report/plan_report.hpp>

#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/report/graph_report.hpp>
#include <apps/pgm/report/network_json.hpp>
#include <apps/pgm/report/wording.hpp>
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

void write_json(JsonText& json, const BayesianNetwork& network, const PlanPrediction& prediction) {
    if (prediction.impossible) {
        json.null();
        return;
    }
    const PlanPrediction::Candidate& taken = prediction.candidates[prediction.taken];
    json.begin_object().key("kind").string(text_of(taken.kind).key);
    json.key("compile_ms")
        .number(taken.compile_seconds * milliseconds)
        .key("run_ms")
        .number(prediction.run_seconds * milliseconds);
    json.key("multiplications")
        .count(prediction.cost.multiplications)
        .key("instructions")
        .count(prediction.cost.instructions);
    json.key("arena_bytes")
        .count(prediction.cost.arena_bytes)
        .key("largest_clique_cells")
        .count(taken.largest_clique_cells);
    write_names(json.key("largest_clique"), network, taken.largest_clique);
    json.key("candidates").begin_array();
    for (const PlanPrediction::Candidate& candidate : prediction.candidates) {
        json.begin_object()
            .key("kind")
            .string(text_of(candidate.kind).key)
            .key("compile_ms")
            .number(candidate.compile_seconds * milliseconds);
        json.key("run_ms")
            .number(candidate.run_seconds * milliseconds)
            .key("largest_clique_cells")
            .count(candidate.largest_clique_cells)
            .end_object();
    }
    json.end_array().key("graph");
    prediction.graph ? write_graph(json, network, *prediction.graph) : void(json.null());
    json.end_object();
}

std::string time_text(double seconds) {
    return to_text(seconds * milliseconds, 3) + " ms";
}

std::string text_of(const BayesianNetwork& network, const PlanPrediction& prediction) {
    using Align = TextTable::Align;
    const PlanPrediction::Candidate& taken = prediction.candidates[prediction.taken];
    TextTable cost({Align::left, Align::left});
    cost.add({"plan", text_of(taken.kind).description});
    cost.add({"largest clique", counted(count_text(taken.largest_clique_cells), "cell") +
                                    (taken.largest_clique.empty()
                                         ? ""
                                         : ": " + joined_names(network, taken.largest_clique))});
    cost.add({"run", "about " + time_text(prediction.run_seconds) + ": " +
                         counted(count_text(prediction.cost.multiplications), "multiplication") +
                         " in " + counted(prediction.cost.instructions, "instruction") +
                         ", working memory of " +
                         bytes_text(static_cast<double>(prediction.cost.arena_bytes))});
    TextTable candidates({Align::left, Align::right, Align::right, Align::right, Align::left});
    candidates.add({"plan", "compile", "run", "largest clique"});
    for (const PlanPrediction::Candidate& candidate : prediction.candidates) {
        candidates.add({text_of(candidate.kind).description, time_text(candidate.compile_seconds),
                        time_text(candidate.run_seconds),
                        counted(count_text(candidate.largest_clique_cells), "cell"),
                        &candidate == &taken ? "taken" : ""});
    }
    return cost.text() + "\nPredicted:\n" + candidates.text(2) +
           (prediction.graph ? graph_text(network, *prediction.graph) : "");
}

}  // namespace

void report_plan(Session& session, const BayesianNetwork& network, const Given& given,
                 JsonText& json) {
    const auto [extended, evidence, contradictory] = conditioned(network, given);
    const MixtureEngine engine({{extended}}, engine_options(session));
    const PlanPrediction prediction = contradictory ? PlanPrediction{.impossible = true}
                                                    : engine.single()->plan_prediction(evidence);
    if (session.json) {
        write_json(json.key("plan"), extended, prediction);
    } else if (prediction.impossible) {
        const MixtureEngine original({{network}}, engine_options(session));
        const std::string why = conflict_report(original, given).sentence();
        session.out.write("\nplan           none: " + visible(why) + "\n");
    } else {
        session.out.write("\n" + text_of(extended, prediction));
    }
}

}  // namespace pgm::apps
