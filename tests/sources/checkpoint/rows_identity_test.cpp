#include <sources/checkpoint/checkpointed_rows.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>

#include <filesystem>

using namespace pgm;
using namespace pgm::sources;
using namespace pgm::tests;
using Catch::Contains;

TEST_CASE("Identity of a table: names, sizes and times of its files, and how they are read") {
    const TemporaryFolder folder;
    const std::string first = folder.write("a.csv", "x,y\n1,2\n"),
                      second = folder.write("b.csv", "x,y\n");
    const std::string plain = CheckpointedRows::identity_of(first, {});
    CHECK_THAT(plain, Contains("a.csv (8 bytes, written 20") && Contains(" UTC)"));
    CHECK(CheckpointedRows::identity_of(first, {}) == plain);
    const std::string both = CheckpointedRows::identity_of(std::vector{first, second}, {});
    CHECK_THAT(both, Contains("a.csv (8 bytes") && Contains(", ") && Contains("b.csv (4 bytes"));
    io::DataOptions options{.columns = {{.name = "y"}}, .weights = "x"};
    options.delimiter = ';';
    CHECK_THAT(
        CheckpointedRows::identity_of(first, options),
        Contains(" UTC), 'y' discrete, weights 'x', missing '?'") && Contains(", delimiter ';'"));
    // What is written later is another table.
    using namespace std::chrono_literals;
    std::filesystem::last_write_time(first, std::filesystem::last_write_time(first) + 1ms);
    CHECK(CheckpointedRows::identity_of(first, {}) != plain);
}

TEST_CASE("Identity of a table: what cannot be read again in the same order has none") {
    const TemporaryFolder folder;
    for (const std::string& path : {std::string("-"), folder.file("absent.csv"),
                                    std::string("sqlite:t.db?table=t"), folder.file("")})
        CHECK_THROWS_WITH(CheckpointedRows::identity_of(path, {}),
                          Contains("a checkpoint is of files"));
}
