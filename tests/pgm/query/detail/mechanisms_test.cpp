#include <pgm/query/detail/mechanisms.hpp>

#include <pgm/core/error.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/random_network.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <string>

using namespace pgm;

namespace {

/// Rain waters the lawn, and so does a sprinkler that is on more often without rain.
BayesianNetwork lawn() {
    return NetworkBuilder::parse(
               "Rain{no|yes} -> Sprinkler{no|yes} -> Wet{no|yes} <- Rain;"
               "Rain: 0.7 0.3; Sprinkler | Rain=no: 0.5 0.5; Sprinkler | Rain=yes: 0.9 0.1;"
               "Wet | Sprinkler=no, Rain=no: 1 0; Wet | Sprinkler=no, Rain=yes: 0.2 0.8;"
               "Wet | Sprinkler=yes, Rain=no: 0.1 0.9; Wet | Sprinkler=yes, Rain=yes: 0 1")
        .build();
}

double probability(const InferenceEngine& engine, const std::string& text) {
    return answer(engine, text).probability();
}

Given given_text(const std::string& text) {
    return parse_given(lawn(), text);
}

}  // namespace

TEST_CASE("A variable is drawn from other probabilities") {
    const InferenceEngine engine(lawn());
    // 0.4 P(Wet | do(no)) + 0.6 P(Wet | do(yes)) = 0.4 (0.3 0.8) + 0.6 (0.7 0.9 + 0.3)
    CHECK(probability(engine, "P(Wet=yes | do(Sprinkler ~ [0.4, 0.6]))") == Approx(0.654));
    CHECK(probability(engine, "P(Rain=yes | do(Sprinkler~[0.4,0.6]))") == Approx(0.3));
    CHECK(probability(engine, "P(Sprinkler=yes | do(Sprinkler~[0.4, 0.6]))") == Approx(0.6));
    // What is seen below it tells of it: 0.6 (0.7 0.9 + 0.3) of 0.654.
    CHECK(probability(engine, "P(Sprinkler=yes | Wet=yes, do(Sprinkler~[0.4, 0.6]))") ==
          Approx(0.558 / 0.654));
    CHECK(probability(engine, "P(Wet=yes | do(Sprinkler~[0, 1]))") ==
          Approx(probability(engine, "P(Wet=yes | do(Sprinkler=yes))")));
    CHECK(probability(engine, "P(Wet=yes or Rain=yes | do(Sprinkler~[0, 1]))") ==
          Approx(0.7 * 0.9 + 0.3));
}

TEST_CASE("A variable becomes a function of others") {
    const InferenceEngine engine(lawn());
    // On in the rain alone: 0.3.
    CHECK(probability(engine, "P(Wet=yes | do(Sprinkler := Rain))") == Approx(0.3));
    CHECK(probability(engine, "P(Sprinkler=yes | Rain=yes, do(Sprinkler:=Rain))") == 1);
    // On without rain: 0.7 0.9 + 0.3 0.8.
    const char* const rule = "do(Sprinkler := if Rain=yes then no else yes)";
    CHECK(probability(engine, std::string("P(Wet=yes | ") + rule + ")") == Approx(0.87));
    CHECK(probability(engine, "P(Wet=yes | do(Sprinkler := yes))") == Approx(0.93));
    CHECK(answer(engine, std::string("P(Rain=yes | Sprinkler=yes, Rain=yes, ") + rule + ")")
              .impossible());
    CHECK(answer(engine, "P(Wet | do(Rain := if Rain=yes then yes else yes), Rain)")
              .table()
              .rows.size() == 2);
}

