#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <sstream>

using namespace pgm::tests;

namespace {

const char* const fruit =
    "colour,long,fruit\nyellow,yes,banana\nyellow,yes,banana\nyellow,no,lemon\nyellow,no,"
    "lemon\nred,no,apple\ngreen,no,apple\n";

/// Maximum likelihood: a banana is long and yellow, always.
std::string fitted_fruit(const TemporaryFolder& folder, const std::string& smoothing = "mle") {
    const std::string model = folder.file("fruit.pgmodel");
    REQUIRE(run_pgm({"fit", folder.write("fruit.csv", fruit), "--class", "fruit", "--smooth",
                     smoothing, "-o", model})
                .status == 0);
    return model;
}

}  // namespace

TEST_CASE("pgm predict: one line per row, and with --proba a column per state in state order") {
    const TemporaryFolder folder;
    const std::string model = fitted_fruit(folder),
                      data = folder.write("new.csv", "long,colour\nyes,yellow\nno,\n");
    CHECK(run_pgm({"predict", model, data}).out == "predicted\nbanana\napple\n");
    // no: apple 1/3 against lemon 1/3, a tie; the first in order wins unless another is named.
    CHECK(run_pgm({"predict", model, data, "--proba"}).out ==
          "predicted,P(apple),P(banana),P(lemon)\nbanana,0,1,0\napple,0.5,0,0.5\n");
    CHECK(run_pgm({"predict", model, data, "--tie", "lemon"}).out == "predicted\nbanana\nlemon\n");
    CHECK(run_pgm({"predict", model, data, "-o", folder.file("p.csv")}).out == "");
    CHECK(read_file(folder.file("p.csv")) == "predicted\nbanana\napple\n");
}

TEST_CASE("pgm predict: a loss matrix chooses actions, and rejecting is one") {
    const TemporaryFolder folder;
    const std::string model = fitted_fruit(folder),
                      data = folder.write("new.csv", "long,colour\nyes,yellow\nno,\n");
    const std::string loss =
        folder.write("L.csv", "action,banana,lemon,apple\neat,0,9,0\nthrow,1,1,1\n");
    CHECK(run_pgm({"predict", model, data, "--loss", loss}).out == "predicted\neat\nthrow\n");
    CHECK(run_pgm({"predict", model, data, "--reject", "0.4"}).out ==
          "predicted\nbanana\nreject\n");
    const ProgramRun bad =
        run_pgm({"predict", model, data, "--loss",
                 folder.write("B.csv", "action,banana,lemon,aple\neat,0,9,0\n")});
    CHECK(bad.status == 1);
    CHECK_THAT(bad.err, Catch::Contains("B.csv:1") && Catch::Contains("did you mean 'apple'?"));
    CHECK(run_pgm({"predict", model, data, "--reject", "much"}).status == 2);
    CHECK_THAT(run_pgm({"predict", model, data, "--tie", "lemonn"}).err,
               Catch::Contains("did you mean 'lemon'?"));
}

TEST_CASE("pgm predict: a row in which no class is possible has an empty cell") {
    const TemporaryFolder folder;
    const std::string model = fitted_fruit(folder),
                      data = folder.write("new.csv", "long,colour\nyes,red\nno,red\n");
    CHECK(run_pgm({"predict", model, data, "--proba"}).out ==
          "predicted,P(apple),P(banana),P(lemon)\n,0,0,0\napple,1,0,0\n");
    const ProgramRun run = run_pgm({"predict", model, data});
    CHECK(run.out == "predicted\n\"\"\napple\n");
    CHECK(run.err ==
          "pgm: note: no decision in 1 of 2 rows: no class has a positive density there\n");
    const auto summary =
        run_pgm({"predict", model, data, "-o", folder.file("p.csv"), "--json"}).json();
    CHECK(summary["rows"] == 2);
    CHECK(summary["undecided"] == 1);
}

TEST_CASE("pgm predict: logarithms are exact where probabilities underflow") {
    const TemporaryFolder folder;
    // Both classes have standard deviation 1; their means are 100 apart. At x = 100 the density of
    // "far" is exp(0), that of "near" exp(-100^2 / 2), and both are as frequent.
    const std::string data = folder.write("t.csv", "c,x\nnear,-1\nnear,1\nfar,99\nfar,101\n"),
                      model = folder.file("m.pgmodel"), far = folder.write("new.csv", "x\n100\n");
    REQUIRE(run_pgm({"fit", data, "--class", "c", "--continuous", "gaussian:mle", "-o", model})
                .status == 0);
    const ProgramRun run = run_pgm({"predict", model, far, "--proba", "--log-proba"});
    CHECK(run.out == "predicted,P(far),P(near),log P(far),log P(near)\nfar,1,0,0,-5000\n");
    const auto rows = run_pgm({"predict", model, far, "--log-proba", "--json"}).json()["rows"];
    CHECK(rows[0]["log_probabilities"]["near"] == -5000);
    CHECK_FALSE(rows[0].contains("probabilities"));
}

