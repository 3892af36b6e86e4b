#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;

namespace {

/// Enough rows that a run takes some tenths of a second.
std::string rows_for_a_while() {
    std::string text = "colour,size,kind,y\n";
    for (int i = 0; i < 400'000; ++i)
        text += std::string(i % 7 == 0   ? "?"
                            : i % 3 == 0 ? "red"
                                         : "blue") +
                "," + std::to_string(i % 1009 * i % 17) + ".5," + (i * 5 % 4 == 0 ? "p" : "q") +
                "," +
                (i % 11 == 0  ? "?"
                 : i % 2 == 0 ? "yes"
                              : "no") +
                "\n";
    return text;
}

}  // namespace

TEST_CASE("fit --checkpoint: a run that is killed again and again ends in the same model",
          "[full]") {
    const TemporaryFolder folder;
    const std::string table = folder.write("rows.csv", rows_for_a_while()),
                      expected = folder.file("expected.pgmodel"), model = folder.file("m.pgmodel"),
                      saved = folder.file("saved");
    const std::vector<std::string> words = {"fit",         table, "--class",      "y",
                                            "--structure", "tan", "--continuous", "gaussian"};
    auto whole = words, part = words;
    whole.insert(whole.end(), {"-o", expected});
    REQUIRE(run_pgm(whole).status == 0);
    part.insert(part.end(), {"-o", model, "--checkpoint", saved});
    std::string line = "timeout -s KILL $0 \"$pgm\"";
    for (const std::string& word : part) line += " '" + word + "'";
    int status = 1;
    // Longer each time, until one run is long enough.
    for (double seconds = 0.05; status != 0 && seconds < 60; seconds *= 1.3) {
        std::string run = line;
        run.replace(run.find("$0"), 2, std::to_string(seconds));
        status = run_shell(run).status;
    }
    CHECK(status == 0);
    CHECK(read_file(model) == read_file(expected));
    CHECK(folder.names() == std::vector<std::string>{"expected.pgmodel", "m.pgmodel", "rows.csv"});
}

TEST_CASE("fit --checkpoint: what it is of is compared, and what it cannot be of is refused") {
    const TemporaryFolder folder;
    const std::string weather = source_file("examples/data/weather.csv"),
                      saved = folder.write("saved", "no checkpoint");
    const auto fit = [&](std::vector<std::string> words) {
        words.insert(words.begin(), "fit");
        words.insert(words.end(), {"--class", "play", "--checkpoint", saved});
        return run_pgm(words);
    };
    CHECK_THAT(fit({weather, "--structure", "nb"}).err, Contains("not a native model file"));
    CHECK_THAT(fit({weather}).err, Contains("one structure that is learned from counts"));
    CHECK_THAT(fit({"-", "--structure", "nb"}).err, Contains("a checkpoint is of files"));
    CHECK_THAT(fit({"sqlite:a.db?table=t", "--structure", "nb"}).err,
               Contains("a checkpoint is of files"));
    const std::string iris = source_file("examples/data/iris.csv");
    const auto run = run_pgm({"fit", iris, "--class", "species", "--structure", "nb",
                              "--checkpoint", folder.file("new")});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Contains("cut points cannot be learned from data that come in parts"));
}
