#include <examples/structures.hpp>
#include <examples/tables.hpp>
#include <learners/score/data_score.hpp>
#include <learners/search/learn_structure.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/all_dags.hpp>
#include <tests/support/catch.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// The sum of n ln n over counts.
double n_log_n(const std::vector<double>& counts) {
    double sum = 0;
    for (const double n : counts) sum += n == 0 ? 0 : n * std::log(n);
    return sum;
}

/// The classes of the graphs of the best score among all of three variables.
std::vector<Cpdag> best_classes(const Dataset& data) {
    const learners::DataScore score(data);
    double best = -INFINITY;
    for (const Dag& dag : all_dags(3)) best = std::max(best, learners::total(score, dag));
    std::vector<Cpdag> classes;
    for (const Dag& dag : all_dags(3))
        if (learners::total(score, dag) > best - 1e-9) classes.push_back(cpdag(dag));
    return classes;
}

Cpdag class_of(const Dataset& data, const char* structure) {
    return cpdag(examples::graph_over(data, structure));
}

}  // namespace

TEST_CASE("Equivalence: chains and the fork score alike, the collider by another formula",
          "[examples]") {
    const Dataset days = examples::weighted_table("fire.csv", "count");
    // Fire: 400 of 2000 days. Smoke: 360 of these and 160 of the others. Alarm: 416 of the 520 days
    // with smoke and 74 of the others.
    const double all = n_log_n({2000}), fire = n_log_n({400, 1600}),
                 fire_smoke = n_log_n({360, 40, 160, 1440}), smoke = n_log_n({520, 1480}),
                 smoke_alarm = n_log_n({416, 104, 74, 1406}), alarm = n_log_n({490, 1510}),
                 fire_alarm = n_log_n({290, 110, 200, 1400}),
                 cells = n_log_n({288, 72, 2, 38, 128, 32, 72, 1368}),
                 chain = fire_smoke + smoke_alarm - smoke - all - 5 * std::log(2000) / 2,
                 collider = fire + alarm - 2 * all + cells - fire_alarm - 6 * std::log(2000) / 2;
    const learners::DataScore score(days);
    const auto is = [](double value) { return Catch::Matchers::WithinRel(value, 1e-12); };
    for (const char* const structure :
         {"Fire -> Smoke -> Alarm", "Fire <- Smoke -> Alarm", "Fire <- Smoke <- Alarm"})
        CHECK_THAT(learners::total(score, examples::graph_over(days, structure)), is(chain));
    CHECK_THAT(learners::total(score, examples::graph_over(days, "Fire -> Smoke <- Alarm")),
               is(collider));
    CHECK_THAT(chain, Catch::Matchers::WithinAbs(-2223.985, 5e-4));
}

TEST_CASE("Equivalence: the best of all graphs are one class, with directions or without",
          "[examples]") {
    const Dataset days = examples::weighted_table("fire.csv", "count"),
                  tosses = examples::weighted_table("coins.csv", "count");
    CHECK(best_classes(days) == std::vector(3, class_of(days, "Fire -> Smoke -> Alarm")));
    CHECK(best_classes(tosses) == std::vector(1, class_of(tosses, "First -> Bell <- Second")));
    for (const Dataset& data : {days, tosses})
        CHECK(cpdag(learners::learn_structure(data, {.algorithm = learners::Exact{}}).dag) ==
              best_classes(data).front());
    CHECK(examples::class_text(days, PartiallyDirectedGraph(best_classes(days).front())) ==
          "Fire - Smoke, Smoke - Alarm");
}

TEST_CASE("Equivalence: equivalent networks see the same and do different things", "[examples]") {
    const Dataset days = examples::weighted_table("fire.csv", "count");
    struct Doing {
        const char* structure;
        double fire, alarm;  ///< when someone makes smoke
    };
    // 9/13 is 360/520, and 49/200 is 490/2000.
    for (const auto& [structure, fire, alarm] :
         {Doing{"Fire -> Smoke -> Alarm", 1.0 / 5, 4.0 / 5},
          Doing{"Fire <- Smoke -> Alarm", 9.0 / 13, 4.0 / 5},
          Doing{"Fire <- Smoke <- Alarm", 9.0 / 13, 49.0 / 200}}) {
        INFO(structure);
        const Expectation expected[] = {
            {"P(Fire=yes | Alarm=yes)", 29.0 / 49},
            {"P(Fire=yes, Smoke=no, Alarm=yes)", 2.0 / 2000},
            {"P(Fire=yes | do(Smoke=yes))", fire},
            {"P(Alarm=yes | do(Smoke=yes))", alarm},
        };
        check_answers(InferenceEngine(examples::network_over(days, structure)), expected);
    }
}

TEST_CASE("Equivalence: two coins and a bell, as fractions and as a closed form", "[examples]") {
    const Dataset tosses = examples::weighted_table("coins.csv", "count");
    const Expectation expected[] = {
        {"P(Second=heads | Bell=yes)", 2.0 / 3},
        {"P(Second=heads | Bell=yes, First=heads)", 1.0 / 2},
        {"P(Second=heads | Bell=yes, First=tails)", 1},
    };
    check_answers(InferenceEngine(examples::network_over(tosses, "First -> Bell <- Second")),
                  expected);
    const learners::DataScore score(tosses);
    const auto bic = [&](const char* structure) {
        return learners::total(score, examples::graph_over(tosses, structure));
    };
    const double two = std::log(2), three = std::log(3), rows = std::log(100);
    CHECK_THAT(bic("First -> Bell <- Second"),
               Catch::Matchers::WithinRel(-200 * two - 3 * rows, 1e-12));
    // First: 100 ln 1/2. Bell given First: 50 ln 1/2. Second given the bell: 50 ln 2/3 + 25 ln 1/3.
    CHECK_THAT(bic("First -> Bell -> Second"),
               Catch::Matchers::WithinRel(-100 * two - 75 * three - 2.5 * rows, 1e-12));
}
