#include <learners/search/learn_structure.hpp>

#include <learners/independence/data_test.hpp>
#include <learners/independence/independence_test.hpp>
#include <learners/score/data_score.hpp>
#include <learners/score/decomposable_score.hpp>
#include <pgm/core/error.hpp>
#include <pgm/graph/equivalence.hpp>
#include <tests/learners/search/structure_scores.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/sampled_data.hpp>

#include <limits>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

/// Those that a score is enough for.
const std::vector<SearchAlgorithm> all_algorithms = {
    HillClimbing{},
    HillClimbing{.restarts = 3, .seed = 5},
    Tabu{},
    Tabu{.length = 3, .escapes = 20, .restarts = 1},
    Ges{},
    Boss{},
    Boss{.restarts = 2, .seed = 2},
    Exact{},
    ChowLiuTree{}};

/// A tree can have no vertex with two required parents.
bool is_possible(const SearchAlgorithm& algorithm, const Constraints& constraints,
                 std::size_t size) {
    if (!std::holds_alternative<ChowLiuTree>(algorithm)) return true;
    const Dag required(size, constraints.required);
    for (std::size_t v = 0; v < size; ++v)
        if (required.in_degree(VariableId(v)) > 1) return false;
    return true;
}

/// The chest clinic of Lauritzen and Spiegelhalter (1988), with an X-ray and an `either` that err:
/// a function of its parents would hide arcs.
BayesianNetwork noisy_asia() {
    NetworkBuilder net = NetworkBuilder::parse(
        "asia{yes|no} -> tub{yes|no}; smoke{yes|no} -> lung{yes|no}; smoke -> bronc{yes|no}; "
        "lung -> either{yes|no} <- tub; either -> xray{yes|no}; bronc -> dysp{yes|no} <- either");
    net.cpt("asia").values({0.01, 0.99});
    net.cpt("tub").row("asia=yes", {0.05, 0.95}).row("asia=no", {0.01, 0.99});
    net.cpt("smoke").values({0.5, 0.5});
    net.cpt("lung").row("smoke=yes", {0.1, 0.9}).row("smoke=no", {0.01, 0.99});
    net.cpt("bronc").row("smoke=yes", {0.6, 0.4}).row("smoke=no", {0.3, 0.7});
    net.cpt("either").row("lung=no, tub=no", {0.02, 0.98}).otherwise({0.98, 0.02});
    net.cpt("xray").row("either=yes", {0.98, 0.02}).row("either=no", {0.05, 0.95});
    net.cpt("dysp")
        .row("bronc=yes, either=yes", {0.9, 0.1})
        .row("bronc=no, either=yes", {0.7, 0.3})
        .row("bronc=yes, either=no", {0.8, 0.2})
        .row("bronc=no, either=no", {0.1, 0.9});
    return net.build();
}

double best_by_enumeration(const DecomposableScore& score, const Constraints& constraints) {
    const AllowedArcs allowed(score.variables(), constraints);
    double best = -std::numeric_limits<double>::infinity();
    for_each_dag(score.variables(), [&](const Dag& dag) {
        if (allowed.obeyed_by(dag)) best = std::max(best, total(score, dag));
    });
    return best;
}

}  // namespace

TEST_CASE("Searches: none ever breaks a rule, and each says its true score",
          "[learners][search][property]") {
    Rng rng(1);
    for (int trial = 0; trial < 300; ++trial) {
        const std::size_t size = 1 + rng.below(7);
        const RandomScore score(rng(), size, 0.3 * rng.uniform());
        const Constraints constraints = random_constraints(rng, size);
        const AllowedArcs allowed(size, constraints);
        for (const SearchAlgorithm& algorithm : all_algorithms) {
            if (!is_possible(algorithm, constraints, size)) continue;
            INFO("trial " << trial << ", " << format(algorithm));
            const LearnedStructure learned = learn_structure(score, algorithm, constraints);
            CHECK(allowed.obeyed_by(learned.dag));
            CHECK(learned.score == total(score, learned.dag));
            CHECK_FALSE(learned.partial);
        }
    }
}

