#include <apps/pgm/options/evidence_options.hpp>

#include <apps/pgm/report/report.hpp>
#include <apps/pgm/shell/errors.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::apps {
namespace {

bool same(const Finding& a, const Finding& b) {
    const bool same_value = a.value == b.value || (std::isnan(a.value) && std::isnan(b.value));
    return a.kind == b.kind && a.state == b.state && same_value &&
           std::equal(a.likelihood.begin(), a.likelihood.end(), b.likelihood.begin(),
                      b.likelihood.end());
}

void join(const BayesianNetwork& network, Evidence& evidence, const Evidence& more) {
    for (std::size_t i = 0; i < more.size(); ++i) {
        const std::optional<Finding> known = evidence.find(more[i].variable);
        if (known && !same(*known, more[i]))
            throw EvidenceError("there are two findings on variable '" +
                                    shown_name(network.variable(more[i].variable).name()) +
                                    "', and they differ",
                                {}, "each variable once, in -e or in the file");
        if (!known) evidence.add(more[i]);
    }
}

}  // namespace

void EvidenceOptions::add_to(Options& options) {
    options.texts(
        "-e,--evidence", texts, "FINDINGS",
        "What is known: 'A=a, height=1.8', or do(A=a) for what was made so; may be repeated; "
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
