#include <apps/pgm/options/diagram_options.hpp>

#include <pgm/decide/decision_query.hpp>

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
    return findings_of(diagram, evidence.read_one(diagram.network()));
}

}  // namespace pgm::apps
