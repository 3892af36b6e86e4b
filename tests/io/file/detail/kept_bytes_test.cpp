#include <io/file/detail/kept_bytes.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_files_in.hpp>

#include <string>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::io::detail;
using Catch::Contains;

namespace {

std::string block(std::size_t number, std::size_t bytes) {
    return std::string(bytes, static_cast<char>('a' + number % 26));
}

}  // namespace

TEST_CASE("Kept bytes are read again from anywhere, in memory and beyond", "[io]") {
    KeptBytes kept("stdin");
    constexpr std::size_t bytes = 1'000'003, blocks = 40;
    for (std::size_t i = 0; i < blocks; ++i) kept.append(block(i, bytes));
    REQUIRE(kept.size() == bytes * blocks);
    std::string piece(4096, '\0');
    for (const std::size_t from : {std::size_t{0}, bytes - 1, (std::size_t{1} << 24) - 1,
                                   std::size_t{1} << 24, bytes * blocks - 1}) {
        INFO(from);
        REQUIRE(kept.read(from, piece) > 0);
        CHECK(piece.front() == static_cast<char>('a' + from / bytes % 26));
    }
    CHECK(kept.read(bytes * blocks, piece) == 0);
    std::size_t position = 0;
    while (const std::size_t count = kept.read(position, piece)) position += count;
    CHECK(position == bytes * blocks);
    kept.clear();
    CHECK(kept.size() == 0);
    kept.append("again");
    CHECK(kept.read(0, piece) == 5);
}

TEST_CASE("Kept bytes: a folder that takes no file is named", "[io]") {
    const TemporaryFilesIn folder("/proc");
    KeptBytes kept("stdin");
    CHECK_THROWS_WITH(kept.append(block(0, std::size_t{1} << 25)),
                      Contains("cannot be kept in /proc") && Contains("TMPDIR"));
}
