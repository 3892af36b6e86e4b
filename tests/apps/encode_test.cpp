#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <nlohmann/json.hpp>
#include <string>

using namespace pgm::tests;
using Catch::Contains;

TEST_CASE("encode: what is learned, predicted and counted is that of the table") {
    const TemporaryFolder folder;
    const std::string csv = source_file("examples/data/loan.csv"),
                      encoded = folder.file("loan.pgmdata");
    const auto answer = run_pgm({"encode", csv, "-o", encoded, "--json"}).json();
    CHECK(answer["written"] == encoded);
    const auto info_of = [](const std::string& table) {
        auto info = run_pgm({"info", table, "--json"}).json();
        info.erase("file");
        info.erase("name");
        return info;
    };
    CHECK(answer["rows"] == info_of(csv)["rows"]);
    CHECK(info_of(encoded) == info_of(csv));
    for (const std::string structure : {"nb", "tan", "stack:nb,tan"}) {
        const std::string a = folder.file("a.pgmodel"), b = folder.file("b.pgmodel");
        for (const auto& [table, model] : {std::pair(csv, a), std::pair(encoded, b)})
            REQUIRE(
                run_pgm({"fit", table, "--class", "default", "--structure", structure, "-o", model})
                    .status == 0);
        CHECK(read_file(a) == read_file(b));
        CHECK(run_pgm({"predict", a, csv, "--proba"}).out ==
              run_pgm({"predict", a, encoded, "--proba"}).out);
    }
}

TEST_CASE("encode, fit, learn: several files are one table") {
    const TemporaryFolder folder;
    const std::string one = folder.write("1.csv", "a,b\nx,1\ny,2\n"),
                      two = folder.write("2.csv", "a,b\nz,2\ny,0.5\nx,1\n"),
                      all = folder.write("all.csv", "a,b\nx,1\ny,2\nz,2\ny,0.5\nx,1\n");
    const std::string encoded = folder.file("t.pgmdata"), whole = folder.file("w.pgmdata");
    REQUIRE(run_pgm({"encode", one, two, "-o", encoded}).status == 0);
    REQUIRE(run_pgm({"encode", all, "-o", whole}).status == 0);
    CHECK(read_file(encoded) == read_file(whole));
    const auto fitted = [&](std::vector<std::string> words, const std::string& model) {
        words.insert(words.end(), {"--class", "a", "--structure", "nb", "-o", model});
        REQUIRE(run_pgm(words).status == 0);
        return read_file(model);
    };
    CHECK(fitted({"fit", one, two}, folder.file("a.pgmodel")) ==
          fitted({"fit", all}, folder.file("b.pgmodel")));
    CHECK(run_pgm({"learn", one, two, "--json"}).status == 0);
    const ProgramRun itself = run_pgm({"encode", one, two, "-o", two});
    CHECK(itself.status == 2);
}

TEST_CASE("encode: another suffix, the table itself and a damaged file are refused") {
    const TemporaryFolder folder;
    const std::string csv = folder.write("t.csv", "a,b\nx,1\ny,2\n"),
                      encoded = folder.file("t.pgmdata");
    CHECK(run_pgm({"encode", csv, "-o", folder.file("t.txt")}).status == 2);
    REQUIRE(run_pgm({"encode", csv, "-o", encoded}).status == 0);
    const ProgramRun itself = run_pgm({"encode", encoded, "-o", encoded});
    CHECK(itself.status == 2);
    const std::string bytes = read_file(encoded);
    const std::string cut = folder.write("cut.pgmdata", bytes.substr(0, bytes.size() - 1));
    const ProgramRun run = run_pgm({"info", cut});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Contains("cut.pgmdata: the encoded table is damaged (it was cut short"));
    const ProgramRun as_model = run_pgm({"query", encoded, "P(a)"});
    CHECK(as_model.status != 0);
}
