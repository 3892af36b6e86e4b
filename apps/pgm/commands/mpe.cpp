#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/network_json.hpp>
#include <apps/pgm/report/wording.hpp>

#include <map>
#include <memory>

namespace pgm::apps {
namespace {

struct MpeRequest {
    std::string model;
    EvidenceOptions evidence;
};

using States = std::map<VariableId, StateId>;

/// The names side by side, as a network asks for them.
struct Assignment {
    std::vector<VariableId> variables;
    std::vector<StateId> states;

    explicit Assignment(const States& all) {
        for (const auto& [variable, state] : all) {
            variables.push_back(variable);
            states.push_back(state);
        }
    }
};

States inferred_states(const Explanation& explanation) {
    States states;
    for (std::size_t i = 0; i < explanation.states.size(); ++i)
        states.emplace(explanation.variables[i], explanation.states[i]);
    return states;
}

void write_json(JsonText& json, const BayesianNetwork& network, const Explanation& explanation,
                const States& known) {
    json.begin_object()
        .key("log_probability")
        .number(explanation.log_probability)
        .key("log_evidence")
        .number(explanation.log_evidence);
    States all = inferred_states(explanation);
    all.insert(known.begin(), known.end());
    const auto [variables, states] = Assignment(all);
    write_assignment(json.key("assignment"), network, variables, states);
    json.end_object();
}

std::string block_text(const std::string& title, const BayesianNetwork& network,
                       const States& all) {
    const auto [variables, states] = Assignment(all);
    return title + assignment_text(network, variables, states);
}

/// What was known comes first and apart from what was found. Where nothing was, all is found.
std::string text_of(const BayesianNetwork& network, const Explanation& explanation,
                    const States& known, bool is_density) {
    const States inferred = inferred_states(explanation);
    const std::string what =
        is_density ? "log density of assignment and evidence" : "log P(assignment, evidence)";
    const std::string posterior = probability_text_of_log(explanation.log_posterior);
    std::string text = known.empty() ? "" : block_text("given:\n", network, known);
    if (known.empty()) {
        text += block_text("", network, inferred);
    } else if (!inferred.empty()) {
        text += block_text("most probable:\n", network, inferred);
    }
    return text + what + " = " + number_text(explanation.log_probability) + "   " +
           equation_text("P(assignment | evidence)", posterior) + "\n";
}

int mpe(Session& session, const MpeRequest& request) {
    const MixtureEngine engine = load_engine(session, request.model);
    const BayesianNetwork& network = engine.network();
    const EvidenceFile evidence = request.evidence.read(network);
    AnswerList answers(session, evidence.is_array);
    MixtureWorkspace workspace;
    for (const Given& set : evidence.sets) {
        const Query question = {MostProbableExplanationOf{}, set, "argmax(*)"};
        const auto ask = [&] { return engine.answer(question, workspace); };
        const Answer answer = timed(session, ask, [&] { return workspace.compile_seconds; });
        if (answer.impossible()) {
            answers.add_impossible(conflict_report(engine, set));
            continue;
        }
        const Explanation& best = answer.explanation();
        const States known = fixed_states(network, set);
        answers.add(
            [&](JsonText& json) { write_json(json, network, best, known); },
            [&](Output& out) { out.write(text_of(network, best, known, has_density(set))); });
    }
    return answers.finish();
}

}  // namespace

Action set_up_mpe(Options& options, Session& session) {
    const auto given = std::make_shared<MpeRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    given->evidence.add_to(options);
    add_work_limit(options, session);
    return [given, &session] { return mpe(session, *given); };
}

}  // namespace pgm::apps