TEST_CASE("pgm predict: the logarithm of what is impossible is -inf, and null in JSON") {
    const TemporaryFolder folder;
    const std::string model = fitted_fruit(folder),
                      data = folder.write("new.csv", "long,colour\nno,red\n");
    CHECK(run_pgm({"predict", model, data, "--log-proba"}).out ==
          "predicted,log P(apple),log P(banana),log P(lemon)\napple,0,-inf,-inf\n");
    CHECK(run_pgm({"predict", model, data, "--log-proba", "--json"})
              .json()["rows"][0]["log_probabilities"]["lemon"]
              .is_null());
}

TEST_CASE("pgm predict: unseen values are missing with a warning, or an error") {
    const TemporaryFolder folder;
    const std::string model = fitted_fruit(folder, "laplace:1"),
                      data = folder.write("new.csv", "long,colour,price\nno,blue,3\nno,,4\n");
    const ProgramRun run = run_pgm({"predict", model, data, "--proba"});
    CHECK(run.status == 0);
    std::istringstream lines(run.out);
    std::string header, first, second;
    std::getline(lines, header);
    std::getline(lines, first);
    std::getline(lines, second);
    CHECK(first == second);
    CHECK(run.err ==
          "pgm: note: ignored, for the classifier does not know it: 'price'\n"
          "pgm: warning: 'colour' has values unseen in training in 1 row, first 'blue' in row 1\n");
    const ProgramRun strict = run_pgm({"predict", model, data, "--unseen", "error"});
    CHECK(strict.status == 1);
    CHECK_THAT(strict.err, Catch::Contains("'colour' is 'blue' in row 1"));
    CHECK_THAT(run_pgm({"predict", model, data, "--unseen", "guess"}).err,
               Catch::Contains("error, missing or other"));
}

TEST_CASE("pgm predict: a missing column is missing in every row, none at all is an error") {
    const TemporaryFolder folder;
    const std::string model = fitted_fruit(folder);
    const ProgramRun run = run_pgm({"predict", model, folder.write("new.csv", "long\nyes\n")});
    CHECK(run.out == "predicted\nbanana\n");
    CHECK(run.err ==
          "pgm: warning: the data have no column 'colour': taken as missing in every row\n");
    const ProgramRun none =
        run_pgm({"predict", model, folder.write("bare.csv", "yes,yellow\n"), "--no-header"});
    CHECK(none.status == 1);
    CHECK_THAT(none.err, Catch::Contains("none of the classifier's features"));
}

TEST_CASE("pgm predict: any network is a classifier of the class that is named") {
    const TemporaryFolder folder;
    const std::string data = folder.write("new.csv", "xray,dysp\nyes,yes\nno,no\n");
    const ProgramRun run = run_pgm(
        {"predict", source_file("examples/data/asia.bif"), data, "--class", "lung", "--proba"});
    REQUIRE(run.status == 0);
    CHECK_THAT(run.out, Catch::StartsWith("predicted,P(yes),P(no)\n"));
    const double p = run_pgm({"query", source_file("examples/data/asia.bif"),
                              "P(lung=yes | xray=yes, dysp=yes)", "--json"})
                         .json()["probability"];
    std::istringstream lines(run.out);
    std::string line;
    std::getline(lines, line);
    std::getline(lines, line);
    CHECK(std::stod(line.substr(line.find(',') + 1)) == Approx(p).epsilon(1e-13));
    CHECK(run_pgm({"predict", source_file("examples/data/asia.bif"), data}).status == 1);
}

TEST_CASE("pgm predict: the number of threads does not change a byte") {
    const TemporaryFolder folder;
    const std::string model = fitted_fruit(folder, "laplace:1");
    std::string rows = "long,colour\n";
    for (int i = 0; i < 5000; ++i)
        rows += std::string(i % 3 == 0   ? "yes"
                            : i % 3 == 1 ? "no"
                                         : "?") +
                (i % 2 == 0 ? ",red\n" : ",yellow\n");
    const std::string data = folder.write("many.csv", rows);
    const std::string one = run_pgm({"predict", model, data, "--proba", "--threads", "1"}).out;
    CHECK(std::count(one.begin(), one.end(), '\n') == 5001);
    CHECK(run_pgm({"predict", model, data, "--proba", "--threads", "3"}).out == one);
}

