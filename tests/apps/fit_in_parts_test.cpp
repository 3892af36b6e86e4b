#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;

/// A file is read in parts where that is possible, a pipe as a whole: one answer.
namespace {

/// More rows than a part has. The last ones have a state of their own.
std::string many_rows() {
    constexpr int rows = 300'000;
    std::string text = "\"kind\",colour,size,id,w\n";
    for (int i = 0; i < rows; ++i) {
        text += i % 31 == 0 ? "?," : i % 3 == 0 ? "\"a, b\"," : "c,";
        text += i % 17 == 0 ? "NA," : i + 5 > rows ? "grey," : i % 4 < i % 3 ? "red," : "blue,";
        text += std::to_string(i % 4 + i % 3) + "," + std::to_string(i % 6) +
                (i % 9 == 0 ? ",0.5\n" : ",2\n");
    }
    return text;
}

}  // namespace

TEST_CASE("pgm fit: a file of many parts, a pipe and gzip give the same model and report") {
    const TemporaryFolder folder;
    const std::string text = many_rows(), data = folder.write("t.csv", text);
    const std::string model = folder.file("m.pgmodel"), piped = folder.file("p.pgmodel");
    using Words = std::vector<std::string>;
    for (const Words& options :
         {Words{"--structure", "tan", "--discrete", "size", "--ignore", "id", "--weights", "w"},
          Words{"--structure", "kdb:2", "--discrete", "size,id"},
          Words{"--continuous", "gaussian", "--missing-cells", "fill"}, Words{}}) {
        const auto fit = [&](const std::string& path, const std::string& output,
                             const std::string& input) {
            Words words = {"fit", path, "--class", "kind", "--json", "-o", output};
            words.insert(words.end(), options.begin(), options.end());
            const ProgramRun run = run_pgm(words, input);
            INFO(run.err);
            REQUIRE(run.status == 0);
            auto json = run.json();
            json.erase("model");
            return std::pair(json, run.err);
        };
        const auto in_parts = fit(data, model, ""), as_a_whole = fit("-", piped, text);
        CHECK(in_parts == as_a_whole);
        CHECK(read_file(model) == read_file(piped));
    }
    const std::string packed = folder.file("t.csv.gz");
    REQUIRE(run_shell("gzip -c '" + data + "' > '" + packed + "'").status == 0);
    REQUIRE(run_pgm({"fit", packed, "--class", "kind", "-o", model}).status == 0);
    CHECK(read_file(model) == read_file(piped));
}

TEST_CASE("pgm fit: mistakes in a table of parts are those of the table") {
    const TemporaryFolder folder;
    const std::string text = many_rows();
    for (const std::string& wrong : {text + "c,red,1\n", text + "c,red,1,2,-3\n"}) {
        const std::string data = folder.write("t.csv", wrong);
        const std::vector<std::string> options = {"--class",  "kind",      "--continuous",
                                                  "gaussian", "--weights", "w"};
        const auto run = [&](const std::string& path, const std::string& input) {
            std::vector<std::string> words = {"fit", path};
            words.insert(words.end(), options.begin(), options.end());
            return run_pgm(words, input);
        };
        const ProgramRun file = run(data, ""), pipe = run("-", wrong);
        CHECK(file.status == pipe.status);
        CHECK(file.status != 0);
        CHECK(file.err.substr(file.err.find(data) == std::string::npos
                                  ? 0
                                  : file.err.find(data) + data.size()) ==
              pipe.err.substr(
                  pipe.err.find("stdin") == std::string::npos ? 0 : pipe.err.find("stdin") + 5));
    }
    const ProgramRun none =
        run_pgm({"fit", folder.write("t.csv", text), "--class", "knd", "--continuous", "gaussian"});
    CHECK(none.status != 0);
    CHECK_THAT(none.err, Catch::Contains("no column 'knd'"));
}
