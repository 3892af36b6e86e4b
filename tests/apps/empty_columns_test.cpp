#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <sstream>
#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;
using json = nlohmann::ordered_json;

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

TEST_CASE("pgm: columns cut into one interval are left out, said to be so, and not drawn") {
    const TemporaryFolder folder;
    std::string rows = "c,size,noise,gone\n";
    for (int i = 0; i < 60; ++i)
        rows += std::string(i % 2 ? "yes" : "no") + "," + std::to_string(i % 2 * 40 + i % 7) + "," +
                std::to_string(i / 2 * 7 % 13) + ",\n";
    const std::string data = folder.write("rows.csv", rows), model = folder.file("m.pgmodel"),
                      said = "'noise' has no informative cut point and is dropped";
    for (const char* structure : {"nb", "tan", "aode", "a2de", "kdb:2", "joint", "stack",
                                  "c -> size; c -> noise -> size"}) {
        INFO(structure);
        const ProgramRun fitted =
            run_pgm({"fit", data, "--class", "c", "-s", structure, "-o", model});
        CHECK(fitted.err == "");
        REQUIRE(fitted.status == 0);
        CHECK_THAT(fitted.out, Contains(said) && !Contains("cut into 1"));
        const ProgramRun drawn = run_pgm({"draw", model, "-o", folder.file("m.dot")});
        REQUIRE(drawn.status == 0);
        // Other members of the stack cut the column into more.
        if (structure != std::string("stack"))
            CHECK_THAT(read_file(folder.file("m.dot")), Contains("size") && !Contains("noise"));
        const ProgramRun info = run_pgm({"info", model});
        CHECK_THAT(info.out, Contains(said));
        CHECK(run_pgm({"predict", model, data}).status == 0);
    }
    const json features =
        run_pgm({"fit", data, "--class", "c", "-s", "nb", "--json"}).json().at("features");
    CHECK_FALSE(features[0].contains("left_out"));
    CHECK(features[1].at("left_out") == true);
    CHECK(features[2].at("left_out") == true);
    CHECK(run_pgm({"evaluate", data, "--class", "c", "-s", "nb,aode", "--folds", "4"}).status == 0);
}

TEST_CASE("pgm fit: where every column is cut into one interval, the class is all there is") {
    const TemporaryFolder folder;
    std::string rows = "c,noise,other\n";
    for (int i = 0; i < 60; ++i)
        rows += std::string(i % 2 ? "yes" : "no") + "," + std::to_string(i / 2 * 7 % 13) + "," +
                std::to_string(i / 2 * 5 % 11) + "\n";
    const std::string data = folder.write("rows.csv", rows), model = folder.file("m.pgmodel");
    for (const char* structure :
         {"nb", "tan", "fan", "aode", "a2de", "kdb:2", "joint", "stack", "auto"}) {
        INFO(structure);
        const ProgramRun fitted =
            run_pgm({"fit", data, "--class", "c", "-s", structure, "-o", model});
        CHECK(fitted.err == "");
        REQUIRE(fitted.status == 0);
        CHECK(run_pgm({"predict", model, data}).status == 0);
        CHECK(run_pgm({"draw", model, "-o", folder.file("m.dot")}).status == 0);
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
