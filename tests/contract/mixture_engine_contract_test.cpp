#include <learners/fit/fit.hpp>
#include <pgm/classify/mixture_engine.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/classify/stack_engine.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/conflict.hpp>
#include <pgm/query/query_conflict.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/small_data.hpp>
#include <tests/support/small_mixture.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numeric>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

const std::vector<std::string_view> aode_rows = {"000", "001", "010", "111", "111", "101"};

Classifier small_aode(std::size_t states = 2) {
    return learners::fit(digits("yab", aode_rows, states), "y", {.structure = "aode"});
}

MixtureEngine engine_of(const Classifier& classifier) {
    return MixtureEngine({classifier.members().begin(), classifier.members().end()});
}

double rows_like(const char* pattern) {
    return static_cast<double>(std::ranges::count_if(aode_rows, [&](std::string_view row) {
        for (std::size_t i = 0; i < 3; ++i)
            if (pattern[i] != '.' && pattern[i] != row[i]) return false;
        return true;
    }));
}

/// P(y, a, b) by the definition of AODE with one more for every cell.
double aode_joint(int y, int a, int b) {
    const auto digit = [](int d) { return static_cast<char>('0' + d); };
    const char all[] = {digit(y), digit(a), digit(b), 0}, ya[] = {digit(y), digit(a), '.', 0},
               yb[] = {digit(y), '.', digit(b), 0};
    const double by_a = (rows_like(ya) + 1) / 10 * (rows_like(all) + 1) / (rows_like(ya) + 2);
    const double by_b = (rows_like(yb) + 1) / 10 * (rows_like(all) + 1) / (rows_like(yb) + 2);
    return (by_a + by_b) / 2;
}

}  // namespace

TEST_CASE("Questions of a mixture are answered by the weighted sum of its joints", "[mixture]") {
    const Classifier classifier = small_aode();
    CHECK_THAT(answer(classifier, "P(y=0 | a=0, b=1)").probability(), WithinAbs(85.0 / 173, 1e-15));
    CHECK_THAT(answer(classifier, "P(y=0 | a=0)").probability(), WithinAbs(175.0 / 298, 1e-15));
    CHECK_THAT(answer(classifier, "P(y=0 | a=0, b=1)").log_evidence,
               WithinAbs(std::log(173.0 / 600), 1e-15));
    CHECK(answer(classifier, "P(y)").log_evidence == 0);

    // Two variables, and an expression over two.
    const Answer pair = answer(classifier, "P(a, b | y=1)");
    const double y1 =
        aode_joint(1, 0, 0) + aode_joint(1, 0, 1) + aode_joint(1, 1, 0) + aode_joint(1, 1, 1);
    for (std::size_t cell = 0; cell < 4; ++cell)
        CHECK_THAT(
            pair.distribution()[cell],
            WithinAbs(aode_joint(1, static_cast<int>(cell / 2), static_cast<int>(cell % 2)) / y1,
                      1e-15));
    CHECK_THAT(answer(classifier, "P(a=0 or b=0 | y=1)").probability(),
               WithinAbs(1 - aode_joint(1, 1, 1) / y1, 1e-15));
}

TEST_CASE("The marginals of a mixture are those of its joint", "[mixture]") {
    const MixtureEngine engine = engine_of(small_aode());
    MixtureWorkspace workspace;
    const BayesianNetwork& network = engine.network();
    const VariableId targets[] = {network.id("b"), network.id("y")};
    const Posterior& posterior =
        engine.marginals(targets, parse_evidence(network, "a=1"), workspace);
    double a1 = 0, b1 = 0;
    for (int y = 0; y < 2; ++y) {
        a1 += aode_joint(y, 1, 0) + aode_joint(y, 1, 1);
        b1 += aode_joint(y, 1, 1);
    }
    CHECK_THAT(posterior[0][1], WithinAbs(b1 / a1, 1e-15));
    CHECK_THAT(posterior.log_evidence(), WithinAbs(std::log(a1), 1e-15));
}

