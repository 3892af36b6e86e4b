#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <filesystem>

using namespace pgm::tests;

/// Tables of more rows than `pgm predict` and `pgm evaluate` hold at a time.
namespace {

constexpr int many_rows = 40'000;

std::string fitted_to_numbers(const TemporaryFolder& folder) {
    const std::string model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit",
                     folder.write("t.csv",
                                  "colour,size,kind\nred,1,a\nred,2,a\nblue,5,b\n"
                                  "blue,7,b\nred,8,b\n"),
                     "--class", "kind", "--continuous", "gaussian", "-o", model})
                .status == 0);
    return model;
}

std::string lines_of(int first, int last) {
    std::string text;
    for (int i = first; i < last; ++i)
        text += std::to_string(i) + (i % 3 == 0 ? ",red," : ",blue,") + std::to_string(i % 10) +
                (i % 4 == 0 ? ",a\n" : ",b\n");
    return text;
}

std::string without_header(const std::string& text) {
    return text.substr(text.find('\n') + 1);
}

}  // namespace

TEST_CASE("pgm predict: many rows give the lines of their parts, from a file, a pipe and gzip") {
    const TemporaryFolder folder;
    const std::string model = fitted_to_numbers(folder), header = "id,colour,size,kind\n";
    const std::string all = header + lines_of(0, many_rows), data = folder.write("all.csv", all);
    const auto predicted = [&](const std::string& text) {
        return run_pgm({"predict", model, folder.write("part.csv", text), "--keep", "id,kind",
                        "--proba"})
            .out;
    };
    const std::string whole = run_pgm({"predict", model, data, "--keep", "id,kind", "--proba"}).out;
    CHECK(whole == predicted(header + lines_of(0, 15'000)) +
                       without_header(predicted(header + lines_of(15'000, 30'000))) +
                       without_header(predicted(header + lines_of(30'000, many_rows))));
    CHECK(run_pgm({"predict", model, "-", "--keep", "id,kind", "--proba"}, all).out == whole);
    const std::string packed = folder.file("p.csv.gz");
    REQUIRE(
        run_pgm({"predict", model, data, "--keep", "id,kind", "--proba", "-o", packed}).status ==
        0);
    // The kept columns of the packed predictions are read back.
    CHECK(run_pgm({"info", packed, "--json"}).json().at("rows") == many_rows);
    const auto json = run_pgm({"predict", model, data, "--json"}).json();
    CHECK(json.at("rows").size() == many_rows);
    CHECK(json.at("ignored") == nlohmann::ordered_json({"id"}));
}

TEST_CASE("pgm predict: what is unseen is counted over all rows, and the first one is named") {
    const TemporaryFolder folder;
    const std::string model = fitted_to_numbers(folder);
    const std::string data =
        folder.write("d.csv", "id,colour,size,kind\n" + lines_of(0, 20'000) + "x,green,big,a\n" +
                                  lines_of(20'000, many_rows) + "y,pink,3,a\nz,green,small,a\n");
    const auto unseen =
        run_pgm({"predict", model, data, "--json", "-o", folder.file("p.csv")}).json().at("unseen");
    REQUIRE(unseen.size() == 2);
    CHECK(unseen[0].at("column") == "colour");
    CHECK(unseen[0].at("cells") == 3);
    CHECK(unseen[0].at("first_value") == "green");
    CHECK(unseen[0].at("first_row") == 20'001);
    CHECK(unseen[1].at("cells") == 2);
    CHECK(unseen[1].at("first_value") == "big");
    CHECK_THAT(run_pgm({"predict", model, data, "--unseen", "error"}).err,
               Catch::Contains("row 20001"));
}

TEST_CASE("pgm predict: an error in a late row says where, and leaves no file") {
    const TemporaryFolder folder;
    const std::string model = fitted_to_numbers(folder), out = folder.file("p.csv");
    const std::string data =
        folder.write("d.csv", "id,colour,size,kind\n" + lines_of(0, many_rows) + "1,red\n");
    const ProgramRun run = run_pgm({"predict", model, data, "-o", out});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Catch::Contains("d.csv:" + std::to_string(many_rows + 2) + ":"));
    CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("pgm evaluate: many test rows are counted as the few that they repeat") {
    const TemporaryFolder folder;
    const std::string model = fitted_to_numbers(folder), header = "id,colour,size,kind\n";
    const std::string once = lines_of(0, 60);
    std::string often;
    for (int i = 0; i < 1000; ++i) often += once;
    const auto report = [&](const std::string& text) {
        return run_pgm({"evaluate", model, folder.write("e.csv", header + text), "--json"}).json();
    };
    const auto few = report(once), many = report(often);
    CHECK(many.at("rows") == 60'000);
    CHECK(many.at("accuracy") == few.at("accuracy"));
    CHECK(many.at("log_loss").get<double>() == Approx(few.at("log_loss").get<double>()));
    CHECK(many.at("confusion")[0][0] == 1000 * few.at("confusion")[0][0].get<int>());
    const ProgramRun wrong = run_pgm(
        {"evaluate", model, folder.write("w.csv", header + often + "9,red,1,c\n"), "--json"});
    CHECK(wrong.status == 1);
    CHECK_THAT(wrong.err, Catch::Contains("60001"));
}

TEST_CASE("pgm predict: an ARFF file of many rows is read as its CSV") {
    const TemporaryFolder folder;
    const std::string model = fitted_to_numbers(folder);
    const std::string head =
        "@relation r\n@attribute id numeric\n@attribute colour {blue, red}\n"
        "@attribute size numeric\n@attribute kind {a, b}\n@data\n";
    const std::string csv = folder.write("d.csv", "id,colour,size,kind\n" + lines_of(0, many_rows)),
                      arff = folder.write("d.arff", head + lines_of(0, many_rows));
    CHECK(run_pgm({"predict", model, arff, "--proba", "--keep", "id"}).out ==
          run_pgm({"predict", model, csv, "--proba", "--keep", "id"}).out);
}

TEST_CASE(
    "pgm predict: the time limit leaves the rows until then on standard output, and no file") {
    const TemporaryFolder folder;
    const std::string model = fitted_to_numbers(folder),
                      data = folder.write("all.csv", "id,colour,size,kind\n" + lines_of(0, 100));
    const ProgramRun text = run_pgm({"predict", model, data, "--time-limit", "1e-9"});
    CHECK(text.status == 130);
    CHECK(text.out == "predicted\n");
    CHECK_THAT(text.err, Catch::EndsWith("pgm: warning: the time limit was reached after 0 rows; "
                                         "the predictions are partial\n"));
    const ProgramRun json = run_pgm({"predict", model, data, "--time-limit", "1e-9", "--json"});
    CHECK(json.status == 130);
    CHECK(json.json().at("partial") == true);
    CHECK(json.json().at("rows").empty());
    CHECK_FALSE(run_pgm({"predict", model, data, "--json"}).json().contains("partial"));
    const std::string path = folder.write("p.csv", "old");
    const ProgramRun file = run_pgm({"predict", model, data, "--time-limit", "1e-9", "-o", path});
    CHECK(file.status == 130);
    CHECK_THAT(file.err, Catch::EndsWith("pgm: error: the time limit was reached after 0 rows; no "
                                         "file was written\n"));
    CHECK(read_file(path) == "old");
}

TEST_CASE("pgm evaluate: stopped before the first row of a test table there is no result") {
    const TemporaryFolder folder;
    const std::string model = fitted_to_numbers(folder),
                      data = folder.write("all.csv", "id,colour,size,kind\n" + lines_of(0, 100));
    const ProgramRun of_model = run_pgm({"evaluate", model, data, "--time-limit", "1e-9"});
    CHECK(of_model.status == 130);
    CHECK(of_model.out.empty());
    CHECK(of_model.err ==
          "pgm: error: the time limit was reached after 0 rows; there is no result\n");
    const ProgramRun on_file =
        run_pgm({"evaluate", data, "--class", "kind", "--test", data, "--time-limit", "1e-9"});
    CHECK(on_file.status == 130);
    CHECK_THAT(on_file.err, Catch::EndsWith("pgm: error: the time limit was reached: 0 of 1 "
                                            "structures were tested; there is no result\n"));
}
