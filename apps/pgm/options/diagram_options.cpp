#include <apps/pgm/options/diagram_options.hpp>

#include <pgm/core/error.hpp>
#include <pgm/decide/strategy.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/answer.hpp>

namespace pgm::apps {

void DiagramOptions::add_to(Options& options) {
    options.flag("--limited", limited,
                 "Each decision knows its parents only; default: what was known or decided before, "
                 "too");
    options.text("--risk-tolerance", risk_tolerance, "R",
                 "Exponential utility, 1 - exp(-U / R): certainty equivalents in place of expected "
                 "utilities");
}

InfluenceDiagram DiagramOptions::load(Session& session, const std::string& model) const {
    return diagram_of(session, model, limited);
}

DecisionOptions DiagramOptions::decision_options(const Session& session) const {
    DecisionOptions options{.engine = engine_options(session)};
    if (!risk_tolerance.empty())
        options.risk_tolerance =
            parse_number_option("--risk-tolerance", risk_tolerance, "a positive number", 0);
    return options;
}

Evidence DiagramOptions::findings(const InfluenceDiagram& diagram,
                                  const EvidenceOptions& evidence) const {
    if (!evidence.given()) return {};
    return plain_findings(diagram, evidence.read_one(diagram.network()));
}

Evidence plain_findings(const InfluenceDiagram& diagram, const Given& given) {
    const InferenceEngine engine(with_strategy(diagram, {}));
    Workspace workspace;
    const ConditionedEngine conditioned(engine, given, workspace);
    if (conditioned.contradictory())
        throw EvidenceError("the findings contradict each other");
    if (&conditioned.solver() != &engine)
        throw ArgumentError("a finding on several variables together, or on a number, cannot be "
                            "weighed with decisions",
                            "name the state of each variable: -e 'A=a, B=b'");
    return conditioned.evidence();
}

}  // namespace pgm::apps
