#include <examples/classifiers.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/structure_graph.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

constexpr const char* a_day =
    "P(play=yes | outlook=sunny, temperature=cool, humidity=high, windy=TRUE)";
constexpr const char* an_overcast_day =
    "P(play=yes | outlook=overcast, temperature=mild, humidity=high, windy=TRUE)";

}  // namespace

// 9/14 * 2/9 * 3/9 * 3/9 * 3/9 against 5/14 * 3/5 * 1/5 * 4/5 * 3/5.
TEST_CASE("Weather: the day that Witten and Frank work out", "[examples]") {
    const InferenceEngine engine = examples::engine_of(examples::weather_naive_bayes());
    const Expectation expected[] = {
        {a_day, 125.0 / 611},
        {"P(play=yes | outlook=sunny, temperature=cool, humidity=high)", 25.0 / 79},
        {an_overcast_day, 1.0},
    };
    check_answers(engine, expected);
    CHECK_THAT(
        score(engine, "play=yes, outlook=sunny, temperature=cool, humidity=high, windy=TRUE"),
        Catch::Matchers::WithinRel(1.0 / 189, 1e-13));
    CHECK_THAT(score(engine, "play=no, outlook=sunny, temperature=cool, humidity=high, windy=TRUE"),
               Catch::Matchers::WithinRel(18.0 / 875, 1e-13));
}

TEST_CASE("Weather: add-one smoothing of all tables, the class's too", "[examples]") {
    const Expectation expected[] = {
        {"P(play=yes)", 10.0 / 16}, {a_day, 392.0 / 1481}, {an_overcast_day, 19600.0 / 29401}};
    check_answers(examples::engine_of(examples::weather_smoothed()), expected);
}

// The mutual information given play: outlook-temperature and temperature-humidity 0.2908 both,
// outlook-windy 0.2161, then 0.1544, 0.1171 and 0.0423.
TEST_CASE("Weather: the tree of greatest conditional mutual information", "[examples]") {
    const BayesianNetwork network = examples::network_of(examples::weather_tree());
    const auto arc = [&](const char* from, const char* to) {
        return network.dag().has_arc(network.id(from), network.id(to));
    };
    CHECK(network.dag().arc_count() == 7);
    CHECK(arc("outlook", "temperature"));
    CHECK(arc("temperature", "humidity"));
    CHECK(arc("outlook", "windy"));
    for (const char* feature : {"outlook", "temperature", "humidity", "windy"})
        CHECK(arc("play", feature));
    const Expectation expected[] = {{a_day, 3.0 / 5}, {an_overcast_day, 200.0 / 263}};
    check_answers(InferenceEngine(network), expected);
}
