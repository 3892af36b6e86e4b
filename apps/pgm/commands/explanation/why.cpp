#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/explain/findings.hpp>
#include <pgm/explain/relevant.hpp>
#include <pgm/query/answer.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

namespace pgm::apps {
namespace {

struct WhyRequest {
    std::string model, query, relevant;
    EvidenceOptions evidence;
    std::size_t tries = 1024;
};

constexpr std::size_t most_shown = 5;

/// {"no":0.2,"yes":null}
Report alternatives_of(const BayesianNetwork& network, const FindingEffect& effect) {
    Report object;
    for (std::size_t s = 0; s < effect.alternatives.size(); ++s)
        object.add(network.variable(*effect.variable).states()[s], effect.alternatives[s]);
    return object;
}

/// "no 0.2, perhaps 0.4" of the states that were not found.
std::string alternatives_text(const BayesianNetwork& network, const FindingEffect& effect) {
    std::vector<std::string> texts;
    for (std::size_t s = 0; s < effect.alternatives.size(); ++s) {
        const std::string& state = network.variable(*effect.variable).states()[s];
        if (effect.state == StateId(s) || !effect.alternatives[s]) continue;
        texts.push_back(shown_name(state) + " " + probability_text(*effect.alternatives[s]));
    }
    return first_few(texts, most_shown, [](const std::string& text) { return text; });
}

Report findings_report(const BayesianNetwork& network, const FindingAnalysis& found) {
    constexpr double decibans = 10 / std::numbers::ln10;
    double heaviest = 0;
    for (const FindingEffect& effect : found.findings)
        if (std::isfinite(effect.weight_of_evidence))
            heaviest = std::max(heaviest, std::abs(effect.weight_of_evidence));
    const auto row = [&](const FindingEffect& effect) {
        const double weight = effect.weight_of_evidence;
        const std::string bar = bar_text(std::min(1.0, std::abs(weight) / heaviest) / 2);
        return Report{{"finding", "finding", effect.finding},
                      {"without", "without it", effect.without, Align::right},
                      {"weight_of_evidence", "nats", weight, Align::right},
                      {"decibans", "decibans", weight * decibans, Align::right},
                      Shown{"weight", weight == 0 ? "" : (weight > 0 ? "for " : "against ") + bar},
                      {"alternatives", alternatives_of(network, effect),
                       Shown{"with another state", alternatives_text(network, effect)}}};
    };
    Report report{
        {"query", found.query.text,
         Sentence{equation_text(found.query.text, probability_text(found.posterior))}},
        {"posterior", found.posterior},
        {"prior", found.prior, Sentence{"  before the findings " + probability_text(found.prior)}}};
    const bool is_several = found.findings.size() > 1;
    report.add("conflict", found.conflict,
               !is_several ? Fact::Form()
                           : Sentence{"  conflict of the findings " + number_text(found.conflict) +
                                      (found.conflict > 0 ? " nats: a rare case, or an error"
                                                          : " nats: they support each other")});
    return report.add("findings", Section{.title = "", .rows = rows_of(found.findings, row)});
}

Report decisive_report(const BayesianNetwork& network, const DecisiveFindings& found) {
    const Variable& variable = network.variable(found.variable);
    const auto equation = [&](StateId state) {
        return assignment_text(network, {{found.variable, state}});
    };
    const std::string best = equation(found.most_probable);
    Report report{{"most_probable", variable.state(found.most_probable)}};
    const auto change = [&](const FindingChange& one) {
        return Report{{"change", assignment_object(network, one.to),
                       Shown{"", assignment_text(network, one.to)}},
                      {"most_probable", variable.state(one.most_probable),
                       Shown{"", equation(one.most_probable)}},
                      {"probability", "", one.probability, Align::right}};
    };
    const std::string searched = found.sufficient
                                     ? ""
                                     : "; changes of more than " + std::to_string(found.examined) +
                                           " findings were not all tried";
    const std::string title =
        found.changes.empty()
            ? "no change of the findings makes another state more probable than " + best
            : "the smallest change after which " + best + " is not the most probable state";
    report.add("smallest_changes",
               Section{.title = title + searched + (found.changes.empty() ? "" : ":"),
                       .rows = rows_of(found.changes, change),
                       .most = most_shown});
    if (!found.sufficient) return report.add("sufficient", Value());
    std::vector<std::vector<std::string>> sets;
    for (const std::vector<VariableId>& set : *found.sufficient)
        sets.push_back(names_of(network, set));
    const std::string enough =
        "enough for it, whatever the other findings were: " +
        first_few(*found.sufficient, most_shown, [&](const std::vector<VariableId>& set) {
            return "{" + joined_names(network, set) + "}";
        });
    return report.add("sufficient", sets,
                      found.changes.empty() ? Fact::Form() : Fact::Form(Sentence{enough}));
}

Report relevant_report(const BayesianNetwork& network,
                       const std::vector<RelevantExplanation>& best) {
    const auto row = [&](const RelevantExplanation& one) {
        const States states = states_of(one.variables, one.states);
        return Report{{"explanation", assignment_object(network, states),
                       Shown{"most relevant", assignment_text(network, states)}},
                      {"bayes_factor", "Bayes factor", one.bayes_factor, Align::right},
                      {"dominated", one.is_dominated,
                       Shown{"", one.is_dominated ? "varies a better one" : ""}}};
    };
    return {{"most_relevant", Section{.title = "", .rows = rows_of(best, row)}}};
}

int why(Session& session, const WhyRequest& request) {
    const ModelEngine engine = load_engine(session, request.model);
    const BayesianNetwork& network = engine.network();
    const Query query = request.evidence.read_question(network, request.query);
    engine.answer_jointly(session, variables_asked_about(query), variables_set(query));
    AnswerList answers(session, false);
    const Answer answered = answer(engine.joint(), query);
    if (answered.impossible()) {
        answers.add_impossible(engine.joint(), answered);
        return answers.finish();
    }
    const FindingAnalysis found =
        timed(session, [&] { return analyse_findings(engine.joint(), query); });
    if (found.query.text != query.text)
        print_note("the event is the most probable state: " + visible(found.query.text));
    const DecisiveFindings decisive = decisive_findings(engine.joint(), query, request.tries);
    std::vector<RelevantExplanation> relevant;
    if (!request.relevant.empty())
        relevant = most_relevant_explanations(
            engine.joint(), parse_variables(network, request.relevant), query.given, most_shown);
    Report report = findings_report(network, found);
    if (decisive.findings > 0) report.append(decisive_report(network, decisive));
    answers.add(report.append(relevant_report(network, relevant)));
    return answers.finish();
}

}  // namespace

Action set_up_why(Options& options, Session& session) {
    const auto given = std::make_shared<WhyRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    options.argument("QUERY", given->query,
                     "'P(A=a | B=b, C=c)', the findings B and C are weighed; of 'P(A | ..)' for "
                     "the most probable state");
    given->evidence.add_to(options);
    options.text("--relevant", given->relevant, "NAMES",
                 "Also the most relevant explanations of the findings by these variables");
    options.count("--tries", given->tries, 0,
                  "Changes of findings that are tried, to find the smallest that matters; default: "
                  "1024");
    add_chance_only(options, session);
    add_question_options(options, session);
    return [given, &session] { return why(session, *given); };
}

}  // namespace pgm::apps
