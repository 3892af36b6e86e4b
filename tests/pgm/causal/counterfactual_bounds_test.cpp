#include <pgm/causal/counterfactual.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/answer.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <string>

using namespace pgm;

namespace {

CounterfactualBounds bounds_of(const InferenceEngine& engine, const std::string& text) {
    return counterfactual_bounds(counterfactual_query(engine, text));
}

double whole_answer(const InferenceEngine& engine, const std::string& text) {
    const CounterfactualQuery question = counterfactual_query(engine, text);
    CHECK(question.missing.empty());
    return answer(*question.solver, question.query).probability();
}

double probability(const InferenceEngine& engine, const std::string& text) {
    return answer(engine, text).probability();
}

/// A confounded pair, W -> X -> Y <- W, of functions of chance variables A and B; and the same with
/// A and B summed out, which has the same observations and experiments.
struct ConfoundedPair {
    InferenceEngine mechanisms, tables;
};

ConfoundedPair confounded_pair(std::uint64_t seed) {
    Rng rng(seed);
    const auto distribution = [&](std::size_t states) {
        std::vector<double> p(states);
        double sum = 0;
        for (double& one : p) sum += one = 0.05 + rng.uniform();
        for (double& one : p) one /= sum;
        return p;
    };
    const std::vector<double> w = distribution(2), a = distribution(4), b = distribution(4);
    std::vector<double> x_function, y_function, x_table(4), y_table(8);
    for (std::size_t row = 0; row < 8; ++row) {  // W, A
        const std::size_t state = rng.below(2);
        x_function.insert(x_function.end(), {state == 0 ? 1.0 : 0.0, state == 1 ? 1.0 : 0.0});
        x_table[row / 4 * 2 + state] += a[row % 4];
    }
    for (std::size_t row = 0; row < 16; ++row) {  // W, X, B
        const std::size_t state = rng.below(2);
        y_function.insert(y_function.end(), {state == 0 ? 1.0 : 0.0, state == 1 ? 1.0 : 0.0});
        y_table[row / 4 * 2 + state] += b[row % 4];
    }
    NetworkBuilder functions = NetworkBuilder::parse(
        "W{2 states} -> X{2 states} -> Y{2 states} <- W; A{4 states} -> X; B{4 states} -> Y");
    functions.cpt("W").values(w);
    functions.cpt("A").values(a);
    functions.cpt("B").values(b);
    functions.cpt("X").values({"W", "A"}, x_function);
    functions.cpt("Y").values({"W", "X", "B"}, y_function);
    NetworkBuilder tables = NetworkBuilder::parse("W{2 states} -> X{2 states} -> Y{2 states} <- W");
    tables.cpt("W").values(w);
    tables.cpt("X").values({"W"}, x_table);
    tables.cpt("Y").values({"W", "X"}, y_table);
    return {InferenceEngine(functions.build()), InferenceEngine(tables.build())};
}

}  // namespace

TEST_CASE("Bounds on the probabilities of causation (Tian and Pearl 2000)") {
    std::size_t pairs = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        INFO(seed);
        const auto [mechanisms, tables] = confounded_pair(seed);
        const auto p = [&, &engine = tables](const std::string& event) {
            return probability(engine, "P(" + event + ")");
        };
        const double y = p("Y=1"), xy = p("X=1, Y=1"), x_ = p("X=1, Y=0"), _y = p("X=0, Y=1"),
                     neither = p("X=0, Y=0"), doing = p("Y=1 | do(X=1)"),
                     without = p("Y=1 | do(X=0)");
        if (xy == 0 || neither == 0) continue;
        ++pairs;
        struct Expected {
            std::string question;
            double low, high;
        };
        const Expected all[] = {
            {"P(Y[do(X=0)]=0 | X=1, Y=1)", std::max(0.0, (y - without) / xy),
             std::min(1.0, (1 - without - neither) / xy)},
            {"P(Y[do(X=1)]=1 | X=0, Y=0)", std::max(0.0, (doing - y) / neither),
             std::min(1.0, (doing - xy) / neither)},
            {"P(Y[do(X=1)]=1, Y[do(X=0)]=0)",
             std::max({0.0, doing - without, y - without, doing - y}),
             std::min({doing, 1 - without, xy + neither, doing - without + x_ + _y})}};
        for (const auto& [question, low, high] : all) {
            INFO(question);
            const CounterfactualBounds bounds = bounds_of(tables, question);
            CHECK(bounds.low == Approx(low).margin(1e-12));
            CHECK(bounds.high == Approx(high).margin(1e-12));
            const double truth = whole_answer(mechanisms, question);
            CHECK(bounds.low <= truth + 1e-12);
            CHECK(truth <= bounds.high + 1e-12);
        }
    }
    CHECK(pairs > 30);
}

TEST_CASE("The effect of a treatment on the treated is determined") {
    const auto [mechanisms, tables] = confounded_pair(4);
    for (const char* const question :
         {"P(Y[do(X=0)]=1 | X=1)", "P(Y[do(X=0)]=1)", "P(Y[do(X=0)]=1 | X=0, Y=1)",
          "P(Y[do(X=0)]=1 | X=1, W=0)"}) {
        INFO(question);
        const CounterfactualBounds bounds = bounds_of(tables, question);
        CHECK(bounds.high - bounds.low < 1e-12);
        CHECK(bounds.low == Approx(whole_answer(mechanisms, question)).margin(1e-12));
    }
}

TEST_CASE("Bounds hold what the mechanisms would give, whatever is given") {
    for (std::uint64_t seed = 100; seed < 140; ++seed) {
        const auto [mechanisms, tables] = confounded_pair(seed);
        for (const char* const question :
             {"P(Y[do(X=0)]=1 | Y=1)", "P(Y[do(X=1)]=0, Y=0)", "P(Y[do(X=1)]=0, X=0 | Y=0, W=1)",
              "P(Y[do(X=1)]=1, Y[do(X=0)]=1 | W=1)", "P(Y[do(X=0)]=1, Y[do(X=1)]=0 | Y=1)"}) {
            INFO(seed << ": " << question);
            const CounterfactualBounds bounds = bounds_of(tables, question);
            const double truth = whole_answer(mechanisms, question);
            CHECK(bounds.low <= truth + 1e-12);
            CHECK(truth <= bounds.high + 1e-12);
        }
    }
}

TEST_CASE("A question without bounds is refused with what is missing") {
    const auto [mechanisms, tables] = confounded_pair(1);
    for (const char* const question :
         {"P(Y[do(X=0)] | X=1)", "P(Y[do(X=0)]=1 or X=1 | Y=1)", "P(X=1 | Y[do(X=0)]=1)",
          "P(Y[do(X=0, W=1)]=1 | Y=1)", "P(Y[do(X=0)]=1 | do(W=1))", "odds(Y[do(X=0)]=1 | Y=1)",
          "P(Y[do(X=0)]=1, Y[do(W=1)]=0)", "P(Y[do(X=0)]=1 | Y)"}) {
        INFO(question);
        CHECK_THROWS_WITH(counterfactual_query(tables, question),
                          Catch::Contains("what 'Y' would have been does not follow"));
    }
    CHECK_THROWS_AS(bounds_of(tables, "P(Y[do(X=0)]=1 | X=1, X=0)"), Error);
}
