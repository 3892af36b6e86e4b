#include <apps/pgm/options/evidence_options.hpp>

#include <apps/pgm/report/report.hpp>
#include <apps/pgm/shell/errors.hpp>

namespace pgm::apps {
namespace {

void join(const BayesianNetwork& network, Evidence& evidence, const Evidence& more) {
    for (const auto& [variable, finding] : more) {
        const Finding* const known = evidence.find(variable);
        if (known && *known != finding)
            throw EvidenceError("there are two findings on variable '" +
                                    shown_name(network.variable(variable).name()) +
                                    "', and they differ",
                                {}, "each variable once, in -e or in the file");
        if (!known) evidence.add(variable, finding);
    }
}

}  // namespace

void EvidenceOptions::add_to(Options& options) {
    options.texts("-e,--evidence", texts, "FINDINGS",
                  "Findings: 'A=a, height=1.8', or do(A=a) for an intervention; may be repeated; "
                  "'' is no finding",
                  Options::Empty::allowed);
    options.text("--evidence-file", file, "FILE",
                 "JSON: one object {\"A\": \"a\", \"height\": 1.8, \"B\": [0.9, 0.2]} or an array "
                 "of them; an array value is a likelihood per state");
}

EvidenceFile EvidenceOptions::read(const BayesianNetwork& network) const {
    EvidenceFile evidence;
    if (file.empty()) {
        evidence.sets.emplace_back();
    } else {
        evidence = read_evidence_file(network, file);
    }
    for (const std::string& text : texts) {
        const Evidence more = with_caret(text, [&] { return parse_evidence(network, text); });
        for (Evidence& set : evidence.sets) join(network, set, more);
    }
    return evidence;
}

Evidence EvidenceOptions::read_one(const BayesianNetwork& network) const {
    EvidenceFile evidence = read(network);
    if (evidence.is_array)
        throw EvidenceError("this command takes one evidence set, not an array of them",
                            {.file = file});
    return std::move(evidence.sets.front());
}

}  // namespace pgm::apps
