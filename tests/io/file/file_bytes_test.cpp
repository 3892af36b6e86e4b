#include <io/file/file_bytes.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/temporary_folder.hpp>

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <thread>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

namespace {

std::string some_bytes(std::size_t count) {
    std::string bytes;
    while (bytes.size() < count) bytes += std::to_string(bytes.size()) + " ";
    bytes.resize(count);
    return bytes;
}

}  // namespace

TEST_CASE("A file is read whole, be it shorter or longer than what is kept without an allocation", "[io]") {
    const TemporaryFolder folder;
    for (const std::size_t count : {0, 1, 1000, 16383, 16384, 16385, 100'000}) {
        INFO(count);
        const std::string bytes = some_bytes(count), path = folder.write("f", bytes);
        CHECK(FileBytes(path).read(count) == bytes);
        CHECK(read_all(open_for_reading(path), count, path) == bytes);
        if (count == 0) continue;
        const std::string limit = std::to_string(count - 1);
        const std::string refusal = path + ": the file has more than " + limit + " bytes, the limit (raise Limits::max_file_bytes)";
        CHECK_THROWS_WITH(FileBytes(path).read(count - 1), refusal);
        CHECK_THROWS_WITH(read_all(open_for_reading(path), count - 1, path), refusal);
    }
}

TEST_CASE("A pipe is read to its end, in whatever pieces it comes", "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("pipe");
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    for (const std::size_t count : {0, 10, 16384, 100'000}) {
        INFO(count);
        const std::string bytes = some_bytes(count);
        std::thread writer([&] {
            std::ofstream pipe(path, std::ios::binary);
            for (std::size_t i = 0; i < count; i += 7000) pipe << bytes.substr(i, 7000) << std::flush;
        });
        FileBytes file(path);
        const std::string read(file.read(count));
        writer.join();
        CHECK(read == bytes);
    }
}
