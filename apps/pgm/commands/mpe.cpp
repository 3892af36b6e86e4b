#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/density_report.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <apps/pgm/shell/asking.hpp>
#include <pgm/query/answer.hpp>

#include <map>
#include <memory>

namespace pgm::apps {
namespace {

struct MpeRequest {
    std::string model;
    EvidenceOptions evidence;
    std::size_t count = 1;
};

using Findings = std::map<VariableId, StateId>;

ReportRows rows_of_states(const BayesianNetwork& network, const Findings& findings) {
    return assignment_rows(network, States(findings.begin(), findings.end()));
}

/// For people, the known states come first and apart from those that were found, if there are any.
Report report_of(const BayesianNetwork& network, const Explanation& explanation,
                 const Findings& known, bool is_density) {
    const States found = states_of(explanation);
    Findings all(found.begin(), found.end());
    Findings inferred = all;
    std::erase_if(inferred, [&](const auto& finding) { return known.contains(finding.first); });
    all.insert(known.begin(), known.end());
    Report report{{"log_probability", explanation.log_probability},
                  {"log_evidence", explanation.log_evidence},
                  {"assignment", Members{rows_of_states(network, all)},
                   known.empty() ? Section{"", rows_of_states(network, inferred)}
                                 : Section{"given:", rows_of_states(network, known)}}};
    if (!known.empty() && !inferred.empty())
        report.add(Section{"most probable:", rows_of_states(network, inferred)});
    const std::string what =
        is_density ? "log density of assignment and evidence" : "log P(assignment, evidence)";
    const std::string posterior = probability_text_of_log(explanation.log_posterior);
    return report.add(Sentence{what + " = " + number_text(explanation.log_probability) + "   " +
                               equation_text("P(assignment | evidence)", posterior)});
}

/// The continuous variables given the most probable states: as a rule a normal distribution each,
/// whose mean is its most probable value.
std::vector<DensityAnswer> densities_given(const Solver& solver, const Given& given,
                                           const Explanation& best, Workspace& workspace) {
    const BayesianNetwork& network = solver.network();
    std::vector<VariableId> continuous;
    for (std::size_t v = 0; v < network.size(); ++v)
        if (!network.variables()[v].is_discrete()) continuous.emplace_back(v);
    if (continuous.empty()) return {};
    Given known;
    for (const auto& [variable, state] : states_of(best))
        known.conditions.push_back(is(variable, state));
    const ConditionedEngine prepared(solver, joined(given, known), workspace);
    return ask_densities(prepared.solver(), continuous, prepared.evidence(), workspace, false);
}

int mpe(Session& session, const MpeRequest& request) {
    const ModelEngine engine = load_engine(session, request.model);
    engine.answer_jointly(session);
    const BayesianNetwork& network = engine.network();
    const EvidenceFile evidence = request.evidence.read(network);
    EvidenceAnswers answers(session, evidence.is_array);
    Workspace workspace;
    const std::vector<Given>& sets = evidence.sets;
    const auto question = [&](std::size_t i) {
        return Query{MostProbableExplanationOf{request.count}, sets[i], "argmax(*)"};
    };
    const auto take = [&](std::size_t i, const Answer& best) {
        if (best.impossible())
            return answers.add_impossible(conflict_report(engine.joint(), sets[i]));
        const Findings known = fixed_states(network, sets[i]);
        Report report = report_of(network, best.explanation(), known, has_density(sets[i]));
        report.append(best_report(network, best, known));
        // In a workspace of its own: the explanation is good until that of the questions is used.
        Workspace other;
        const std::vector<DensityAnswer> densities =
            densities_given(engine.joint(), sets[i], best.explanation(), other);
        answers.add(report.append(densities_report(network, densities)));
    };
    ask_in_turn(session, engine.joint(), workspace, sets.size(), question, take);
    return answers.finish();
}

}  // namespace

Action set_up_mpe(Options& options, Session& session) {
    const auto given = std::make_shared<MpeRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    given->evidence.add_to(options);
    options.count("-k,--best", given->count, 1,
                  "The N most probable assignments, with their probabilities");
    add_chance_only(options, session);
    add_question_options(options, session);
    return [given, &session] { return mpe(session, *given); };
}

}  // namespace pgm::apps
