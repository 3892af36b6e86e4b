#include <learners/fit/fit.hpp>
#include <pgm/classify/ensemble_engine.hpp>
#include <pgm/classify/measure/bayes_error.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/conflict.hpp>
#include <pgm/inference/derivatives.hpp>
#include <pgm/inference/divergence.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/small_data.hpp>
#include <tests/support/small_mixture.hpp>

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
    const InferenceEngine engine = small_aode().engine();
    Workspace workspace;
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
    const InferenceEngine engine = small_aode().engine();
    Workspace workspace;
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

    const Answer open = answer(engine, "argmax(* | a=1, b=0)");
    CHECK(open.explanation().variables == std::vector{engine.network().id("y")});
    CHECK_THAT(open.explanation().log_probability, WithinAbs(given.log_probability, 1e-15));
    const Answer pair = answer(engine, "argmax(a, b)");
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
    const InferenceEngine engine =
        learners::fit(digits(names, {row, other}, 2), "y", {.structure = "aode"}).engine();
    CHECK_THROWS_AS(answer(engine, "argmax(*)"), TooLargeError);
    CHECK_THROWS_WITH(answer(engine, "argmax(*)"),
                      Catch::Contains("27 variables in a mixture of 26 networks"));
    CHECK_NOTHROW(answer(engine, "argmax(y, A, B | C=1)"));
}

TEST_CASE("A classifier's questions and its predictions agree, silent members too", "[mixture]") {
    for (const std::size_t states : {2u, 3u}) {
        const Classifier classifier = small_aode(states);
        const InferenceEngine engine = classifier.engine();
        for (const char* row : {"00", "01", "10", "11", "20", "02", "22"}) {
            if (states == 2 && std::string_view(row).find('2') != std::string_view::npos) continue;
            const Predictions predictions = predict(classifier, digits("ab", {row}, states));
            const Answer reply =
                answer(engine, std::string("P(y | a=") + row[0] + ", b=" + row[1] + ")");
            INFO(row);
            CHECK_THAT(reply.log_evidence, WithinAbs(predictions.log_evidence[0], 1e-13));
            for (std::size_t k = 0; k < states; ++k)
                CHECK_THAT(reply.distribution()[k],
                           WithinAbs(predictions.probability(0)[k], 1e-13));
        }
    }
}

