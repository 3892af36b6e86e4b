#include <io/loss_matrix_file.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::io;

namespace {

const std::vector<std::string> classes = {"ill", "well"};

LossMatrix parse(const std::string& text) {
    return parse_loss_matrix(text, "L.csv", classes);
}

}  // namespace

TEST_CASE("A loss matrix has a header of classes and a line per action") {
    const LossMatrix expected{.actions = {"treat", "wait", "refer"},
                              .classes = classes,
                              .loss = Eigen::MatrixXd{{0, 1}, {10, 0}, {0.5, 0.5}}};
    CHECK(parse("action,ill,well\ntreat,0,1\nwait,10,0\nrefer,0.5,0.5\n") == expected);
    CHECK(parse(",ill,well\ntreat,0,1\nwait,10,0\nrefer,0.5,0.5") == expected);
    CHECK(parse("ill,well\r\ntreat,0,1\r\nwait,10,0\r\nrefer,0.5,0.5\r\n") == expected);
    CHECK(parse("action;well;ill\ntreat;1;0\nwait;0;10\nrefer;0.5;0.5\n") == expected);
}

TEST_CASE("Lines of numbers alone are the classes as actions, in the order of the header") {
    const LossMatrix expected{
        .actions = {"well", "ill"}, .classes = classes, .loss = Eigen::MatrixXd{{10, 0}, {0, 1}}};
    CHECK(parse("well,ill\n0,10\n1,0\n") == expected);
}

TEST_CASE("What is wrong with a loss matrix is told with its place") {
    CHECK_THROWS_WITH(parse("action,ill,wel\ntreat,0,1\n"),
                      Catch::StartsWith("L.csv:1") &&
                          Catch::Contains("names 'wel', which is no class (did you mean 'well'?)"));
    CHECK_THROWS_WITH(parse("action,ill,well\ntreat,0,x\n"),
                      Catch::StartsWith("L.csv:2:9: 'x' is no loss"));
    CHECK_THROWS_WITH(parse("action,ill,well\ntreat,0\n"),
                      Catch::StartsWith("L.csv:2") && Catch::Contains("has 2 cells"));
    CHECK_THROWS_WITH(parse("\naction,ill\ntreat,0\n"),
                      "L.csv:2:1: the header of a loss matrix is without the class 'well' (one "
                      "column per class)");
    CHECK_THROWS_WITH(parse(",ill\ntreat,0,1\n"), Catch::Contains("is without the class 'well'"));
    CHECK_THROWS_WITH(parse("ill\ntreat,0,1\n"), Catch::Contains("is without the class 'well'"));
    CHECK_THROWS_WITH(parse("wel,ill\n0,1\n1,0\n"),
                      Catch::Contains("names 'wel', which is no class (did you mean 'well'?)"));
    CHECK_THROWS_WITH(
        parse("ill,well\n0,1\nwait,1,0\n"),
        Catch::Contains("some lines of a loss matrix begin with an action and some do not"));
    CHECK_THROWS_WITH(parse("ill,well\n0,1\n"), Catch::Contains("has 1 line for 2 classes"));
    CHECK_THROWS_WITH(parse("action,ill,well\n"), Catch::Contains("no line"));
    CHECK_THROWS_WITH(parse(""), Catch::Contains("a loss matrix is empty"));
    CHECK_THROWS_WITH(parse("action,ill,well\nwait,0,1\nwait,1,0\n"),
                      "L.csv:3:1: the action 'wait' is in a loss matrix twice (first in line 2)");
    CHECK_THROWS_WITH(parse("action,ill,well\n\"wait\nlong\",0,1\ngo,1,1\n wait,1,0\nwait,1,0\n"),
                      "L.csv:6:1: the action 'wait' is in a loss matrix twice (first in line 5)");
    CHECK_THROWS_WITH(parse("action,ill,well\n,0,1\n"),
                      "L.csv:2:1: an action of a loss matrix has no name");
    CHECK_THROWS_WITH(parse("action,ill,ill\nwait,0,1\n"),
                      "L.csv:1:1: the header of a loss matrix names the class 'ill' twice");
    CHECK_THROWS_AS(parse("action,ill,well\nwait,0,inf\n"), ParseError);
}
