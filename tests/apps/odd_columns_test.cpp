#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;

namespace {

using Calls = std::vector<std::vector<std::string>>;

/// A feature and a class of 40 rows, of which each has a text of its own.
std::string texts_of_csv(std::size_t bytes) {
    std::string text = "text,x,c\n";
    for (int i = 0; i < 40; ++i)
        text += std::string(bytes, 'w') + std::to_string(i) + "," + (i % 3 == 0 ? "u" : "v") + "," +
                (i % 2 == 0 ? "p" : "n") + "\n";
    return text;
}

std::string texts_of_arff(std::size_t bytes) {
    std::string text =
        "@relation t\n@attribute text string\n@attribute x {u,v}\n@attribute c {p,n}\n@data\n";
    for (int i = 0; i < 40; ++i)
        text += "'" + std::string(bytes, 'w') + std::to_string(i) + "'," +
                (i % 3 == 0 ? "u" : "v") + "," + (i % 2 == 0 ? "p" : "n") + "\n";
    return text;
}

}  // namespace

TEST_CASE("pgm: a column of texts too long to be names is left out with one note") {
    const TemporaryFolder folder;
    for (const std::string& data :
         {folder.write("d.csv", texts_of_csv(5000)), folder.write("d.arff", texts_of_arff(5000))}) {
        const std::string model = folder.file("m.pgmodel"), network = folder.file("n.bif");
        for (const std::vector<std::string>& call :
             Calls{{"fit", data, "--class", "c", "-o", model},
                   {"evaluate", data, "--class", "c", "--folds", "4"},
                   {"evaluate", data, "--class", "c", "--test", data},
                   {"learn", data, "-o", network},
                   {"info", data}}) {
            const ProgramRun run = run_pgm(call);
            INFO(call.front() << ": " << run.err);
            CHECK(run.status == 0);
            CHECK_THAT(run.err + run.out, Contains("'text' has a text of 5002 bytes, and the name "
                                                   "of a state has at most 4096"));
            CHECK(run.err.size() < 500);
        }
        CHECK(run_pgm({"predict", model, data}).status == 0);
        CHECK(run_pgm({"evaluate", model, data}).status == 0);
        CHECK(run_pgm({"info", network, "--json"}).json()["variables"] == 2);
        CHECK(run_pgm({"fit", data, "--class", "c", "--ignore", "text"}).err.empty());
        for (const std::vector<std::string>& call :
             Calls{{"fit", data, "--class", "text"}, {"evaluate", data, "--class", "text"}}) {
            const ProgramRun of_text = run_pgm(call);
            CHECK(of_text.status == 1);
            CHECK(of_text.err ==
                  "pgm: error: the class 'text' has a text of 5002 bytes, and the name of a state "
                  "has at most 4096 (name another column as the class; --ignore leaves this one "
                  "out)\n");
        }
    }
}

TEST_CASE("pgm: a class of nearly as many numbers as rows is told to look like no class") {
    const TemporaryFolder folder;
    std::string text = "x,c\n",
                arff =
                    "@relation r\n@attribute x {u,v}\n@attribute c numeric\n"
                    "@data\n",
                few = "x,c\n";
    for (int i = 0; i < 50; ++i) {
        const std::string x = i % 2 == 0 ? "u," : "v,";
        text += x + std::to_string(i) + ".5\n";
        arff += x + std::to_string(i) + ".5\n";
        few += x + std::to_string(i % 20) + "\n";
    }
    const std::string note =
        "the class 'c' has 50 different numbers in 50 rows, each a class of "
        "its own (a continuous target is no class";
    for (const std::string& data : {folder.write("d.csv", text), folder.write("d.arff", arff)})
        for (const std::vector<std::string>& call :
             Calls{{"fit", data, "--class", "c"},
                   {"evaluate", data, "--class", "c", "--folds", "5"}}) {
            const ProgramRun run = run_pgm(call);
            INFO(call.front() << ": " << run.err);
            CHECK(run.status == 0);
            CHECK_THAT(run.err, Contains(note) && !Contains("no arc"));
        }
    const std::string data = folder.write("few.csv", few);
    CHECK(run_pgm({"fit", data, "--class", "c"}).err.empty());
    CHECK(run_pgm({"fit", data, "--class", "none"}).status == 1);
}
