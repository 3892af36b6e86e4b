#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;

namespace {

using Words = std::vector<std::string>;

/// 60,000 rows whose cells take 1.08 megabytes: two columns of states and two of numbers, some of
/// them missing.
std::string rows_of_a_megabyte() {
    constexpr int rows = 60'000;
    std::string text = "kind,colour,size,width\n";
    for (int i = 0; i < rows; ++i) {
        text += i % 31 == 0 ? "?," : i % 3 == 0 ? "a," : "b,";
        text += i % 17 == 0 ? "?," : i % 4 < i % 3 ? "red," : "blue,";
        text += std::to_string(i % 4 + i % 3) + "." + std::to_string(i % 7) + ",";
        text += std::to_string(i % 11 * (i % 3 + 1)) + ".5\n";
    }
    return text;
}

Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

}  // namespace

TEST_CASE("A table larger than half of --memory-limit lies in a file, to the same bits") {
    const TemporaryFolder folder;
    const std::string text = rows_of_a_megabyte(), data = folder.write("t.csv", text);
    const std::string encoded = folder.file("t.pgmdata"), packed = folder.file("t.csv.gz"),
                      model = folder.file("m.pgmodel"), network = folder.file("n.bif");
    REQUIRE(run_pgm({"encode", data, "-o", encoded}).status == 0);
    REQUIRE(run_shell("gzip -c '" + data + "' > '" + packed + "'").status == 0);
    const Words small = {"--memory-limit", "400KB"};
    for (const Words& command :
         {Words{"info"},
          Words{"learn", "--ignore", "size,width", "--algorithm", "hc", "-o", network},
          Words{"fit", "--class", "kind", "-s", "tan", "-o", model},
          Words{"fit", "--class", "kind", "-s", "tan", "--missing-cells", "em", "-o", model},
          Words{"evaluate", "--class", "kind", "--structure", "nb", "--folds", "2"}}) {
        const std::string& written = command.back();
        const bool writes = std::ranges::find(command, "-o") != command.end();
        for (const std::string& path : {data, encoded, packed}) {
            INFO(command.front() << " " << path);
            const Words words = with(command, {path, "--json"});
            const ProgramRun in_memory = run_pgm(words);
            REQUIRE(in_memory.status == 0);
            const std::string bytes = writes ? read_file(written) : "";
            const ProgramRun in_file = run_pgm(with(words, small));
            INFO(in_file.err);
            REQUIRE(in_file.status == 0);
            CHECK(in_file.out == in_memory.out);
            CHECK(in_file.err == in_memory.err);
            CHECK((writes ? read_file(written) : "") == bytes);
        }
    }
    const Words piped = {"info", "-", "--json"};
    CHECK(run_pgm(with(piped, small), text).out == run_pgm(piped, text).out);
}

TEST_CASE("A table that is too large for memory and for the folder of temporary files is refused") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", rows_of_a_megabyte());
    const std::string info = "TMPDIR=/proc \"$pgm\" info '" + data + "'";
    const ProgramRun large = run_shell(info + " --memory-limit 2MB");
    CHECK(large.status == 1);
    CHECK(large.out.empty());
    CHECK_THAT(large.err, Contains("the table: cannot be kept in /proc") && Contains("TMPDIR"));
    CHECK(run_shell(info + " --memory-limit 3MB").status == 0);
    CHECK(run_shell(info).status == 0);
}
