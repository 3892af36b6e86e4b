#include <io/file/byte_source.hpp>
#include <io/file/file_bytes.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/gzip_bytes.hpp>
#include <tests/support/temporary_folder.hpp>

#include <sys/stat.h>

#include <filesystem>
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

std::string text_of(const std::string& path, std::size_t max_bytes) {
    ByteSource source(path, max_bytes);
    return read_text(source);
}

}  // namespace

TEST_CASE("A file is read whole, be it shorter or longer than what is kept without an allocation",
          "[io]") {
    const TemporaryFolder folder;
    for (const std::size_t count : {0, 1, 1000, 16383, 16384, 16385, 100'000}) {
        INFO(count);
        const std::string bytes = some_bytes(count), path = folder.write("f", bytes);
        CHECK(FileBytes(path).read(count) == bytes);
        CHECK(ByteSource(path, count).size_hint() == count);
        CHECK(text_of(path, count) == bytes);
        if (count == 0) continue;
        const std::string limit = std::to_string(count - 1);
        const std::string refusal = path + ": the file has more than " + limit +
                                    " bytes, the limit (raise Limits::max_file_bytes)";
        CHECK_THROWS_WITH(FileBytes(path).read(count - 1), refusal);
        CHECK_THROWS_WITH(text_of(path, count - 1), refusal);
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
            for (std::size_t i = 0; i < count; i += 7000)
                pipe << bytes.substr(i, 7000) << std::flush;
        });
        FileBytes file(path);
        const std::string read(file.read(count));
        writer.join();
        CHECK(read == bytes);
    }
}

TEST_CASE("Behind a NUL byte nothing of a text is read, and everything of what may hold one",
          "[io]") {
    const TemporaryFolder folder;
    // 64 GiB of zeros behind ten bytes: a file with a hole, which takes no room on the disk.
    const std::string path = folder.write("huge", "some bytes");
    std::filesystem::resize_file(path, std::uintmax_t{1} << 36);
    CHECK(FileBytes(path).read(std::size_t{1} << 40).size() < 1'000'000);
    CHECK(text_of(path, std::size_t{1} << 40).size() < 1'000'000);
    const std::string endless = "/dev/zero";
    CHECK(FileBytes(endless).read(std::size_t{1} << 40).size() < 1'000'000);
    CHECK(text_of(endless, std::size_t{1} << 40).size() < 1'000'000);
    const std::string binary = "binary" + std::string(100'000, '\0') + "end";
    const auto begins_binary = [](std::string_view first) { return first.starts_with("binary"); };
    CHECK(FileBytes(folder.write("b", binary)).read(binary.size(), begins_binary) == binary);
    CHECK(FileBytes(folder.write("b.gz", gzipped(binary))).read(binary.size(), begins_binary) ==
          binary);
    CHECK(FileBytes(folder.write("zeros.gz", gzipped(std::string(10'000'000, '\0'))))
              .read(1 << 30)
              .size() < 1'000'000);
}

TEST_CASE("A packed file that unpacks to many times its size is refused on the way", "[io]") {
    const TemporaryFolder folder;
    std::string bomb;
    for (int i = 0; i < 8; ++i) bomb += gzipped(std::string(10'000'000, ' '));  // each a thousandth
    const std::string path = folder.write("bomb.gz", bomb);
    CHECK_THROWS_WITH(FileBytes(path).read(std::size_t{4} << 30),
                      path +
                          ": the file unpacks to more than 200 times its size and more than 64 MiB "
                          "(if that is meant, unpack it first)");
    CHECK_THROWS_WITH(FileBytes(path).read(1'000'000),
                      path +
                          ": the file unpacks to more than 1000000 bytes, the limit (raise "
                          "Limits::max_file_bytes)");
    // As regular, but no larger than what is unpacked without asking.
    const std::string regular(50'000'000, ' ');
    CHECK(
        FileBytes(folder.write("regular.gz", gzipped(regular))).read(std::size_t{4} << 30).size() ==
        regular.size());
}

TEST_CASE("A packed pipe is unpacked while it comes", "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("pipe"), bytes = some_bytes(300'000),
                      packed = gzipped(bytes);
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    for (const bool whole : {false, true}) {
        std::thread writer([&] { std::ofstream(path, std::ios::binary) << packed; });
        const std::string read =
            whole ? std::string(FileBytes(path).read(bytes.size())) : text_of(path, bytes.size());
        writer.join();
        CHECK(read == bytes);
    }
}