TEST_CASE("Searches: none beats the best of all DAGs, and the exact one reaches it",
          "[learners][search]") {
    Rng rng(2);
    for (int trial = 0; trial < 30; ++trial) {
        const std::size_t size = 1 + rng.below(4);
        const RandomScore score(rng(), size, 0.1);
        const Constraints constraints =
            trial % 2 == 0 ? Constraints{} : random_constraints(rng, size);
        const double best = best_by_enumeration(score, constraints);
        for (const SearchAlgorithm& algorithm : all_algorithms) {
            if (!is_possible(algorithm, constraints, size)) continue;
            INFO("trial " << trial << ", " << format(algorithm));
            const double found = learn_structure(score, algorithm, constraints).score;
            CHECK(found <= best + 1e-12);
            if (std::holds_alternative<Exact>(algorithm))
                CHECK(found == Approx(best).margin(1e-12));
        }
    }
}

TEST_CASE("Searches: the number of threads changes nothing", "[learners][search]") {
    Rng rng(3);
    for (int trial = 0; trial < 20; ++trial) {
        const std::size_t size = 5 + rng.below(5);
        const RandomScore score(rng(), size, 0.2);
        const Constraints constraints = random_constraints(rng, size);
        for (const SearchAlgorithm& algorithm : all_algorithms) {
            if (!is_possible(algorithm, constraints, size)) continue;
            INFO("trial " << trial << ", " << format(algorithm));
            const LearnedStructure one =
                learn_structure(score, algorithm, constraints, {.threads = 1});
            CHECK(one == learn_structure(score, algorithm, constraints, {.threads = 4}));
            CHECK(one == learn_structure(score, algorithm, constraints, {.threads = 4}));
        }
    }
}

TEST_CASE("Searches: stopped after any number of questions they return something valid, marked so",
          "[learners][search]") {
    Rng rng(4);
    const std::size_t size = 9;
    const RandomScore score(rng(), size, 0.2);
    for (int rules = 0; rules < 3; ++rules) {
        const Constraints constraints = random_constraints(rng, size);
        const AllowedArcs allowed(size, constraints);
        for (const SearchAlgorithm& algorithm : all_algorithms) {
            if (!is_possible(algorithm, constraints, size)) continue;
            for (const int questions : {0, 1, 2, 3, 4, 5, 7, 10, 15, 30}) {
                INFO(format(algorithm) << " stopped at question " << questions);
                int asked = 0;
                bool stopped = false;
                const LearnedStructure learned = learn_structure(
                    score, algorithm, constraints,
                    {.proceed =
                         [&](const SearchProgress& progress) {
                             CHECK((progress.fraction >= 0 && progress.fraction <= 1));
                             CHECK_FALSE(stopped);
                             stopped = asked++ == questions;
                             return !stopped;
                         },
                     .threads = 2});
                CHECK(learned.partial == stopped);
                CHECK(allowed.obeyed_by(learned.dag));
                CHECK(learned.score == total(score, learned.dag));
            }
        }
    }
}

TEST_CASE("Searches: without time they return what is required", "[learners][search]") {
    const RandomScore score(7, 6);
    const VariableId a(std::size_t{0}), b(std::size_t{1});
    for (const SearchAlgorithm& algorithm : all_algorithms) {
        INFO(format(algorithm));
        const LearnedStructure learned =
            learn_structure(score, algorithm, {.required = {{a, b}}},
                            {.time_limit = std::chrono::duration<double>(0)});
        CHECK(learned.partial);
        CHECK(learned.dag == Dag(6, std::vector<Arc>{{a, b}}));
    }
    CHECK_THROWS_AS(hill_climbing(score, {}, {.time_limit = std::chrono::duration<double>(-1)}),
                    ArgumentError);
}

TEST_CASE("Searches: hill climbing never goes down, and tabu is never worse",
          "[learners][search]") {
    Rng rng(5);
    for (int trial = 0; trial < 50; ++trial) {
        const std::size_t size = 2 + rng.below(10);
        const RandomScore score(rng(), size, 0.2);
        const Constraints constraints = random_constraints(rng, size);
        double last = -std::numeric_limits<double>::infinity();
        const LearnedStructure climbed =
            hill_climbing(score, constraints, {.proceed = [&](const SearchProgress& progress) {
                              CHECK(progress.score >= last);
                              last = progress.score;
                              return true;
                          }});
        CHECK(climbed.score >= last);
        CHECK(tabu_search(score, constraints).score >= climbed.score);
        CHECK(hill_climbing(score, constraints, {}, {.restarts = 5}).score >= climbed.score);
    }
}