TEST_CASE("One network is asked directly, to the bit", "[mixture]") {
    Rng rng(9);
    for (int round = 0; round < 20; ++round) {
        const BayesianNetwork network = random_model(rng, {.max_variables = 6});
        const InferenceEngine engine(network);
        const InferenceEngine model(Model(std::vector<WeightedNetwork>{{network}}));
        Workspace workspace;
        std::vector<VariableId> all;
        for (std::size_t i = 0; i < network.size(); ++i) all.emplace_back(i);
        const Posterior expected = engine.marginals();
        const Posterior& posterior = model.marginals(all, {}, workspace);
        for (std::size_t i = 0; i < all.size(); ++i)
            CHECK(std::ranges::equal(posterior[i], expected[i]));
        CHECK(answer(model, "argmax(*)").explanation().states ==
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
    const InferenceEngine engine = small_mixture().engine();
    const Answer c = answer(engine, "P(C | A=0, B=1)");
    CHECK(c.distribution().values()[0] == 1);
    CHECK(c.distribution().values()[1] == 0);
    CHECK_THAT(c.log_evidence, WithinAbs(std::log(0.06), 1e-15));
    CHECK_THAT(answer(engine, "P(A=1 | B=1)").probability(), WithinAbs(0.2025 / 0.2625, 1e-15));
    CHECK(answer(engine, "argmax(* | A=0, B=1)").explanation().states == std::vector{StateId(0)});

    const Answer known = answer(engine, "argmax(* | A=1, B=1, C=0)");
    CHECK(known.explanation().variables.empty());
    CHECK_THAT(known.explanation().log_probability, WithinAbs(std::log(0.14625), 1e-15));
    CHECK_THAT(known.explanation().log_posterior, WithinAbs(0, 1e-15));
}

TEST_CASE("A conflict of a mixture is one of every network that takes part", "[mixture]") {
    // The first network rules out A=0 with B=1, the second C=1; no two of the three are impossible
    // in both.
    const InferenceEngine engine = small_mixture().engine();
    const BayesianNetwork& network = engine.network();
    Workspace workspace;
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

TEST_CASE("The engine of a classifier of networks is that of its model", "[mixture]") {
    const Classifier tree = learners::fit(digits("yab", aode_rows, 2), "y", {.structure = "tan"});
    const InferenceEngine engine = tree.engine();
    CHECK(engine.network() == tree.model().network());
    CHECK(answer(tree, "P(y=1 | a=1)").probability() ==
          answer(engine, "P(y=1 | a=1)").probability());
    CHECK(small_aode().engine().model() == small_aode().model());
    CHECK_THROWS_WITH(small_aode().engine().predicted_cost(),
                      Catch::Contains("a mixture of 2 networks has a plan for each of them"));
    Workspace workspace;
    CHECK_THROWS_WITH(small_aode().engine().families({}, workspace),
                      Catch::Contains("a mixture of 2 networks has families in each of them"));
    const Classifier other = learners::fit(digits("yac", aode_rows, 2), "y", {.structure = "tan"});
    CHECK_THROWS_WITH(
        Model({tree.model().members().front(), other.model().members().front()}),
        Catch::StartsWith("the networks of the mixture do not have the same variables"));
}

TEST_CASE("Batches of a mixture answer what its single questions answer", "[mixture]") {
    const InferenceEngine engine = small_mixture().engine();
    const std::vector<std::uint8_t> b = {0, 1, missing_cell<std::uint8_t>, 1},
                                    c = {0, 0, 1, missing_cell<std::uint8_t>};
    const EvidenceColumns rows{4, {{VariableId(1), b}, {VariableId(2), c}}};
    const BatchPosterior of_a = engine.marginals(VariableId(0), rows);
    const BatchPosterior of_all = engine.marginals(rows);
    for (std::size_t row = 0; row < rows.rows; ++row) {
        const Posterior expected = engine.marginals(evidence_of_row(rows, row));
        const auto r = static_cast<Eigen::Index>(row);
        CHECK_THAT(of_a.log_evidence[row], WithinAbs(expected.log_evidence(), 1e-14));
        CHECK_THAT(of_a.probabilities(r, 1), WithinAbs(expected[0][1], 1e-14));
        CHECK(of_all.log_evidence[row] == expected.log_evidence());
        for (std::size_t i = 0; i < 3; ++i)
            CHECK(of_all.probabilities(r, static_cast<Eigen::Index>(2 * i + 1)) == expected[i][1]);
    }
    // P(A=1 | B=1, C=0) by the table of small_mixture().
    CHECK_THAT(of_a.probabilities(1, 1), WithinAbs(0.14625 / 0.20625, 1e-15));
    const std::vector<std::uint8_t> wrong = {0, 2, 0, 0};
    CHECK_THROWS_AS(engine.marginals(VariableId(0), EvidenceColumns{4, {{VariableId(1), wrong}}}),
                    EvidenceError);
}

TEST_CASE("A mixture is asked for its most probable states under a logical condition",
          "[mixture]") {
    const InferenceEngine engine = small_mixture().engine();
    // Of the cells with A=1 or C=1 the largest is A=1, B=0, C=0 with 0.18625; they sum to 0.4575.
    const Answer best = answer(engine, "argmax(* | A=1 or C=1)");
    CHECK(best.explanation().states == std::vector{StateId(1), StateId(0), StateId(0)});
    CHECK_THAT(best.explanation().log_probability, WithinAbs(std::log(0.18625), 1e-14));
    CHECK_THAT(best.log_evidence, WithinAbs(std::log(0.4575), 1e-14));
}

TEST_CASE("Answers made of one graph or its tables are refused for a mixture", "[mixture]") {
    const InferenceEngine engine = small_mixture().engine();
    const BayesianNetwork& first = engine.network();
    const auto refused = Catch::Contains("a mixture of 2 networks has a graph and tables");
    CHECK_THROWS_WITH(evidence_derivatives(engine), refused);
    CHECK_THROWS_WITH(kullback_leibler_divergence(engine, first), refused);
    CHECK_THROWS_WITH(bayes_error(engine, VariableId(0), std::vector{VariableId(1)}), refused);
    CHECK(InferenceEngine(first).only_network() == first);
}
