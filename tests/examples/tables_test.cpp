#include <examples/tables.hpp>
#include <learners/fit/fit.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>

#include <io/csv/csv.hpp>
#include <string>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("The tables in the programs are the files of examples/data", "[examples]") {
    for (const std::string name :
         {"alarm.bif", "asia.bif", "boundary.csv", "census.csv", "census_counts.csv", "coins.csv",
          "conflict.csv", "density.csv", "diabetes.csv", "fire.csv", "fruit.csv", "heart.csv",
          "iris.csv", "kidney.csv", "loan.csv", "weather.csv"}) {
        INFO(name);
        CHECK(examples::table_text(name) == read_file(source_file("examples/data/" + name)));
    }
    CHECK(examples::table_text("none.csv").empty());
    CHECK_THROWS_WITH(examples::table("none.csv"),
                      "there is no table 'none.csv' among the examples");
}

TEST_CASE("A weighted table is as many rows as it counts", "[examples]") {
    const Dataset fruits = examples::weighted_table("fruit.csv", "count");
    CHECK(fruits.columns().size() == 4);
    CHECK(fruits.rows() == 24);
    CHECK(fruits.weights()[0] == 50);
    CHECK(fruits.weights()[7] == 350);
    CHECK_THROWS(examples::weighted_table("fruit.csv", "number"));
}

TEST_CASE("A joint table of three binary variables answers every question as its network",
          "[examples]") {
    const Dataset table = io::read_csv(
        "A,B,C,probability\n"
        "0,0,0,0.30\n0,0,1,0.05\n0,1,0,0.10\n0,1,1,0.05\n1,0,0,0.05\n1,0,1,0.10\n1,1,0,0.25\n1,1,1,"
        "0.10\n",
        {.weights = "probability"});
    const Classifier joint = learners::fit(
        table, "A", {.structure = "joint", .smoothing = learners::MaximumLikelihood{}});
    const Expectation expected[] = {
        {"P(A=1)", 1.0 / 2},             // 0.05 + 0.10 + 0.25 + 0.10
        {"P(A=1 | B=1)", 7.0 / 10},      // (0.25 + 0.10) / (0.10 + 0.05 + 0.25 + 0.10)
        {"P(A=1 | B=0, C=1)", 2.0 / 3},  // 0.10 / (0.05 + 0.10)
        {"P(A=1 or C=1)", 3.0 / 5},      // 1 - 0.30 - 0.10
    };
    check_answers(InferenceEngine(joint.model().network()), expected);
}