TEST_CASE("Searches: BOSS is never worse than the searches it begins with", "[learners][search]") {
    Rng rng(9);
    for (int trial = 0; trial < 20; ++trial) {
        const std::size_t size = 2 + rng.below(6);
        const RandomScore score(rng(), size, 0.2);
        const Constraints constraints = random_constraints(rng, size);
        const double best = boss(score, constraints).score;
        const double margin = 1e-9;
        CHECK(best >= greedy_equivalence_search(score, constraints).score - margin);
        CHECK(best >= tabu_search(score, constraints).score - margin);
    }
}

TEST_CASE("Searches: after its forward phase no arc more helps GES in any member of the class",
          "[learners][search]") {
    Rng rng(10);
    for (int trial = 0; trial < 3; ++trial) {
        const NetworkScore score(informative_network(rng, random_dag(rng, 5, 0.6)), 200);
        const LearnedStructure learned = greedy_equivalence_search(score);
        const Cpdag found = cpdag(learned.dag);
        for_each_dag(5, [&](const Dag& dag) {
            if (dag.arc_count() != learned.dag.arc_count() || cpdag(dag) != found) return;
            CHECK(total(score, dag) == Approx(learned.score));
            for (std::size_t a = 0; a < 5; ++a)
                for (std::size_t b = 0; b < 5; ++b) {
                    const VariableId from(a), to(b);
                    Dag changed = dag;
                    if (dag.has_arc(from, to)) {
                        changed.remove_arc(from, to);
                    } else {
                        std::vector<Arc> arcs = dag.arcs();
                        arcs.push_back({from, to});
                        if (a == b || find_cycle(5, arcs)) continue;
                        changed.add_arc(from, to);
                    }
                    CHECK(total(score, changed) <= learned.score + 1e-9);
                }
        });
    }
}

TEST_CASE("Searches: the same seed is the same result, whatever else", "[learners][search]") {
    const RandomScore score(11, 8, 0.2);
    for (const std::uint64_t seed : {0u, 1u, 2u}) {
        const HillClimbing options{.restarts = 4, .seed = seed};
        CHECK(hill_climbing(score, {}, {}, options) == hill_climbing(score, {}, {}, options));
        const Boss orders{.restarts = 3, .seed = seed};
        CHECK(boss(score, {}, {}, orders) == boss(score, {}, {}, orders));
    }
}

TEST_CASE("Searches: without variables there is an empty structure", "[learners][search]") {
    const RandomScore score(0, 0);
    for (const SearchAlgorithm& algorithm : all_algorithms) {
        INFO(format(algorithm));
        CHECK(learn_structure(score, algorithm).dag == Dag());
    }
}

TEST_CASE("Searches: a score from a network leads back to its class", "[learners][search]") {
    const BayesianNetwork asia = noisy_asia();
    const NetworkScore of_asia(asia, 1e9);
    const CachedScore score(of_asia);
    for (const SearchAlgorithm& algorithm :
         {SearchAlgorithm(HillClimbing{}), SearchAlgorithm(Tabu{}), SearchAlgorithm(Ges{}),
          SearchAlgorithm(Boss{}), SearchAlgorithm(Exact{})}) {
        INFO(format(algorithm));
        CHECK(cpdag(learn_structure(score, algorithm).dag) == cpdag(asia.dag()));
    }
    Rng rng(6);
    for (int trial = 0; trial < 40; ++trial) {
        const std::size_t size = 2 + rng.below(7);
        const Dag truth = random_dag(rng, size, 2.5 / static_cast<double>(size));
        const NetworkScore of_network(informative_network(rng, truth), 1e12);
        const CachedScore oracle(of_network);
        INFO("trial " << trial);
        CHECK(cpdag(greedy_equivalence_search(oracle).dag) == cpdag(truth));
        CHECK(cpdag(hill_climbing(oracle).dag) == cpdag(truth));
        CHECK(cpdag(tabu_search(oracle).dag) == cpdag(truth));
        CHECK(cpdag(boss(oracle).dag) == cpdag(truth));
        CHECK(cpdag(exact_search(oracle).dag) == cpdag(truth));
    }
}

