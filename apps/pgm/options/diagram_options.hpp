#pragma once

#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/options/options.hpp>
#include <apps/pgm/shell/session.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/decide/influence_diagram.hpp>

#include <string>

namespace pgm::apps {

/// The options --limited and --risk-tolerance of the commands that decide.
struct DiagramOptions {
    bool limited = false;
    std::string risk_tolerance;

    void add_to(Options& options);

    /// Reads a diagram from a file, standard input or a text.
    InfluenceDiagram load(Session& session, const std::string& model) const;
    DecisionOptions decision_options(const Session& session) const;
    /// The findings of -e and --evidence-file. Throws as findings_of() does.
    Evidence findings(const InfluenceDiagram& diagram, const EvidenceOptions& evidence) const;
};

}  // namespace pgm::apps
