#include <examples/networks.hpp>
#include <examples/structures.hpp>
#include <learners/independence/data_test.hpp>
#include <learners/score/data_score.hpp>
#include <learners/search/learn_structure.hpp>
#include <pgm/graph/structure_comparison.hpp>
#include <pgm/model/structure_graph.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;

namespace {

Dag found_by(const char* algorithm, const Dataset& rows) {
    return learners::learn_structure(rows,
                                     {.algorithm = learners::parse_search_algorithm(algorithm)})
        .dag;
}

/// 2 sum n ln(n N / (n_a n_b)) of two columns with two states each.
double g2_of(const Dataset& rows, const char* first, const char* second) {
    double cells[2][2] = {};
    const Column &a = rows.column(first), &b = rows.column(second);
    for (std::size_t i = 0; i < rows.rows(); ++i) ++cells[a.state(i)->index()][b.state(i)->index()];
    double sum = 0;
    for (const std::size_t i : {0, 1})
        for (const std::size_t j : {0, 1}) {
            const double n = cells[i][j], expected = (cells[i][0] + cells[i][1]) *
                                                     (cells[0][j] + cells[1][j]) /
                                                     static_cast<double>(rows.rows());
            if (n > 0) sum += 2 * n * std::log(n / expected);
        }
    return sum;
}

}  // namespace

TEST_CASE("Learning: scores find the chest clinic but for the arc that the rows do not show",
          "[examples]") {
    const BayesianNetwork clinic = examples::asia_network();
    for (const std::size_t count : {1000, 10000, 100000}) {
        const Dataset rows = examples::sampled_table(clinic, count, 1);
        const bool shown = g2_of(rows, "asia", "tub") > std::log(static_cast<double>(count));
        CHECK(shown == (count == 100000));
        Dag expected = examples::graph_over(
            rows,
            "tub -> either <- lung <- smoke -> bronc -> dysp; either -> xray; either -> dysp");
        if (shown)
            expected.add_arc(VariableId(rows.id("asia").index()),
                             VariableId(rows.id("tub").index()));
        for (const char* const algorithm : {"ges", "boss"})
            CHECK(markov_equivalent(found_by(algorithm, rows), expected));
        const learners::DataScore score(rows);
        CHECK(learners::total(score, found_by("boss", rows)) >=
              learners::total(score, clinic.dag()) - 1e-9);
    }
}

TEST_CASE("Learning: given the causes, either depends on nothing, and pc keeps its effects",
          "[examples]") {
    const InferenceEngine engine(examples::asia_network());
    const Expectation expected[] = {
        {"P(xray=yes | lung=yes, tub=no, either=yes)", 0.98},
        {"P(xray=yes | lung=yes, tub=no)", 0.98},
        {"P(xray=yes | lung=no, tub=no)", 0.05},
    };
    check_answers(engine, expected);
    const Dataset rows = examples::sampled_table(engine.network(), 100000, 1);
    const Dag dag = found_by("pc", rows);
    const auto adjacent = [&](const char* a, const char* b) {
        return PartiallyDirectedGraph(dag).adjacent(VariableId(rows.id(a).index()),
                                                    VariableId(rows.id(b).index()));
    };
    CHECK(adjacent("either", "xray"));
    CHECK(adjacent("either", "dysp"));
    CHECK_FALSE(adjacent("lung", "xray"));
    CHECK_FALSE(adjacent("tub", "dysp"));
    CHECK(adjacent("either", "tub"));
    CHECK(adjacent("asia", "tub"));
}

TEST_CASE("Learning: ALARM has the size of its book, and boss finds the most of its edges",
          "[examples]") {
    const BayesianNetwork alarm = examples::monitoring_network();
    CHECK(alarm.size() == 37);
    CHECK(alarm.dag().arc_count() == 46);
    CHECK(parameter_count(alarm) == 509);
    const Dataset rows = examples::sampled_table(alarm, 10000, 1);
    const auto compared = [&](const char* algorithm) {
        return compare_structures(alarm.dag(), found_by(algorithm, rows));
    };
    const StructureComparison boss = compared("boss"), pc = compared("pc");
    CHECK(boss.cpdag_distance <= 5);
    CHECK(pc.cpdag_distance <= 5);
    CHECK(pc.skeleton.precision() == 1);
    CHECK(boss.skeleton.recall() > pc.skeleton.recall());
    for (const char* const other : {"hc", "ges"})
        CHECK(compared(other).cpdag_distance > boss.cpdag_distance);
    const learners::DataScore score(rows);
    CHECK(learners::total(score, found_by("boss", rows)) > learners::total(score, alarm.dag()));
}
