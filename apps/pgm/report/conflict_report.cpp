#include <apps/pgm/report/conflict_report.hpp>

#include <pgm/core/text/characters.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

std::string joined(const std::vector<std::string>& findings) {
    constexpr std::size_t most = 12, columns = 60;
    const std::size_t shown = std::min(findings.size(), most), hidden = findings.size() - shown;
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == shown && hidden == 0;
        text += (i == 0 ? "" : last ? " and " : ", ") + shortened(findings[i], columns);
    }
    return hidden == 0 ? text : text + " and " + std::to_string(hidden) + " more";
}

ConflictReport report_of(const BayesianNetwork& network, const Given& conflict, bool is_density) {
    ConflictReport report{.findings = format_parts(network, conflict), .is_density = is_density};
    for (std::size_t i = 0; i < conflict.conditions.size(); ++i) {
        // Beside other findings, an `or` without parentheses could be read as one between those.
        if (conflict.conditions[i].kind() != ExpressionKind::disjunction) continue;
        report.findings[i] = "(" + report.findings[i] + ")";
    }
    std::ranges::sort(report.findings);
    return report;
}

}  // namespace

std::string ConflictReport::sentence() const {
    const std::string zero =
        is_density ? "the evidence has density zero" : "the evidence has probability zero";
    if (findings.empty()) return zero;
    return zero + ": " + joined(findings) +
           (findings.size() == 1 ? " cannot be true" : " cannot be true together");
}

ConflictReport conflict_report(const Solver& solver, const Given& given) {
    return report_of(solver.network(), minimal_conflict(solver, given), has_density(given));
}

}  // namespace pgm::apps
