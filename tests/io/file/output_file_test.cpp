#include <io/file/output_file.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fstream>
#include <iterator>

using namespace pgm::io;
using namespace pgm::tests;

namespace {

std::string stored(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("OutputFile: the name decides whether the contents are packed", "[io]") {
    const TemporaryFolder folder;
    for (const char* name : {"a.csv.gz", "a.GZ"}) {
        OutputFile file(folder.file(name));
        file.write("one ");
        file.write("");
        file.write("two");
        file.commit();
        CHECK(stored(folder.file(name)).starts_with("\x1F\x8B"));
        CHECK(read_file(folder.file(name)) == "one two");
    }
    for (const char* name : {"a.csv", "gz", "a.gz.csv"}) {
        save_atomically(folder.file(name), "plain");
        CHECK(stored(folder.file(name)) == "plain");
    }
    save_atomically(folder.file("empty.gz"), "");
    CHECK(stored(folder.file("empty.gz")).starts_with("\x1F\x8B"));
    CHECK(read_file(folder.file("empty.gz")).empty());
}

TEST_CASE("OutputFile: nothing is written without commit, packed or not", "[io]") {
    const TemporaryFolder folder;
    for (const char* name : {"a", "a.gz"}) OutputFile(folder.file(name)).write("new");
    CHECK(folder.names().empty());
}