TEST_CASE("pgm predict: the output is never one of the inputs") {
    const TemporaryFolder folder;
    const std::string model = fitted_fruit(folder),
                      data = folder.write("new.csv", "long,colour\nyes,yellow\n");
    for (const std::string& input : {model, data}) {
        const std::string before = read_file(input);
        const ProgramRun run = run_pgm({"predict", model, data, "-o", input});
        CHECK(run.status == 2);
        CHECK(run.err == "pgm: error: the predictions would be written over '" + input +
                             "', which they are made from\n");
        CHECK(read_file(input) == before);
    }
    CHECK(run_pgm({"predict", model, data, "--unseen", "nonsense"}).status == 2);
}

TEST_CASE(
    "pgm predict: --keep puts columns of the input before the predictions, as they are written") {
    const TemporaryFolder folder;
    const std::string model = fitted_fruit(folder);
    const std::string data =
        folder.write("new.csv", "id,long,colour,remark\n007,yes,yellow,\"a, b\"\n0010,no,,?\n");
    const ProgramRun run = run_pgm({"predict", model, data, "--keep", "remark,id,long"});
    CHECK(run.out == "remark,id,long,predicted\n\"a, b\",007,yes,banana\n,0010,no,apple\n");
    CHECK(run.err.empty());
    CHECK_THAT(run_pgm({"predict", model, data, "--keep", "id", "--proba"}).out,
               Catch::StartsWith("id,predicted,P(apple),P(banana),P(lemon)\n007,banana,0,1,0\n"));
    const ProgramRun unknown = run_pgm({"predict", model, data, "--keep", "idd"});
    CHECK(unknown.status == 1);
    CHECK_THAT(unknown.err, Catch::Contains("did you mean 'id'?"));
    CHECK(run_pgm({"predict", model, data, "--keep", "id,id"}).status == 2);
    const std::string taken = folder.write("taken.csv", "long,predicted\nyes,7\n");
    const ProgramRun twice = run_pgm({"predict", model, taken, "--keep", "predicted"});
    CHECK(twice.status == 2);
    CHECK_THAT(twice.err,
               Catch::Contains("the predictions have a column 'predicted' of their own"));
}

TEST_CASE("pgm predict: --keep of what the classifier looks at keeps the value") {
    const TemporaryFolder folder;
    const std::string model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", folder.write("n.csv", "x,c\n1,a\n1.5,a\n5,b\n6,b\n"), "--class", "c",
                     "-o", model})
                .status == 0);
    CHECK(run_pgm(
              {"predict", model, folder.write("new.csv", "x,c\n1.25,b\n5.5,b\n"), "--keep", "x,c"})
              .out == "x,c,predicted\n1.25,b,a\n5.5,b,b\n");
}

TEST_CASE("pgm predict: --json gives the rows as objects, no decision being null") {
    const TemporaryFolder folder;
    const std::string model = fitted_fruit(folder),
                      data = folder.write("new.csv", "id,long,colour\n1,yes,red\n2,no,red\n");
    const auto answer =
        run_pgm({"predict", model, data, "--keep", "id", "--proba", "--json"}).json();
    REQUIRE(answer.at("rows").size() == 2);
    CHECK(answer.at("rows")[0].at("predicted").is_null());
    CHECK(answer.at("rows")[1].at("predicted") == "apple");
    CHECK(answer.at("rows")[1].at("kept") == nlohmann::ordered_json({{"id", "2"}}));
    CHECK(answer.at("rows")[1].at("probabilities") ==
          nlohmann::ordered_json({{"apple", 1}, {"banana", 0}, {"lemon", 0}}));
    CHECK(answer.at("undecided") == 1);
    const std::string file = folder.file("p.csv");
    const auto summary = run_pgm({"predict", model, data, "-o", file, "--json"}).json();
    CHECK(summary.at("written") == file);
    CHECK(summary.at("rows") == 2);
}

TEST_CASE("pgm predict: a file whose name ends in .tsv has tabs between its cells") {
    const TemporaryFolder folder;
    const std::string model = fitted_fruit(folder), file = folder.file("p.tsv");
    const std::string data =
        folder.write("new.csv", "id,long,colour\n\"1\t2\",yes,yellow\n\"3,4\",no,\n");
    REQUIRE(run_pgm({"predict", model, data, "--keep", "id", "--proba", "-o", file}).status == 0);
    CHECK(read_file(file) ==
          "id\tpredicted\tP(apple)\tP(banana)\tP(lemon)\n"
          "\"1\t2\"\tbanana\t0\t1\t0\n\"3,4\"\tapple\t0.5\t0\t0.5\n");
    REQUIRE(run_pgm({"sample", asia(), "-n", "2", "-o", folder.file("s.tsv.gz")}).status == 0);
    CHECK(run_pgm({"info", folder.file("s.tsv.gz"), "--json"}).json().at("columns") == 8);
}
