#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;

namespace {

const std::string said_of_gone = "'gone' has no value at all",
                  said_of_hollow = "'hollow' has no value at all";

/// A nominal and a numeric attribute that no row has.
std::string rows_of_arff() {
    std::ostringstream text;
    text << "@relation r\n@attribute c {no,yes}\n@attribute a {u,v}\n@attribute gone {p,q}\n"
            "@attribute hollow numeric\n@data\n";
    for (int i = 0; i < 40; ++i)
        text << (i % 2 ? "yes" : "no") << ',' << (i % 5 < 3 ? "u" : "v") << ",?,?\n";
    return text.str();
}

std::string rows_of_csv() {
    std::ostringstream text;
    text << "c,a,gone,hollow\n";
    for (int i = 0; i < 40; ++i)
        text << (i % 2 ? "yes" : "no") << ',' << (i % 5 < 3 ? "u" : "v") << ",,\n";
    return text.str();
}

}  // namespace

TEST_CASE("pgm: columns without any value are left out with a remark") {
    const TemporaryFolder folder;
    for (const std::string& data :
         {folder.write("rows.arff", rows_of_arff()), folder.write("rows.csv", rows_of_csv())}) {
        INFO(data);
        const ProgramRun info = run_pgm({"info", data});
        CHECK(info.status == 0);
        CHECK_THAT(info.out, Contains(said_of_gone) && Contains(said_of_hollow));
        CHECK(run_pgm({"info", data, "--json"}).json()["remarks"].size() == 2);
        for (const char* structure : {"nb", "tan", "aode", "lda", "parzen", "stack"}) {
            INFO(structure);
            const ProgramRun fitted = run_pgm({"fit", data, "--class", "c", "-s", structure});
            CHECK(fitted.status == 0);
            CHECK_THAT(fitted.out, Contains(said_of_gone + " and is left out") &&
                                       Contains(said_of_hollow + " and is left out"));
        }
        const ProgramRun evaluated =
            run_pgm({"evaluate", data, "--class", "c", "-s", "nb,tan", "--folds", "4"});
        CHECK(evaluated.status == 0);
        CHECK_THAT(evaluated.err, Contains(said_of_gone + " and is left out") &&
                                      Contains(said_of_hollow + " and is left out"));
        const ProgramRun learned = run_pgm({"learn", data, "-o", folder.file("l.bif")});
        CHECK(learned.status == 0);
        CHECK_THAT(learned.err, Contains(said_of_gone + " and is left out") &&
                                    Contains(said_of_hollow + " and is left out"));
        CHECK_THAT(learned.out, Contains("40 rows, 2 variables"));
    }
}

TEST_CASE("pgm learn: a table without any value is refused") {
    const TemporaryFolder folder;
    const ProgramRun run = run_pgm({"learn", folder.write("rows.csv", "a,b\n,\n,\n")});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Contains("no column has any value"));
}

TEST_CASE("pgm: a column without any value that is declared discrete is left out all the same") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", rows_of_csv());
    for (const std::vector<std::string>& call :
         {std::vector<std::string>{"evaluate", data, "--class", "c", "--discrete", "gone"},
          std::vector<std::string>{"fit", data, "--class", "c", "--discrete", "gone", "-o",
                                   folder.file("m.pgmodel")},
          std::vector<std::string>{"learn", data, "--discrete", "gone"}}) {
        const ProgramRun run = run_pgm(call);
        INFO(call.front() << ": " << run.err);
        CHECK(run.status == 0);
        CHECK_THAT(run.out + run.err, Contains(said_of_gone));
    }
}

TEST_CASE("pgm: what learns or tests refuses a table without rows and names its file") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", "x,c\n");
    const std::string network = folder.write(
        "n.bif",
        "variable x { type discrete [ 2 ] { a, b }; }\nprobability ( x ) { table 0.5, 0.5; }");
    const std::vector<std::vector<std::string>> calls = {
        {"fit", data, "--class", "c"},
        {"evaluate", data, "--class", "c"},
        {"learn", data},
        {"learn", data, "--discrete", "x,c"},
        {"score", network, data},
        {"test", data, "x _||_ c"},
        {"test", data, "x _||_ c", "--discrete", "x,c"}};
    for (const std::vector<std::string>& call : calls) {
        const ProgramRun run = run_pgm(call);
        INFO(call.front() << ": " << run.err);
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Contains(data + ": the table has no rows"));
    }
}