TEST_CASE("The most probable assignment of a mixture is the mixture's own", "[mixture]") {
    const MixtureEngine engine = engine_of(small_aode());
    MixtureWorkspace workspace;
    const Explanation best = engine.most_probable_explanation({}, workspace);
    CHECK(best.states == std::vector<StateId>{StateId(1), StateId(1), StateId(1)});
    CHECK_THAT(best.log_probability, WithinAbs(std::log(aode_joint(1, 1, 1)), 1e-15));
    CHECK(best.log_evidence == 0);

    const Explanation given =
        engine.most_probable_explanation(parse_evidence(engine.network(), "a=1, b=0"), workspace);
    CHECK(given.variables.size() == 3);
    CHECK_THAT(given.log_probability,
               WithinAbs(std::log(std::max(aode_joint(0, 1, 0), aode_joint(1, 1, 0))), 1e-15));
    const Explanation known = engine.most_probable_explanation(
        parse_evidence(engine.network(), "a=1, b=0, y=1"), workspace);
    CHECK_THAT(known.log_probability, WithinAbs(std::log(aode_joint(1, 1, 0)), 1e-15));
    CHECK_THAT(known.log_posterior, WithinAbs(0, 1e-15));

    const Answer open = engine.answer("argmax(* | a=1, b=0)");
    CHECK(open.explanation().variables == std::vector{engine.network().id("y")});
    CHECK_THAT(open.explanation().log_probability, WithinAbs(given.log_probability, 1e-15));
    const Answer pair = engine.answer("argmax(a, b)");
    CHECK(pair.explanation().states == std::vector<StateId>{StateId(1), StateId(1)});
    CHECK_THAT(pair.explanation().log_probability,
               WithinAbs(std::log(aode_joint(0, 1, 1) + aode_joint(1, 1, 1)), 1e-15));
}

TEST_CASE("Too many assignments of a mixture are refused with the reason", "[mixture]") {
    std::string names = "y", row = "0", other = "1";
    for (char name = 'A'; name <= 'Z'; ++name) {
        names += name;
        row += '0';
        other += '1';
    }
    const MixtureEngine engine =
        engine_of(learners::fit(digits(names, {row, other}, 2), "y", {.structure = "aode"}));
    CHECK_THROWS_AS(engine.answer("argmax(*)"), TooLargeError);
    CHECK_THROWS_WITH(engine.answer("argmax(*)"),
                      Catch::Contains("27 variables in a mixture of 26 networks"));
    CHECK_NOTHROW(engine.answer("argmax(y, A, B | C=1)"));
}

TEST_CASE("A classifier's questions and its predictions agree, silent members too", "[mixture]") {
    for (const std::size_t states : {2u, 3u}) {
        const Classifier classifier = small_aode(states);
        const MixtureEngine engine = engine_of(classifier);
        for (const char* row : {"00", "01", "10", "11", "20", "02", "22"}) {
            if (states == 2 && std::string_view(row).find('2') != std::string_view::npos) continue;
            const Predictions predictions = predict(classifier, digits("ab", {row}, states));
            const Answer answer =
                engine.answer(std::string("P(y | a=") + row[0] + ", b=" + row[1] + ")");
            INFO(row);
            CHECK_THAT(answer.log_evidence, WithinAbs(predictions.log_evidence[0], 1e-13));
            for (std::size_t k = 0; k < states; ++k)
                CHECK_THAT(answer.distribution()[k],
                           WithinAbs(predictions.probability(0)[k], 1e-13));
        }
    }
}

TEST_CASE("One network is asked directly, to the bit", "[mixture]") {
    Rng rng(9);
    for (int round = 0; round < 20; ++round) {
        const BayesianNetwork network = random_model(rng, {.max_variables = 6});
        const InferenceEngine engine(network);
        const MixtureEngine model({{network}});
        REQUIRE(model.single() != nullptr);
        MixtureWorkspace workspace;
        std::vector<VariableId> all;
        for (std::size_t i = 0; i < network.size(); ++i) all.emplace_back(i);
        const Posterior expected = engine.marginals();
        const Posterior& posterior = model.marginals(all, {}, workspace);
        for (std::size_t i = 0; i < all.size(); ++i)
            CHECK(std::ranges::equal(posterior[i], expected[i]));
        CHECK(model.answer("argmax(*)").explanation().states ==
              engine.most_probable_explanation().states);
    }
}

