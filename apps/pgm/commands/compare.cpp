#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <io/file/file_bytes.hpp>
#include <pgm/core/error.hpp>
#include <pgm/graph/structure_comparison.hpp>
#include <pgm/inference/divergence.hpp>
#include <pgm/model/variable_matching.hpp>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {
namespace {

struct CompareRequest {
    std::string truth;
    std::string other;
};

struct NetworkComparison {
    StructureComparison structure;
    std::optional<double> divergence;  ///< null where it cannot be computed
    std::optional<Problem> why_not = {};
};

/// Why there is no divergence does not keep the structures from being compared.
NetworkComparison compare_networks(const Session& session, const io::ReadResult& first,
                                   const io::ReadResult& second) {
    const BayesianNetwork &truth = first.network, &other = second.network;
    const std::vector<VariableId> matched = match_variables(truth.variables(), other.variables());
    NetworkComparison result{
        .structure = compare_structures(truth.dag(), renumbered(other.dag(), matched)),
        .divergence = std::nullopt};
    try {
        io::require_all_tables(truth, first.tables_to_learn);
        io::require_all_tables(other, second.tables_to_learn);
        result.divergence = kullback_leibler_divergence(truth, other, engine_options(session));
    } catch (const Error& error) {
        result.why_not = problem_of(error);
        result.why_not->severity = Problem::Severity::note;
        result.why_not->message = "no divergence: " + result.why_not->message;
    }
    return result;
}

Fact fact_of(const char* key, const char* label, const Agreement& agreement) {
    const double precision = agreement.precision(), recall = agreement.recall();
    return {key, Report{{"precision", precision}, {"recall", recall}},
            Shown{label, "precision " + number_text(precision) + ", recall " + number_text(recall) +
                             " (" + std::to_string(agreement.shared) + " in both, " +
                             std::to_string(agreement.truth) + " in the first, " +
                             std::to_string(agreement.claimed) + " in the second)"}};
}

std::string divergence_text(const std::optional<double>& divergence) {
    if (!divergence) return "not computed";
    if (std::isinf(*divergence))
        return "infinite: the second holds something impossible that the first holds possible";
    return number_text(*divergence) + " nats from the first to the second";
}

Report report_of(const StructureComparison& structure, const std::optional<double>& divergence) {
    Report report{
        {"shd", "structural Hamming distance", structure.distance},
        {"shd_cpdag", "of the equivalence classes", structure.cpdag_distance},
        fact_of("skeleton", "skeleton", structure.skeleton),
        fact_of("arcs", "arcs", structure.arcs),
        fact_of("cpdag", "equivalence class", structure.cpdag),
        {"kl", divergence, Shown{"Kullback-Leibler divergence", divergence_text(divergence)}}};
    if (!divergence || std::isinf(*divergence)) report.add("kl_infinite", divergence.has_value());
    return report;
}

int compare(Session& session, const CompareRequest& request) {
    if (io::is_standard_stream(request.truth) && io::is_standard_stream(request.other))
        throw UsageError("only one of the models can come from standard input");
    const io::ReadResult truth = load_network_structure(session, request.truth),
                         other = load_network_structure(session, request.other);
    const NetworkComparison comparison =
        timed(session, [&] { return compare_networks(session, truth, other); });
    if (comparison.why_not) print_problem(*comparison.why_not);
    write(session, report_of(comparison.structure, comparison.divergence));
    return fine;
}

}  // namespace

Action set_up_compare(Options& options, Session& session) {
    const auto given = std::make_shared<CompareRequest>();
    options.argument("A", given->truth,
                     "Model file that is taken as the truth, or - for standard input");
    options.argument("B", given->other, "Model file over the same variables");
    return [given, &session] { return compare(session, *given); };
}

}  // namespace pgm::apps
