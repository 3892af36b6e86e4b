// The chest clinic is that of Lauritzen and Spiegelhalter (1988). ALARM is that of Beinlich,
// Suermondt, Chavez and Cooper, "The ALARM monitoring system: a case study with two probabilistic
// inference techniques for belief networks" (1989). The distance of classes: Tsamardinos, Brown and
// Aliferis, "The max-min hill-climbing Bayesian network structure learning algorithm" (2006).
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>
#include <examples/structures.hpp>
#include <examples/tables.hpp>
#include <io/format/block/bif.hpp>
#include <learners/independence/data_test.hpp>
#include <learners/score/data_score.hpp>
#include <learners/search/learn_structure.hpp>
#include <pgm/graph/structure_comparison.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace pgm::examples {

BayesianNetwork monitoring_network() {
    return io::read_bif(table_text("alarm.bif")).network;
}

namespace {

constexpr std::uint64_t seed = 1;
constexpr std::size_t most_named = 2;  ///< of the missing edges

/// "distance 3: 2 of 8 edges missing, 0 too many"
std::string distance_text(const StructureComparison& compared) {
    const Agreement& edges = compared.skeleton;
    return "distance " + std::to_string(compared.cpdag_distance) + ": " +
           std::to_string(edges.truth - edges.shared) + " of " + std::to_string(edges.truth) +
           " edges missing, " + std::to_string(edges.claimed - edges.shared) + " too many";
}

/// What an algorithm finds in the rows, next to the graph they were drawn from.
void add_algorithm(Page& page, const Dataset& rows, const Dag& truth, const char* algorithm) {
    const Dag found =
        learners::learn_structure(rows, {.algorithm = learners::parse_search_algorithm(algorithm)},
                                  {.threads = 1})
            .dag;
    const PartiallyDirectedGraph missing =
        missing_in(PartiallyDirectedGraph(cpdag(found)), PartiallyDirectedGraph(cpdag(truth)));
    const std::size_t count = missing.edges().size() + missing.arcs().size();
    page.line(std::to_string(rows.rows()) + " rows, " + algorithm,
              distance_text(compare_structures(truth, found)),
              count > 0 && count <= most_named ? "missing: " + class_text(rows, missing) : "");
}

double g2(const Dataset& rows, const char* a, const char* b) {
    return learners::test_independence(rows, std::array{rows.id(a)}, std::array{rows.id(b)}, {},
                                       learners::G2{})
        .statistic;
}

double bic(const Dataset& rows, const Dag& dag) {
    return learners::total(learners::DataScore(rows), dag);
}

double best_bic(const Dataset& rows) {
    return learners::learn_structure(rows, {}, {.threads = 1}).score;
}

}  // namespace

void run_learning(std::ostream& out) {
    const BayesianNetwork clinic = asia_network(), monitoring = monitoring_network();
    const std::vector<Dataset> patients = {sampled_table(clinic, 1000, seed),
                                           sampled_table(clinic, 10000, seed),
                                           sampled_table(clinic, 100000, seed)};
    const Dataset records = sampled_table(monitoring, 10000, seed);
    Page page(out, "Learned back from samples: the chest clinic and ALARM");
    page.text(
            "We draw patients from the chest clinic, forget the network and learn one from the "
            "patients. Data tell a graph up to its\n"
            "class; hence the distance of the classes is what counts: the number of pairs that "
            "they join differently.")
        .model(clinic);
    for (const Dataset& rows : patients)
        for (const char* const algorithm : {"ges", "boss", "pc"})
            add_algorithm(page, rows, clinic.dag(), algorithm);
    page.text(
            "One of a hundred patients has been to Asia, one of two thousand has brought back "
            "tuberculosis. An arc with one parameter\n"
            "more raises BIC only if G2 exceeds ln(rows). The graph that is found then has a "
            "higher score than the true one.")
        .value("G2 of asia and tub in 10000 rows", g2(patients[1], "asia", "tub"),
               "ln(10000) = 9.21")
        .value("BIC of the true graph", bic(patients[1], clinic.dag()))
        .value("BIC of the best graph", best_bic(patients[1]))
        .value("G2 of asia and tub in 100000 rows", g2(patients[2], "asia", "tub"),
               "ln(100000) = 11.51")
        .text(
            "pc asks tests of independence. Given tub and lung nothing is left of either, which is "
            "their logical or: a test of it with\n"
            "what else depends on it has no degrees of freedom, finds no dependence, and is no "
            "reason to take the edge away.")
        .text(
            "ALARM, 37 variables of the monitoring of anaesthesia. pc overlooks edges and adds "
            "none; "
            "hc, which changes one arc at a time,\n"
            "adds some that make up for wrong directions; ges, which changes one edge of a class, "
            "adds fewer; boss, which searches the\n"
            "orders of the variables, finds the most edges. Its graph has a higher score than the "
            "true one.");
    for (const char* const algorithm : {"hc", "ges", "boss", "pc"})
        add_algorithm(page, records, monitoring.dag(), algorithm);
    page.value("BIC of the true graph", bic(records, monitoring.dag()))
        .value("BIC of the graph of boss", best_bic(records));
}

}  // namespace pgm::examples