TEST_CASE("Impossible evidence is a status of a mixture, too", "[mixture]") {
    const Classifier classifier = small_aode();
    CHECK(answer(classifier, "P(y | a=0, a=1)").impossible());
    CHECK(answer(classifier, "P(y=1 | a=0, do(a=1))").impossible());
    CHECK(answer(classifier, "argmax(y | a=0, a=1)").impossible());
}

TEST_CASE("A member that the evidence rules out leaves the answer to the others", "[mixture]") {
    // The first network gives A=0, B=1 probability zero, the second 0.08.
    const MixtureEngine engine = engine_of(small_mixture());
    const Answer c = engine.answer("P(C | A=0, B=1)");
    CHECK(c.distribution().values()[0] == 1);
    CHECK(c.distribution().values()[1] == 0);
    CHECK_THAT(c.log_evidence, WithinAbs(std::log(0.06), 1e-15));
    CHECK_THAT(engine.answer("P(A=1 | B=1)").probability(), WithinAbs(0.2025 / 0.2625, 1e-15));
    CHECK(engine.answer("argmax(* | A=0, B=1)").explanation().states == std::vector{StateId(0)});

    const Answer known = engine.answer("argmax(* | A=1, B=1, C=0)");
    CHECK(known.explanation().variables.empty());
    CHECK_THAT(known.explanation().log_probability, WithinAbs(std::log(0.14625), 1e-15));
    CHECK_THAT(known.explanation().log_posterior, WithinAbs(0, 1e-15));
}

TEST_CASE("A conflict of a mixture is one of every network that takes part", "[mixture]") {
    // The first network rules out A=0 with B=1, the second C=1; no two of the three are impossible
    // in both.
    const MixtureEngine engine = engine_of(small_mixture());
    const BayesianNetwork& network = engine.network();
    MixtureWorkspace workspace;
    const Evidence all = parse_evidence(network, "A=0, B=1, C=1");
    CHECK(engine.log_evidence(all, workspace) == -std::numeric_limits<double>::infinity());
    CHECK(minimal_conflict(engine, all) == all);
    for (const char* two : {"A=0, B=1", "A=0, C=1", "B=1, C=1"})
        CHECK(minimal_conflict(engine, parse_evidence(network, two)).empty());
    CHECK_THAT(engine.log_evidence(parse_evidence(network, "B=1"), workspace),
               WithinAbs(std::log(0.2625), 1e-15));

    const auto conflict = [&](const char* text) {
        const Query query = parse_query(network, text);
        return format_parts(network, minimal_conflict(engine, query.given));
    };
    using Texts = std::vector<std::string>;
    CHECK(conflict("P(A | not (A=1 or B=0), C=1)") == Texts{"not (A=1 or B=0)", "C=1"});
    CHECK(conflict("P(A | B=1, A=0, A=1)") == Texts{"A=0", "A=1"});
    CHECK(conflict("P(A | do(A=0), B=1, C=1)") == Texts{"B=1", "C=1", "do(A=0)"});
    CHECK(conflict("P(C | A=0, B=1)").empty());
}

TEST_CASE("A classifier of one network gives its engine, a mixture says why not", "[mixture]") {
    const Classifier tree = learners::fit(digits("yab", aode_rows, 2), "y", {.structure = "tan"});
    const InferenceEngine engine = tree.engine();
    CHECK(engine.network() == tree.members().front().network);
    CHECK(answer(tree, "P(y=1 | a=1)").probability() ==
          answer(engine, "P(y=1 | a=1)").probability());
    CHECK_THROWS_WITH(small_aode().engine(), Catch::Contains("averages 2 networks"));
    CHECK_THROWS_AS(MixtureEngine({}), ArgumentError);
    const Classifier other = learners::fit(digits("yac", aode_rows, 2), "y", {.structure = "tan"});
    CHECK_THROWS_WITH(
        MixtureEngine({tree.members().front(), other.members().front()}),
        Catch::StartsWith("the networks of the mixture do not have the same variables"));
}
