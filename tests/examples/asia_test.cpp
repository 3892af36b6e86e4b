#include <examples/networks.hpp>
#include <io/network_file.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Asia: marginals and posteriors as fractions", "[examples]") {
    const InferenceEngine engine(examples::asia_network());
    const Expectation expected[] = {
        {"P(tub=yes)", 13.0 / 1250},
        {"P(lung=yes)", 11.0 / 200},
        {"P(bronc=yes)", 9.0 / 20},
        {"P(either=yes)", 16207.0 / 250'000},
        {"P(xray=yes)", 2757251.0 / 25'000'000},
        {"P(dysp=yes)", 2179853.0 / 5'000'000},
        {"P(asia=yes, dysp=yes)", 36011.0 / 8'000'000},
        {"P(tub=yes | asia=yes, dysp=yes)", 3160.0 / 36011},
        {"P(lung=yes | asia=yes, dysp=yes)", 3584.0 / 36011},
        {"P(bronc=yes | asia=yes, dysp=yes)", 146097.0 / 180055},
        {"P(tub=yes or lung=yes | asia=yes, dysp=yes, xray=no)", 65648.0 / 14052593},
        {"P(bronc=yes | asia=yes, dysp=yes, xray=no)", 12124026.0 / 14052593},
        {"P(lung=yes or tub=yes | xray=yes, asia=yes)", 5726.0 / 8291},
    };
    check_answers(engine, expected);
}

TEST_CASE("Asia: the most probable explanation of a positive X-ray and short breath",
          "[examples]") {
    const InferenceEngine engine(examples::asia_network());
    CHECK(most_probable(engine, "argmax(* | xray=yes, dysp=yes)") ==
          "asia=no, tub=no, smoke=yes, lung=yes, bronc=yes, either=yes");
    CHECK(separated(engine.network(), "asia _||_ smoke"));
    CHECK_FALSE(separated(engine.network(), "asia _||_ smoke | dysp"));
    CHECK(separated(engine.network(), "xray _||_ bronc | either, smoke"));
}

TEST_CASE("Asia: the network built in code has the numbers of the file", "[examples]") {
    const BayesianNetwork file = io::read_network(source_file("examples/data/asia.bif")).network;
    const BayesianNetwork code = examples::asia_network();
    REQUIRE(file.size() == code.size());
    for (const Variable& variable : file.variables()) {
        INFO(variable.name());
        CHECK(code.variable(variable.name()).states() == variable.states());
        const auto& read = std::get<TableCpd>(file.cpd(file.id(variable.name())));
        const auto& built = std::get<TableCpd>(code.cpd(code.id(variable.name())));
        CHECK(std::equal(read.table().values().begin(), read.table().values().end(),
                         built.table().values().begin(), built.table().values().end()));
    }
}
