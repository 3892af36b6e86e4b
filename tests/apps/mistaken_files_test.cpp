#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;

namespace {

using Call = std::vector<std::string>;

const char* const rows = "income,default\nhigh,no\nhigh,no\nlow,yes\nlow,no\n";

std::string fitted(const TemporaryFolder& folder, const std::string& data) {
    const std::string model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", data, "-c", "default", "-o", model}).status == 0);
    return model;
}

}  // namespace

TEST_CASE("pgm: a table where a model belongs is told with the commands that make a model of it") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", rows);
    for (const Call& call : {Call{"query", data, "P(x)"},
                             {"marginals", data},
                             {"mpe", data},
                             {"check", data},
                             {"sample", data, "-n", "1"},
                             {"convert", data, folder.file("x.bif")},
                             {"dsep", data, "a _||_ b"},
                             {"draw", data, "-o", folder.file("x.svg")},
                             {"compare", asia(), data},
                             {"score", data, data},
                             {"predict", data, data},
                             {"update", data, data}}) {
        const ProgramRun run = run_pgm(call);
        INFO(call.front() << ": " << run.err);
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Contains("'" + data + "' is a data set, and a model is wanted here") &&
                                Contains("'pgm learn " + data + " -o t.pgmodel'"));
    }
}

TEST_CASE("pgm: a model where a table belongs is told") {
    const TemporaryFolder folder;
    const std::string model = fitted(folder, folder.write("t.csv", rows));
    for (const Call& call : {Call{"learn", model},
                             {"fit", model, "-c", "default"},
                             {"test", model, "a _||_ b"},
                             {"predict", model, model},
                             {"score", asia(), model},
                             {"update", model, model}}) {
        const ProgramRun run = run_pgm(call);
        INFO(call.front() << ": " << run.err);
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Contains("'" + model + "' is a model, and a data set is wanted here") &&
                                Contains("pgm info " + model));
    }
    const ProgramRun run = run_pgm({"evaluate", asia(), "-c", "dysp"});
    CHECK(run.status == 2);
    CHECK_THAT(run.err, Contains("the test data are missing (pgm evaluate MODEL DATA)"));
}

TEST_CASE("pgm: table and model in the wrong order are told the right one") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", rows), model = fitted(folder, data);
    for (const std::string command : {"predict", "evaluate", "update", "score"}) {
        const ProgramRun run = run_pgm({command, data, model});
        INFO(command << ": " << run.err);
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Contains("the model comes first (pgm " + command + " " + model + " " +
                                     data + ")"));
    }
}

TEST_CASE("pgm: a model or data behind what is asked of them are told to come first") {
    const auto told = [](const std::vector<std::string>& line, const std::string& message) {
        const ProgramRun run = run_pgm(line);
        INFO(run.err);
        CHECK(run.status != 0);
        CHECK_THAT(run.err, Contains(message));
    };
    told({"marginals", "smoke=yes", asia()},
         "the model comes first; evidence is given by -e 'smoke=yes'");
    told({"show", "lung", asia()}, "the model comes first; variables are chosen by --of lung");
    told({"sample", "100", asia()}, "the model comes first; the number of rows is given by -n 100");
    told({"draw", "asia.svg", asia()}, "the model comes first; the file to write is named by -o");
    told({"dsep", "asia _||_ smoke", asia()}, "'asia _||_ smoke' is a statement, and a file is");
    told({"marginals", asia(), "--targets", "lung", "tub"},
         "a list has commas: --targets lung,tub");
    told({"--list"}, "unknown option '--list' (a command comes first");
}

TEST_CASE("pgm: a network that predicts wants to know its class") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", "smoke\nyes\nno\n");
    for (const std::string command : {"predict", "evaluate"}) {
        const ProgramRun run = run_pgm({command, asia(), data});
        INFO(command << ": " << run.err);
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Contains("' is a network, not a fitted classifier (say which of its "
                                     "variables is to be predicted: --class 'dysp')"));
    }
    CHECK(run_pgm({"predict", asia(), data, "--class", "dysp"}).status == 0);
}

TEST_CASE("pgm: a structure that is none gets the list of all") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", rows);
    for (const std::string command : {"fit", "evaluate"}) {
        const ProgramRun run = run_pgm({command, data, "-c", "default", "-s", "svm"});
        CHECK(run.status == 2);
        for (const std::string word :
             {"nb", "tan", "kdb:K", "skdb", "fan", "aode", "a2de", "joint", "lda", "qda",
              "chow-liu", "parzen", "stack:nb,tan", "auto", "a model file"}) {
            INFO(word);
            CHECK_THAT(run.err, Contains(word));
        }
    }
    CHECK_THAT(run_pgm({"fit", data, "-c", "default", "-s", "none.bif"}).err,
               Contains("and no file of that name"));
}

TEST_CASE("pgm: an option of another command names that command") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", rows);
    CHECK_THAT(run_pgm({"fit", data, "-c", "default", "--folds", "3"}).err,
               Contains("unknown option '--folds' (it is an option of 'pgm evaluate' and "
                        "'pgm report'; try 'pgm fit "
                        "--help')"));
    CHECK_THAT(run_pgm({"learn", data, "--structure=nb"}).err,
               Contains("it is an option of 'pgm fit', 'pgm stats', 'pgm evaluate' and others"));
    CHECK_THAT(run_pgm({"learn", data, "-c", "default"}).err,
               Contains("unknown option '-c' (it is an option of 'pgm fit'"));
    CHECK_THAT(run_pgm({"fit", data, "-c", "default", "--smoth", "mle"}).err,
               Contains("did you mean '--smooth'?"));
}

TEST_CASE("pgm: what is typed between blanks and belongs into a list or an option is told") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", rows);
    struct Slip {
        Call call;
        std::string hint;
    };
    for (const Slip& slip : {
             Slip{{"evaluate", data, "-c", "default", "-s", "tan", "kdb:2"}, "-s tan,kdb:2"},
             {{"evaluate", data, "-c", "default", "-s", "nb,", "tan"}, "-s nb,tan"},
             {{"info", data, "--ignore", "income", "default"}, "--ignore income,default"},
             {{"learn", data, "--ignore", "income", "due-date"}, "--ignore income,due-date"},
             {{"fit", data, "default"}, "--class default"},
             {{"learn", data, "default"}, "pgm fit --class default"},
             {{"evaluate", data, "-c", "default", "--k-fold", "5"}, "--folds 5"},
             {{"query", asia(), "-P(smoke=yes)"}, "stands behind '--'"},
         }) {
        const ProgramRun run = run_pgm(slip.call);
        INFO(slip.call.front() << ": " << run.err);
        CHECK(run.status == 2);
        CHECK_THAT(run.err, Contains(slip.hint));
    }
    CHECK(run_pgm({"query", asia(), "--", "-P(smoke=yes)"}).status == 0);
}
