#include <io/strategy_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/example_diagrams.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/random_diagram.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

namespace {

Strategy parse(const std::string& lines) {
    return parse_strategy("decision,given,choice\n" + lines, "S.csv", oil_wildcatter());
}

void check_refused(const std::string& lines, const std::string& message) {
    CHECK_THROWS_AS(parse(lines), ParseError);
    CHECK_THROWS_WITH(parse(lines), Catch::Contains(message));
}

constexpr const char* drill =
    "Drill,Seismic=closed,drill\nDrill,Seismic=open,drill\nDrill,Seismic=diffuse,not\n"
    "Drill,Seismic=none,drill\n";

}  // namespace

TEST_CASE("A strategy is a line for each decision in each configuration", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const Strategy strategy = parse(std::string("Test,,test\n") + drill);
    REQUIRE(strategy.policies.size() == 2);
    CHECK(strategy.policies[0] == Policy{oil.network().id("Test"), {}, {StateId(0)}});
    CHECK(strategy.policies[1].given.variables()[0] == oil.network().id("Seismic"));
    CHECK(strategy.policies[1].choice ==
          std::vector{StateId(0), StateId(0), StateId(1), StateId(0)});
    // In any order, with other ends of lines, and of some decisions alone.
    CHECK(parse("Drill,Seismic=none,drill\r\nDrill,Seismic=diffuse,not\r\n"
                "Drill,Seismic=open,drill\r\nTest,,test\r\nDrill,Seismic=closed,drill") ==
          strategy);
    CHECK(parse(drill).policies.size() == 1);
    CHECK(parse("").policies.empty());
}

TEST_CASE("A strategy is written as it is read", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const Strategy best = decide(oil).strategy;
    const std::string text = strategy_text(oil, best);
    CHECK_THAT(text, Catch::StartsWith("decision,given,choice\nTest,,test\nDrill,"));
    CHECK(parse_strategy(text, "S.csv", oil) == best);
    const TemporaryFolder folder;
    write_strategy(oil, best, folder.file("S.csv"));
    CHECK(read_file(folder.file("S.csv")) == text);
    CHECK(read_strategy(folder.file("S.csv"), oil) == best);
    CHECK_THROWS_AS(read_strategy(folder.file("none.csv"), oil), IoError);
    Rng rng(61);
    for (int trial = 0; trial < 50; ++trial) {
        const InfluenceDiagram diagram(random_diagram(rng));
        const Strategy strategy = decide(diagram).strategy;
        CHECK(parse_strategy(strategy_text(diagram, strategy), "S.csv", diagram) == strategy);
    }
}

TEST_CASE("Names with commas, quotes and equal signs survive a strategy file", "[decide]") {
    const std::vector<std::string> odd = {"a, b",  "c \"d\"", "it's", "x=y", " blank ",
                                          "{a|b}", "do(x)",   "7",    "ä"};
    NetworkBuilder builder;
    const auto add = [&](const std::string& name, Variable::Kind kind) {
        Variable variable(name, odd);
        variable.set_kind(kind);
        builder.add_variable(std::move(variable));
    };
    add("X, \"Y\"", Variable::Kind::chance);
    add("D = 'd'", Variable::Kind::decision);
    builder.arc("X, \"Y\"", "D = 'd'");
    builder.fill_in();
    const InfluenceDiagram diagram(builder.build());
    Policy policy{VariableId(1), Scope({VariableId(0)}, {odd.size()}), {}};
    for (std::size_t i = 0; i < odd.size(); ++i) policy.choice.emplace_back(odd.size() - 1 - i);
    const Strategy strategy{{policy}};
    const std::string text = strategy_text(diagram, strategy);
    CHECK(parse_strategy(text, "S.csv", diagram) == strategy);
}

TEST_CASE("What is wrong with a strategy is told with its line", "[decide]") {
    check_refused("Tset,,test\n", "'Tset' is no decision (did you mean 'Test'?)");
    check_refused("Oil,,dry\n", "'Oil' is no decision");
    check_refused("Test,,tset\n", "'Test' has no alternative 'tset' (did you mean 'test'?)");
    check_refused("Test,Oil=dry,test\n", "'Oil' is not known when 'Test' is taken");
    check_refused("Test,Oill=dry,test\n", "no variable 'Oill' (did you mean 'Oil'?)");
    check_refused("Drill,Seismic=opne,drill\n",
                  "variable 'Seismic' has no state 'opne' (did you mean 'open'?)");
    check_refused("Drill,Seismic=open,drill\n", "the strategy has no line for 'Drill' given");
    check_refused("Test,,test\nTest,,not\n", "S.csv:3");
    check_refused("Test,,test\nTest,,not\n", "is there twice");
    check_refused(std::string(drill) + "Drill,Seismic=open,not\n",
                  "the configuration 'Seismic=open' of 'Drill' is there twice");
    check_refused("Drill,Seismic=open,drill\nDrill,,drill\n",
                  "lines of 'Drill' are not all about the same variables");
    check_refused("Drill,,drill\nDrill,Seismic=open,drill\n",
                  "lines of 'Drill' are not all about the same variables");
    check_refused("Drill,Seismic=open,drill\nDrill,Test=test,drill\n",
                  "lines of 'Drill' are not all about the same variables");
    check_refused("Drill,\"Seismic=open, Seismic=closed\",drill\n", "Seismic");
    check_refused("Drill,Seismic=open,drill\nDrill,\"Seismic=none, Seismic=closed\",drill\n",
                  "Seismic");
    check_refused("Drill,do(Seismic=open),drill\n",
                  "lines of 'Drill' are not all about the same variables");
    check_refused("Drill,\"Seismic=[1, 2, 3, 4]\",drill\n", "Drill");
    check_refused("Drill,Seismic,drill\n", "'Seismic'");
    check_refused("Drill,Seismic=open\n", "a line of a strategy has 2 cells");
    check_refused("Test,,test,5\n", "a line of a strategy has 4 cells");
    const auto headed = [](const std::string& text) {
        parse_strategy(text, "S.csv", oil_wildcatter());
    };
    CHECK_THROWS_WITH(headed(""), Catch::Contains("a strategy is empty"));
    CHECK_THROWS_WITH(headed("decision,when,choice\n"),
                      Catch::Contains("the header of a strategy is decision,given,choice"));
    CHECK_THROWS_WITH(headed("Test,,test\n"),
                      Catch::Contains("the header of a strategy is decision,given,choice"));
}
