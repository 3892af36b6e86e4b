#include <io/table_memory.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>

#include <filesystem>
#include <limits>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

/// Ten rows of two columns, nine bytes a row in memory.
std::string ten_rows() {
    std::string text = "a,x\n";
    for (int i = 0; i < 10; ++i) text += i % 2 == 0 ? "yes,1.5\n" : "no,2\n";
    return text;
}

TableMemory limited_to(std::size_t bytes) {
    TableMemory memory;
    memory.limit = bytes;
    return memory;
}

bool all_columns(std::span<const Variable>, std::size_t) {
    return true;
}

}  // namespace

TEST_CASE("Memory of tables: a file may exceed it once it is unpacked and its cells are numbers") {
    const TemporaryFolder folder;
    const std::string path = folder.write("t.csv", ten_rows());
    const std::size_t bytes = ten_rows().size();
    CHECK_FALSE(limited_to(unlimited).may_exceed(path));
    CHECK_FALSE(limited_to(8 * bytes).may_exceed(path));
    CHECK(limited_to(8 * bytes - 2).may_exceed(path));
    CHECK(limited_to(8 * bytes).may_exceed(std::vector{path, path}));
    const std::string packed = folder.write("t.csv.gz", ten_rows());
    const std::size_t packed_bytes = std::filesystem::file_size(packed);
    CHECK(limited_to(8 * 8 * packed_bytes - 2).may_exceed(packed));
    CHECK_FALSE(limited_to(8 * 8 * packed_bytes).may_exceed(packed));
    // A stream does not say how long it is.
    CHECK_FALSE(TableMemory{}.may_exceed("-"));
    CHECK(limited_to(unlimited).may_exceed("-"));
}

TEST_CASE("Memory of tables: a table without room in it is the same table, in a file") {
    const TemporaryFolder folder;
    const std::string path = folder.write("t.csv", ten_rows());
    const Dataset expected = read_data(path);
    TableMemory small = limited_to(100), large = limited_to(unlimited);
    const Dataset mapped = small.whole(open_data(path, {}, all_columns)),
                  held = large.whole(open_data(path, {}, all_columns));
    CHECK(mapped == expected);
    CHECK(held == expected);
    CHECK(small.whole(Dataset(expected)) == expected);
}
