#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/diagram_options.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/decision_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <io/strategy_file.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/decide/evaluation.hpp>

#include <memory>

namespace pgm::apps {
namespace {

struct DecideRequest {
    std::string model;
    DiagramOptions diagram;
    EvidenceOptions evidence;
    std::string strategy;
    std::string output;
    bool distribution = false, sensitivity = false;
};

int decide(Session& session, const DecideRequest& request) {
    const InfluenceDiagram diagram = request.diagram.load(session, request.model);
    DecisionOptions options = request.diagram.decision_options(session);
    if (!request.strategy.empty()) options.given = io::read_strategy(request.strategy, diagram);
    const Evidence evidence = request.diagram.findings(diagram, request.evidence);
    DecisionEngine engine(diagram, options);
    const DecisionSolution solution = timed(session, [&] { return engine.decide(evidence); });
    if (solution.status == PosteriorStatus::impossible) {
        AnswerList answers(session, false);
        answers.add({{"impossible", true}});
        answers.add_impossible("no strategy lets the findings occur together");
        return answers.finish();
    }
    const StrategyValue value =
        evaluate(diagram, solution.strategy, evidence, options.engine, request.distribution);
    if (!request.output.empty()) io::write_strategy(diagram, solution.strategy, request.output);
    std::vector<DecisionThreshold> thresholds;
    Report report = decision_report(diagram, solution, value);
    if (request.sensitivity) {
        thresholds = decision_thresholds(diagram, solution, evidence, options);
        report.append(thresholds_report(diagram, solution, thresholds));
    }
    write(session, report);
    return fine;
}

}  // namespace

Action set_up_decide(Options& options, Session& session) {
    const auto given = std::make_shared<DecideRequest>();
    options.argument("MODEL", given->model,
                     "File of an influence diagram, - for standard input, or its text");
    given->evidence.add_to(options);
    options.text("--strategy", given->strategy, "FILE",
                 "CSV of policies that are settled; the other decisions get the best beside them");
    options.text("-o,--output", given->output, "FILE", "Write the strategy as CSV");
    options.flag("--distribution", given->distribution,
                 "Also the distribution of the total utility under the strategy");
    options.flag("--sensitivity", given->sensitivity,
                 "Also the value of each number at which another alternative becomes the best");
    given->diagram.add_to(options);
    add_question_options(options, session);
    return [given, &session] { return decide(session, *given); };
}

}  // namespace pgm::apps
