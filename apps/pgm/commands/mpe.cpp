#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/network_json.hpp>
#include <apps/pgm/report/report.hpp>

#include <memory>

namespace pgm::apps {
namespace {

struct MpeRequest {
    std::string model;
    EvidenceOptions evidence;
};

void write_json(JsonText& json, const BayesianNetwork& network, const Explanation& explanation) {
    json.begin_object()
        .key("log_probability")
        .number(explanation.log_probability)
        .key("log_evidence")
        .number(explanation.log_evidence);
    write_assignment(json.key("assignment"), network, explanation.variables, explanation.states);
    json.end_object();
}

std::string text_of(const BayesianNetwork& network, const Explanation& explanation,
                    const Evidence& evidence) {
    const std::string what = has_density(evidence) ? "log density of assignment and evidence"
                                                   : "log P(assignment, evidence)";
    const std::string posterior = probability_text_of_log(explanation.log_posterior);
    return assignment_text(network, explanation.variables, explanation.states) + what + " = " +
           number_text(explanation.log_probability) + "   " +
           equation_text("P(assignment | evidence)", posterior) + "\n";
}

int mpe(Session& session, const MpeRequest& request) {
    const MixtureEngine engine = load_engine(session, request.model);
    const BayesianNetwork& network = engine.network();
    const EvidenceFile evidence = request.evidence.read(network);
    AnswerList answers(session, evidence.is_array);
    MixtureWorkspace workspace;
    for (const Evidence& set : evidence.sets) {
        const auto ask = [&] { return engine.most_probable_explanation(set, workspace); };
        const Explanation explanation =
            timed(session, ask, [&] { return workspace.compile_seconds; });
        if (explanation.status == PosteriorStatus::impossible) {
            answers.add_impossible(conflict_report(engine, set));
        } else {
            answers.add([&](JsonText& json) { write_json(json, network, explanation); },
                        [&](Output& out) { out.write(text_of(network, explanation, set)); });
        }
    }
    return answers.finish();
}

}  // namespace

Action set_up_mpe(Options& options, Session& session) {
    const auto given = std::make_shared<MpeRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    given->evidence.add_to(options);
    return [given, &session] { return mpe(session, *given); };
}

}  // namespace pgm::apps