TEST_CASE("Searches: what has no finite score is refused or never chosen", "[learners][search]") {
    class OnlySmall final : public DecomposableScore {
    public:
        std::size_t variables() const override { return 5; }
        double family(VariableId, std::span<const VariableId> parents) const override {
            return parents.size() > 1 ? -std::numeric_limits<double>::infinity()
                                      : static_cast<double>(parents.size());
        }
    };
    const OnlySmall score;
    const VariableId a(std::size_t{0}), b(std::size_t{1}), c(std::size_t{2});
    for (const SearchAlgorithm& algorithm : all_algorithms) {
        INFO(format(algorithm));
        CHECK(learn_structure(score, algorithm).score == 4);
        CHECK_THROWS_AS(learn_structure(score, algorithm, {.required = {{a, c}, {b, c}}}),
                        ArgumentError);
    }
}

TEST_CASE("Searches: too many variables are refused with the number", "[learners][search]") {
    const RandomScore score(1, 100'000);
    for (const SearchAlgorithm& algorithm : all_algorithms) {
        INFO(format(algorithm));
        CHECK_THROWS_AS(learn_structure(score, algorithm), TooLargeError);
    }
    const DSeparationTest test(Dag(100'000));
    CHECK_THROWS_AS(learn_structure({score, test}, Mmhc{}), TooLargeError);
}

TEST_CASE("Searches: those that ask tests obey every rule, too", "[learners][search][property]") {
    Rng rng(8);
    for (int trial = 0; trial < 100; ++trial) {
        const std::size_t size = 1 + rng.below(7);
        const RandomScore score(rng(), size, 0.3 * rng.uniform());
        const DSeparationTest test(random_dag(rng, size, 0.4));
        const Constraints constraints = random_constraints(rng, size);
        for (const SearchAlgorithm& algorithm : {SearchAlgorithm(Mmhc{}), SearchAlgorithm(Pc{})}) {
            INFO("trial " << trial << ", " << format(algorithm));
            const LearnedStructure learned =
                learn_structure({score, test}, algorithm, constraints, {.threads = 1});
            CHECK(AllowedArcs(size, constraints).obeyed_by(learned.dag));
            CHECK(learned.score == total(score, learned.dag));
            CHECK(learned ==
                  learn_structure({score, test}, algorithm, constraints, {.threads = 4}));
        }
    }
}

TEST_CASE("Searches: without a test those that ask one are refused", "[learners][search]") {
    const RandomScore score(1, 3);
    CHECK_THROWS_WITH(learn_structure(score, Pc{}),
                      Catch::StartsWith("'pc' asks tests of independence, and none was given"));
    CHECK_THROWS_AS(learn_structure(score, Mmhc{}), ArgumentError);
}

TEST_CASE("Searches: from a table they are what they are from its score and its tests",
          "[learners][search]") {
    const Dataset data = sampled_data(noisy_asia(), 2000, 3);
    const DataScore score(data, BdeuScore{5});
    const auto test = data_test(data, X2{});
    for (const SearchAlgorithm& algorithm :
         {SearchAlgorithm(HillClimbing{.restarts = 2}), SearchAlgorithm(Boss{}),
          SearchAlgorithm(Mmhc{}), SearchAlgorithm(Pc{.alpha = 0.05})}) {
        INFO(format(algorithm));
        const LearnedStructure from_table =
            learn_structure(data, {.algorithm = algorithm, .score = BdeuScore{5}, .test = X2{}});
        CHECK(from_table.dag == learn_structure({score, *test}, algorithm).dag);
        CHECK(from_table.score == total(score, from_table.dag));
    }
    const LearnedStructure tree =
        learn_structure(data, {.algorithm = ChowLiuTree{}, .score = BdeuScore{5}});
    CHECK(tree.dag == chow_liu_tree(score.with(LogLikelihoodScore{})).dag);
    CHECK(tree.score == total(score, tree.dag));
}

TEST_CASE("Searches: an algorithm is one word", "[learners][search]") {
    for (const std::string word : {"hc", "tabu", "ges", "boss", "exact", "chow-liu", "mmhc", "pc"})
        CHECK(format(parse_search_algorithm(word)) == word);
    CHECK_THROWS_AS(parse_search_algorithm("bos"), ArgumentError);
    CHECK_THROWS_AS(parse_search_algorithm(""), ArgumentError);
}