TEST_CASE("Mechanisms are averages over do()") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RandomNetworkOptions options;
        options.variables = 6;
        options.cardinalities = {3};
        const BayesianNetwork network = random_network(options, seed);
        const InferenceEngine engine(network);
        const VariableId x(seed % 6), y((seed + 1) % 6), z((seed + 3) % 6);
        const auto below = descendants(network.dag(), x);
        const std::string of_x = "X" + std::to_string(x.index()),
                          of_y = "X" + std::to_string(y.index()),
                          of_z = "X" + std::to_string(z.index());
        const std::string event = "P(" + of_y + "=s1 | ", doing = "do(" + of_x;
        double drawn = 0, copied = 0;
        const double weights[] = {0.2, 0.5, 0.3};
        for (const std::size_t i : {0, 1, 2}) {
            const std::string state = "=s" + std::to_string(i);
            drawn += weights[i] * probability(engine, event + doing + state + "))");
            copied += probability(engine, "P(" + of_z + state + ")") *
                      probability(engine, event + of_z + state + ", " + doing + state + "))");
        }
        INFO(seed);
        CHECK(probability(engine, event + doing + "~[0.2, 0.5, 0.3]))") ==
              Approx(drawn).margin(1e-12));
        if (std::ranges::find(below, z) == below.end())
            CHECK(probability(engine, event + doing + " := " + of_z + "))") ==
                  Approx(copied).margin(1e-12));
        else
            CHECK_THROWS_WITH(probability(engine, event + doing + " := " + of_z + "))"),
                              Catch::Contains("depend on itself: "));
    }
}

TEST_CASE("Mechanisms are written as they are read") {
    const BayesianNetwork network = lawn();
    for (const char* const text :
         {"do(Sprinkler ~ [0.25, 0.75])", "do(Sprinkler := Rain)",
          "do(Sprinkler := if Rain=yes then no else yes)", "do(Rain ~ [0.5, 0.5])"}) {
        const Given given = parse_given(network, text);
        REQUIRE(given.mechanisms.size() == 1);
        CHECK(format_parts(network, given) == std::vector<std::string>{text});
    }
    const Given two = parse_given(
        network, "do(Wet := if Rain=yes and Sprinkler=no then yes else no, Sprinkler~[1, 0])");
    CHECK(two.mechanisms.size() == 2);
    for (const std::string& part : format_parts(network, two))
        CHECK(std::ranges::count(two.mechanisms, parse_given(network, part).mechanisms.front()) ==
              1);
}

TEST_CASE("What is no mechanism is refused with its place") {
    CHECK_THROWS_WITH(given_text("do(Rain := Wet)"),
                      Catch::Contains("depend on itself: ") && Catch::Contains("Sprinkler"));
    CHECK_THROWS_WITH(given_text("do(Rain := Rain)"), Catch::Contains("function of itself"));
    CHECK_THROWS_WITH(given_text("do(Rain := if Rain=no then yes else no)"),
                      Catch::Contains("function of itself"));
    CHECK_THROWS_WITH(given_text("do(Sprinkler ~ [0.4, 0.7])"), Catch::Contains("sum to 1.1"));
    CHECK_THROWS_WITH(given_text("do(Sprinkler ~ [1])"), Catch::Contains("Sprinkler"));
    CHECK_THROWS_WITH(given_text("do(Sprinkler ~ Rain)"), Catch::Contains("'['"));
    CHECK_THROWS_WITH(given_text("do(Sprinkler := Rian)"), Catch::Contains("Rain"));
    CHECK_THROWS_WITH(given_text("do(Sprinkler := if Rain=yes no)"), Catch::Contains("'then'"));
    CHECK_THROWS_WITH(given_text("do(Sprinkler := if Rain=yes then no)"),
                      Catch::Contains("'else'"));
    const InferenceEngine engine(lawn());
    CHECK_THROWS_WITH(answer(engine, "P(Wet | do(Rain := Sprinkler, Sprinkler := Rain))"),
                      Catch::Contains("depend on itself"));
    CHECK_THROWS_WITH(answer(engine, "P(Wet | do(Rain=no, Rain~[0.5, 0.5]))"),
                      Catch::Contains("set twice"));
    Given wrong;
    wrong.mechanisms.emplace_back(Scope({VariableId(0)}, {2}), std::vector{0.5, 0.6});
    CHECK_THROWS_WITH(validate(wrong, engine.network()), Catch::Contains("no distribution"));
    wrong.mechanisms = {TableCpd(Scope({VariableId(7)}, {2}), std::vector{0.5, 0.5})};
    CHECK_THROWS_WITH(validate(wrong, engine.network()), Catch::Contains("does not fit"));
}
