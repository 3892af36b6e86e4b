#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>

using namespace pgm::tests;
using Catch::Contains;

namespace {

const char* const people_rows =
    "age,sex,ill\n30,male,no\n35,female,no\n41,male,yes\n52,female,no\n64,male,yes\n70,female,"
    "yes\n";

std::string fitted_to_people(const TemporaryFolder& folder) {
    const std::string model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", folder.write("t.csv", people_rows), "--class", "ill", "--updatable",
                     "-o", model})
                .status == 0);
    return model;
}

}  // namespace

TEST_CASE("A value that differs from a state in letter case or blanks is told with the state") {
    const TemporaryFolder folder;
    const std::string model = fitted_to_people(folder);
    CHECK(run_pgm({"predict", model, "-"}, "age,sex\n40,Male\n50,FEMALE\n60,male\n").err ==
          "pgm: warning: 'sex' has values unseen in training in 2 rows, first 'Male' in row 1 "
          "('Male' differs from 'male' in letter case only)\n");
    const auto unseen =
        run_pgm({"predict", model, "-", "--json"}, "age,sex\n40,none\n50,Male\n").json()["unseen"];
    CHECK(unseen[0]["first_value"] == "none");
    CHECK(unseen[0]["nearest_value"] == "Male");
    CHECK(unseen[0]["nearest_state"] == "male");
}

TEST_CASE("Many columns of unseen values are told together, those of another letter case apart") {
    const TemporaryFolder folder;
    std::string header, rows[3];
    for (int i = 0; i < 6; ++i) {
        header += "x" + std::to_string(i) + ",";
        rows[0] += "red,";
        rows[1] += "blue,";
        rows[2] += i == 4 ? "Red," : "none,";
    }
    const std::string table = header + "c\n" + rows[0] + "a\n" + rows[1] + "b\n",
                      model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", folder.write("t.csv", table), "-c", "c", "-o", model}).status == 0);
    CHECK(
        run_pgm({"predict", model, "-"}, header + "c\n" + rows[2] + "a\n").err ==
        "pgm: warning: 'x0' has values unseen in training in 1 row, first 'none' in row 1; 4 more "
        "like this\n"
        "pgm: warning: 'x4' has values unseen in training in 1 row, first 'Red' in row 1 ('Red' "
        "differs from 'red' in letter case only)\n");
}

TEST_CASE("A column that differs from one of the model in letter case is told by every command") {
    const TemporaryFolder folder;
    const std::string model = fitted_to_people(folder),
                      other = folder.write("o.csv", "Age,sex,ill\n40,male,no\n50,male,yes\n"),
                      other_class = folder.write("c.csv", "age,sex,Ill\n40,male,no\n"),
                      data = folder.file("t.csv");
    const std::string told = "'age' differs from 'Age' in letter case only";
    CHECK_THAT(run_pgm({"evaluate", model, other}).err, Contains(told));
    const std::string network = folder.file("n.pgmodel");
    REQUIRE(run_pgm({"learn", data, "-o", network}).status == 0);
    CHECK_THAT(run_pgm({"score", network, other}).err, Contains("did you mean 'Age'?"));
    CHECK_THAT(run_pgm({"evaluate", model, other_class}).err, Contains("did you mean 'Ill'?"));
    CHECK_THAT(run_pgm({"fit", data, "--class", "ill", "--ignore", "Age"}).err,
               Contains("did you mean 'age'?"));
    CHECK_THAT(run_pgm({"test", data, "Sex _||_ ill"}).err, Contains("did you mean 'sex'?"));
    CHECK_THAT(run_pgm({"predict", model, data, "--keep", "AGE"}).err,
               Contains("did you mean 'age'?"));
}
