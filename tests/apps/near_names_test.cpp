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
    CHECK_THAT(run_pgm({"predict", model, "-"}, "age,sex\n40,\" male\"\n").err,
               Contains("(' male' differs from 'male' in the blanks around it only)"));
    CHECK_THAT(run_pgm({"predict", model, "-"}, "age,sex\n40,none\n50,\"Female \"\n").err,
               Contains("in 2 rows, first 'none' in row 1 ('Female ' differs from 'female' in "
                        "letter case and the blanks around it only)"));
    CHECK_THAT(run_pgm({"predict", model, "-"}, "age,sex\n40,femal\n").err,
               Contains("first 'femal' in row 1 (did you mean 'female'?)"));
    CHECK_THAT(run_pgm({"evaluate", model, "-"}, "age,sex,ill\n40,Male,no\n50,male,yes\n").err,
               Contains("'Male' differs from 'male' in letter case only"));
    const auto unseen =
        run_pgm({"predict", model, "-", "--json"}, "age,sex\n40,none\n50,Male\n").json()["unseen"];
    CHECK(unseen[0]["first_value"] == "none");
    CHECK(unseen[0]["nearest_value"] == "Male");
    CHECK(unseen[0]["nearest_state"] == "male");
}

TEST_CASE("A value in another case is found in a later block, and a number is near to none") {
    const TemporaryFolder folder;
    const std::string model = fitted_to_people(folder);
    std::string rows = "age,sex\n";
    for (std::size_t i = 0; i < 20'000; ++i) rows += "40,none\n";
    CHECK_THAT(run_pgm({"predict", model, "-"}, rows + "50,MALE\n").err,
               Contains("in 20001 rows, first 'none' in row 1 ('MALE' differs from 'male' in "
                        "letter case only)"));
    const std::string codes = folder.file("codes.pgmodel");
    REQUIRE(run_pgm({"fit", folder.write("c.csv", "code,c\n10,a\n11,b\n10,a\n11,b\n"), "--class",
                     "c", "--discrete", "code", "-o", codes})
                .status == 0);
    CHECK_THAT(run_pgm({"predict", codes, "-"}, "code\n12\n").err, !Contains("did you mean"));
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

TEST_CASE("A text in a column of numbers is told as such") {
    const TemporaryFolder folder;
    CHECK(
        run_pgm({"predict", fitted_to_people(folder), "-"}, "age,sex\n40,male\nsixty,male\n").err ==
        "pgm: warning: 'age' has texts where numbers are due in 1 row, first 'sixty' in row 2 "
        "(they are taken as missing)\n");
}

TEST_CASE("A column that differs from one of the model in letter case is told by every command") {
    const TemporaryFolder folder;
    const std::string model = fitted_to_people(folder),
                      other = folder.write("o.csv", "Age,sex,ill\n40,male,no\n50,male,yes\n"),
                      other_class = folder.write("c.csv", "age,sex,Ill\n40,male,no\n"),
                      data = folder.file("t.csv");
    const std::string told = "'age' differs from 'Age' in letter case only";
    CHECK_THAT(run_pgm({"predict", model, other}).err, Contains(told));
    CHECK_THAT(run_pgm({"evaluate", model, other}).err, Contains(told));
    CHECK_THAT(run_pgm({"update", model, other}).err, Contains("did you mean 'Age'?"));
    const std::string network = folder.file("n.pgmodel");
    REQUIRE(run_pgm({"learn", data, "-o", network}).status == 0);
    CHECK_THAT(run_pgm({"score", network, other}).err, Contains("did you mean 'Age'?"));
    CHECK_THAT(run_pgm({"predict", model, "-"}, "ages,sex\n40,male\n").err,
               Contains("is 'ages' meant for 'age'?"));
    CHECK_THAT(run_pgm({"evaluate", model, other_class}).err, Contains("did you mean 'Ill'?"));
    CHECK_THAT(run_pgm({"update", model, other_class}).err, Contains("did you mean 'Ill'?"));
    CHECK_THAT(run_pgm({"fit", data, "--class", "Ill"}).err, Contains("did you mean 'ill'?"));
    CHECK_THAT(run_pgm({"fit", data, "--class", "ill", "--ignore", "Age"}).err,
               Contains("did you mean 'age'?"));
    CHECK_THAT(run_pgm({"test", data, "Sex _||_ ill"}).err, Contains("did you mean 'sex'?"));
    CHECK_THAT(run_pgm({"predict", model, data, "--keep", "AGE"}).err,
               Contains("did you mean 'age'?"));
}

TEST_CASE("A header and rows with different delimiters are told") {
    const TemporaryFolder folder;
    const std::string model = fitted_to_people(folder),
                      data = folder.write("d.csv", "age;sex;ill\n40,male,no\n50,female,yes\n");
    const std::string told =
        "d.csv:2:11: this row has 1 cell, but the header has 3 (the header is separated by ';' "
        "and this row by ',': one file has one delimiter)";
    CHECK_THAT(run_pgm({"fit", data, "--class", "ill"}).err, Contains(told));
    CHECK_THAT(run_pgm({"predict", model, data}).err, Contains(told));
    CHECK_THAT(run_pgm({"info", "-"}, "a,b\n1;2\n").err,
               Contains("separated by ',' and this row by ';'"));
    CHECK_THAT(run_pgm({"info", "-"}, "a,b\n1,5;2,5\n").err,
               Contains("separated by ',' and this row by ';'"));
    CHECK_THAT(run_pgm({"info", "-"}, "a\tb\n1;2\n").err,
               Contains("separated by tabs and this row by ';'"));
    CHECK_THAT(run_pgm({"info", "-"}, "a,b\nNew York\n").err, !Contains("separated"));
}
